//! The login credential: 128 random bits in letters and digits that can be read aloud and typed, with eight bits by
//! which a slip of the finger is noticed. The server keeps a hash of it and nothing else; as nobody can guess 128
//! bits, a plain one is enough, and finding the account by it tells nothing by the time that it takes.

use std::fmt;
use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use unicode_normalization::UnicodeNormalization;

use super::chance;
use crate::rules::hash::Hash;

const BYTES: usize = 16;
/// Letters and digits in a group.
const GROUP: usize = 4;
/// Nothing longer is looked at.
const MOST_BYTES: usize = 256;

/// Digits and letters without I, L, O and U, after Crockford; what looks like a digit is read as one.
static LETTERS: LazyLock<Encoding> = LazyLock::new(|| {
    let mut letters = Specification::new();
    letters.symbols.push_str("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    letters.translate.from.push_str("abcdefghjkmnpqrstvwxyzOoIiLl");
    letters.translate.to.push_str("ABCDEFGHJKMNPQRSTVWXYZ001111");
    letters
        .encoding()
        .expect("thirty-two letters, none of them twice")
});

/// What logs somebody in.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential([u8; BYTES]);

/// This text is no credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistyped;

impl Credential {
    /// A fresh one.
    pub fn fresh() -> Self {
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&chance::secret().0[..BYTES]);
        Self(bytes)
    }

    /// As it is shown.
    pub fn written(&self) -> String {
        let letters = LETTERS.encode(&[&self.0[..], &[self.check()]].concat());
        let groups: Vec<&str> = (0..letters.len())
            .step_by(GROUP)
            .map(|at| &letters[at..letters.len().min(at + GROUP)])
            .collect();
        groups.join("-")
    }

    /// Reads one as people type it: in any case, with or without its hyphens.
    ///
    /// # Errors
    ///
    /// When it cannot be one: a letter is wrong or lacks.
    pub fn read(text: &str) -> Result<Self, Mistyped> {
        if text.len() > MOST_BYTES {
            return Err(Mistyped);
        }
        let letters: String = text.nfkc().filter(|c| c.is_alphanumeric()).collect();
        let bytes = LETTERS.decode(letters.as_bytes()).map_err(|_| Mistyped)?;
        let (&check, secret) = bytes.split_last().ok_or(Mistyped)?;
        let read = Self(secret.try_into().map_err(|_| Mistyped)?);
        if check == read.check() {
            Ok(read)
        } else {
            Err(Mistyped)
        }
    }

    /// What the server keeps.
    pub fn hash(&self) -> Hash {
        Hash::of(&[b"flychess-credential/1:", &self.0])
    }

    fn check(&self) -> u8 {
        Hash::of(&[b"flychess-credential-check/1:", &self.0]).0[0]
    }
}

/// Nothing that is printed by mistake may show it.
impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credential(…)")
    }
}
