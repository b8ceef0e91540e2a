//! Choices read from bytes, so that a property test can shrink them and a fuzzer can learn them. Where the bytes end
//! every choice is the first one, which is always the plainest.

use flychess::rules::Seeded;

/// A source of choices.
#[derive(Clone, Debug)]
pub(crate) struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        first
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        let bytes = if n <= 256 { 1 } else { 4 };
        (0..bytes).fold(0, |number, _| number << 8 | u32::from(self.byte())) % n
    }

    /// Yes, once in `n` times.
    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// A stream of chance.
    pub(crate) fn stream(&mut self) -> Seeded {
        let mut seed = [0; 32];
        seed[..4].fill_with(|| self.byte());
        Seeded::new(seed)
    }
}
