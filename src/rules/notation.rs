//! How an action is written in scenarios and records (FORMATS.md, sections 1 and 4).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::action::{Action, Use};
use super::item::Item;
use super::seat::Seat;
use super::strict::{given, words};

/// An action as written: fields for all kinds, to be read by [`Written::action`]. Keys are in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// What is done.
    #[serde(rename = "do")]
    pub verb: Verb,
    /// The item that is used.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub item: Option<Item>,
    /// The plane that is selected or launches.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub plane: Option<u8>,
    /// Who does it.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// When, in records: milliseconds since the match seed was made.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub t: Option<u64>,
}

/// The word for what is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the same kinds as those of Action")]
pub enum Verb {
    Roll,
    Select,
    Use,
    Timeout,
    Resign,
}

words!(Verb { Roll = "roll", Select = "select", Use = "use", Timeout = "timeout", Resign = "resign" });

/// A field that is missing or does not belong to this kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// This field is needed.
    Missing(&'static str),
    /// This field means nothing here.
    Unknown(&'static str),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "missing field `{field}` for this kind of action"),
            Self::Unknown(field) => write!(f, "unknown field `{field}` for this kind of action"),
        }
    }
}

impl std::error::Error for Misfit {}

impl Written {
    /// Writes an action down.
    pub const fn new(action: Action, seat: Option<Seat>, t: Option<u64>) -> Self {
        let (verb, item, plane) = match action {
            Action::Roll => (Verb::Roll, None, None),
            Action::Select { plane } => (Verb::Select, None, Some(plane)),
            Action::Use(Use::Missile { plane }) => (Verb::Use, Some(Item::Missile), Some(plane)),
            Action::Use(item) => (Verb::Use, Some(item.item()), None),
            Action::Timeout => (Verb::Timeout, None, None),
            Action::Resign => (Verb::Resign, None, None),
        };
        Self {
            verb,
            item,
            plane,
            seat,
            t,
        }
    }

    /// The action that is meant.
    ///
    /// # Errors
    ///
    /// A field that is missing, or that means nothing for this kind of action.
    pub fn action(&self) -> Result<Action, Misfit> {
        let action = match self.verb {
            Verb::Roll => Action::Roll,
            Verb::Select => Action::Select {
                plane: self.plane.ok_or(Misfit::Missing("plane"))?,
            },
            Verb::Use => Action::Use(self.use_of(self.item.ok_or(Misfit::Missing("item"))?)?),
            Verb::Timeout => Action::Timeout,
            Verb::Resign => Action::Resign,
        };
        let takes_plane = matches!(action, Action::Select { .. } | Action::Use(Use::Missile { .. }));
        if self.item.is_some() && self.verb != Verb::Use {
            return Err(Misfit::Unknown("item"));
        }
        if self.plane.is_some() && !takes_plane {
            return Err(Misfit::Unknown("plane"));
        }
        Ok(action)
    }

    fn use_of(&self, item: Item) -> Result<Use, Misfit> {
        Ok(match item {
            Item::Flare => Use::Flare,
            Item::Missile => Use::Missile {
                plane: self.plane.ok_or(Misfit::Missing("plane"))?,
            },
            Item::Radar => Use::Radar,
            Item::SixDie => Use::SixDie,
            Item::PowerUnit => Use::PowerUnit,
        })
    }
}
