//! Invitations: a code that leads one other person to whoever made it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::Identity;

/// How many letters and digits a code has.
const LENGTH: usize = 6;
/// Digits and letters without I, L, O and U, after Crockford.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The code of an invitation: six letters and digits to say aloud and to type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; LENGTH]);

/// What is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCode;

impl fmt::Display for NoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no code: expected six letters and digits")
    }
}

impl std::error::Error for NoCode {}

impl Code {
    /// The code that these random bytes make.
    pub fn from_bytes(bytes: [u8; LENGTH]) -> Self {
        Self(bytes.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]))
    }
}

impl FromStr for Code {
    type Err = NoCode;

    /// Reads a code as people type it: in any case, with spaces and hyphens, and with letters that look like digits.
    fn from_str(text: &str) -> Result<Self, NoCode> {
        let mut letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| {
            let letter = match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let letter = u8::try_from(letter).map_err(|_| NoCode)?;
            LETTERS.contains(&letter).then_some(letter).ok_or(NoCode)
        });
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = letters.next().ok_or(NoCode)??;
        }
        letters.next().map_or(Ok(Self(code)), |_| Err(NoCode))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({self})")
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// An invitation as one who opens it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invited {
    /// Who invites.
    pub host: Identity,
    /// Whether that is whoever asks.
    pub is_mine: bool,
    /// Milliseconds until it ends unused.
    pub left_ms: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code: Code = "7KX0P1".parse().expect("a code");
        for typed in ["7kx0p1", " 7KX 0P1 ", "7kx-op1", "7kxopl", "7KXOPI"] {
            assert_eq!(typed.parse(), Ok(code), "{typed}");
        }
        assert_eq!(code.to_string(), "7KX0P1");
        for garbage in ["", "7KX0P", "7KX0P12", "7KX0PU", "7KX0P?", "7KX0Pé", "７KX0P1"] {
            assert_eq!(garbage.parse::<Code>(), Err(NoCode), "{garbage}");
        }
    }

    #[test]
    fn every_byte_makes_a_code_that_reads_back() {
        for byte in 0..=u8::MAX {
            let code = Code::from_bytes([byte, byte.wrapping_add(1), 0, 31, 32, 255]);
            assert_eq!(code.to_string().parse(), Ok(code));
        }
    }
}
