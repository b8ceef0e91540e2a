//! From what somebody wrote to a nickname: one spelling, nothing hidden in it, and a look that no other has.
//!
//! Letters of every script may be used, but only together where people do write them together (UTS 39, level
//! "moderately restrictive"): so a Cyrillic letter does not hide in a Latin name.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{GeneralSecurityProfile, MixedScript, RestrictionLevel, RestrictionLevelDetection};
use unicode_segmentation::UnicodeSegmentation;

use crate::protocol::{BadNickname, NICKNAME_LENGTH};

/// No nickname is longer in bytes, whatever it is made of.
const MOST_BYTES: usize = 512;
/// Accents and vowel signs in a row; UTS 39 calls more of them suspicious.
const MOST_MARKS: usize = 4;
/// Of the accents that go with any letter, so many may stand on one that is not written as one character. Languages need
/// no more: what Vietnamese stacks is one character each.
const MOST_ACCENTS: usize = 2;
/// How the names of guests begin.
const GUEST: &str = "guest";

/// A nickname that may be used, if it is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nickname {
    name: String,
    looks: BTreeSet<String>,
}

impl Nickname {
    /// Reads a nickname.
    ///
    /// # Errors
    ///
    /// What is wrong with it, the first thing that a reader would notice.
    pub fn new(text: &str) -> Result<Self, BadNickname> {
        if text.len() > MOST_BYTES {
            return Err(BadNickname::TooLong);
        }
        let name: String = text.nfkc().collect();
        check_characters(&name)?;
        check_marks(&name)?;
        check_length(&name)?;
        if !name.chars().any(is_readable) {
            return Err(BadNickname::NothingToRead);
        }
        if !name.is_single_script()
            && !(&*name).check_restriction_level(RestrictionLevel::ModeratelyRestrictive)
        {
            return Err(BadNickname::MixedScripts);
        }
        let looks = looks(&name);
        if looks.iter().any(|look| is_guest_like(look)) {
            return Err(BadNickname::GuestLike);
        }
        Ok(Self { name, looks })
    }

    /// The nickname as it is shown.
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// The nickname without regard to case.
    pub fn folded(&self) -> String {
        folded(&self.name)
    }

    /// What it looks like: as it is, in small and in capital letters. Two nicknames that share one of these could be
    /// taken for each other.
    pub fn looks(&self) -> impl Iterator<Item = &str> {
        self.looks.iter().map(String::as_str)
    }
}

/// A name without regard to case, as addresses name it.
pub(super) fn folded(name: &str) -> String {
    name.nfkc().collect::<String>().to_lowercase().nfkc().collect()
}

fn check_characters(name: &str) -> Result<(), BadNickname> {
    name.chars().try_for_each(|c| {
        if is_invisible(c) {
            Err(BadNickname::Invisible)
        } else if is_readable(c) || is_mark(c) || matches!(c, '_' | '-') {
            Ok(())
        } else {
            Err(BadNickname::Character { which: c })
        }
    })
}

fn check_marks(name: &str) -> Result<(), BadNickname> {
    let (mut row, mut accents, mut before) = (0, 0, None);
    for c in name.chars() {
        (row, accents) = match (is_mark(c), is_accent(c)) {
            (true, true) => (row + 1, accents + 1),
            (true, false) => (row + 1, accents),
            (false, _) => (0, 0),
        };
        let stands_alone = is_mark(c) && before.is_none_or(|before| matches!(before, '_' | '-'));
        let is_doubled = is_mark(c) && before == Some(c);
        if row > MOST_MARKS || accents > MOST_ACCENTS || stands_alone || is_doubled {
            return Err(BadNickname::Marks);
        }
        before = Some(c);
    }
    Ok(())
}

fn check_length(name: &str) -> Result<(), BadNickname> {
    let length = name.graphemes(true).count();
    match NICKNAME_LENGTH {
        (fewest, _) if length < fewest => Err(BadNickname::TooShort),
        (_, most) if length > most => Err(BadNickname::TooLong),
        _ => Ok(()),
    }
}

fn is_readable(c: char) -> bool {
    use Category::{
        DecimalNumber, LowercaseLetter, ModifierLetter, OtherLetter, TitlecaseLetter, UppercaseLetter,
    };
    matches!(
        c.general_category(),
        UppercaseLetter | LowercaseLetter | TitlecaseLetter | ModifierLetter | OtherLetter | DecimalNumber
    )
}

fn is_mark(c: char) -> bool {
    matches!(
        c.general_category(),
        Category::NonspacingMark | Category::SpacingMark
    )
}

/// The block of accents that belong to no script.
const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Fillers are letters and selectors are marks by category, but nobody sees them.
fn is_invisible(c: char) -> bool {
    use Category::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Unassigned};
    c.identifier_type() == Some(IdentifierType::Default_Ignorable)
        || matches!(
            c.general_category(),
            Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Unassigned
        )
}

fn looks(name: &str) -> BTreeSet<String> {
    [name.to_owned(), name.to_lowercase(), name.to_uppercase()]
        .iter()
        .map(|case| unicode_security::skeleton(case).collect())
        .collect()
}

/// A digit as the letter that players write it for; nothing for what one reads over.
const fn as_read(c: char) -> Option<char> {
    match c {
        '_' | '-' => None,
        '6' | '9' => Some('g'),
        '3' => Some('e'),
        '5' => Some('s'),
        '7' => Some('t'),
        'v' => Some('u'),
        other => Some(other),
    }
}

fn is_guest_like(look: &str) -> bool {
    let letters: String = look.to_lowercase().chars().filter_map(as_read).collect();
    letters.starts_with(GUEST)
}
