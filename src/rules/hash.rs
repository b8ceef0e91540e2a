//! Thirty-two bytes in lower-case hex: digests, seeds and commitments as the public formats write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// A SHA-256 digest, or a seed of the same length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Thirty-two zero bytes.
    pub const ZERO: Self = Self([0; 32]);

    /// SHA-256 of the parts, one after the other.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut sha = Sha256::new();
        parts.iter().for_each(|part| sha.update(part));
        Self(sha.finalize().into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What is not 64 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHex;

impl fmt::Display for NotHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 64 hex digits")
    }
}

impl std::error::Error for NotHex {}

/// Reads hex digits of either case.
impl FromStr for Hash {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotHex)?;
        Ok(Self(bytes))
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// In documents hex is lower case, so that equal values are equal texts.
impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.parse::<Self>() {
            Ok(hash) if hash.to_string() == text => Ok(hash),
            _ => Err(de::Error::custom("expected 64 lower-case hex digits")),
        }
    }
}
