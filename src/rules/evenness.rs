//! Whether dice fall evenly: counts of faces, and how far they are from equal (Pearson's chi-square).

use super::dice::Die;

/// Five faces can fall as they like, the sixth has the rest: of a thousand runs with fair dice, 999 stay below this.
pub const LIMIT: f64 = 20.515;

/// How often each face fell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces([u64; 6]);

impl Faces {
    /// Counts one die.
    #[inline]
    pub const fn add(&mut self, die: Die) {
        self.0[die.face() as usize - 1] += 1;
    }

    /// Adds what somebody else counted.
    pub fn merge(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(sum, count)| *sum += count);
    }

    /// How often each face fell, 1 to 6.
    pub const fn counts(&self) -> [u64; 6] {
        self.0
    }

    /// How many dice were counted.
    pub fn dice(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The sum over the faces of (counted − expected)² / expected; 0 for no dice.
    pub fn chi_square(&self) -> f64 {
        let expected = self.dice() as f64 / 6.0;
        if expected == 0.0 {
            return 0.0;
        }
        let off = |count: u64| (count as f64 - expected).powi(2) / expected;
        self.0.into_iter().map(off).sum()
    }
}
