//! The only door to a [`Position`]: a [`Setup`] is what somebody wrote, field by field, and may be nonsense;
//! a position made from it is playable. Its JSON form is the public one (FORMATS.md, section 1).

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::chance::RawMark;
use super::dice::Source;
use super::item::Item;
use super::place::At;
use super::position::{Outcome, Phase, Plane, Player, Position, Reason};
use super::seat::{BySeat, Seat};
use super::strict::{given, given_object, given_objects, object, objects};
use super::weather::{Effect, WeatherKind};

/// The last round that a setup may name.
pub const LAST_ROUND: u32 = 1_000_000;

/// A position as written: all fields public, nothing promised. What is left out has its start value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The dice item used and not yet rolled.
    pub armed: Option<Item>,
    /// Items on the board.
    #[serde(deserialize_with = "objects")]
    pub items: Vec<RawMark<Item>>,
    /// What is to be done next.
    #[serde(deserialize_with = "object")]
    pub phase: SetupPhase,
    /// What belongs to each seat.
    pub players: BySeat<Option<SetupPlayer>>,
    /// The round, 1-1,000,000.
    pub round: i64,
    /// The side on turn; the first seat if nothing is said.
    #[serde(deserialize_with = "given")]
    pub turn: Option<Seat>,
    /// Items used in this turn, each once.
    pub used: Vec<Item>,
    /// Weather on the board.
    #[serde(deserialize_with = "objects")]
    pub weather: Vec<RawMark<WeatherKind>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            armed: None,
            items: Vec::new(),
            phase: SetupPhase::default(),
            players: BySeat::default(),
            round: 1,
            turn: None,
            used: Vec::new(),
            weather: Vec::new(),
        }
    }
}

/// The phase as written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SetupPhase {
    /// To roll.
    Roll {},
    /// To select a plane.
    Select {
        /// One or two faces.
        dice: Vec<i64>,
        /// Where they came from.
        source: Source,
    },
    /// Over.
    Over {
        /// Who won.
        winner: Seat,
        /// Why.
        reason: Reason,
    },
}

impl Default for SetupPhase {
    fn default() -> Self {
        Self::Roll {}
    }
}

/// Keys in canonical order, which a derived tag would break by standing first.
impl Serialize for SetupPhase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Roll {} => {
                let mut phase = serializer.serialize_struct("SetupPhase", 1)?;
                phase.serialize_field("kind", "roll")?;
                phase.end()
            }
            Self::Select { dice, source } => {
                let mut phase = serializer.serialize_struct("SetupPhase", 3)?;
                phase.serialize_field("dice", dice)?;
                phase.serialize_field("kind", "select")?;
                phase.serialize_field("source", source)?;
                phase.end()
            }
            Self::Over { winner, reason } => {
                let mut phase = serializer.serialize_struct("SetupPhase", 3)?;
                phase.serialize_field("kind", "over")?;
                phase.serialize_field("reason", reason)?;
                phase.serialize_field("winner", winner)?;
                phase.end()
            }
        }
    }
}

/// What belongs to a seat, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SetupPlayer {
    /// The stock.
    #[serde(deserialize_with = "object")]
    pub items: SetupStock,
    /// Index of the plane with the duty to continue.
    pub perched: Option<i64>,
    /// The planes: four, or nothing said.
    #[serde(deserialize_with = "given_objects")]
    pub planes: Option<Vec<SetupPlane>>,
    /// Turns that the radar still works.
    pub radar: i64,
    /// Times that the clock ran out.
    pub timeouts: i64,
}

/// A stock, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the fields are the items")]
pub struct SetupStock {
    #[serde(skip_serializing_if = "is_zero")]
    pub flare: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub missile: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub power_unit: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub radar: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub six_die: i64,
}

impl SetupStock {
    pub(super) fn count(&mut self, item: Item) -> &mut i64 {
        match item {
            Item::Flare => &mut self.flare,
            Item::Missile => &mut self.missile,
            Item::PowerUnit => &mut self.power_unit,
            Item::Radar => &mut self.radar,
            Item::SixDie => &mut self.six_die,
        }
    }
}

/// A plane, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupPlane {
    /// The kind of place.
    pub at: At,
    /// The number of the cell on ring and lane.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub cell: Option<i64>,
    /// Its weather effect.
    #[serde(
        default,
        deserialize_with = "given_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub effect: Option<SetupEffect>,
}

/// A weather effect, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupEffect {
    /// What it is.
    pub kind: WeatherKind,
    /// Turns left.
    pub turns: i64,
}

fn is_zero<N: Default + PartialEq>(count: &N) -> bool {
    *count == N::default()
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let seated = |seat| {
            position
                .rules
                .has(seat)
                .then(|| SetupPlayer::from(&position.players[seat]))
        };
        Self {
            armed: position.armed.map(Item::from),
            items: position.items.iter().map(RawMark::from).collect(),
            phase: SetupPhase::from(position.phase),
            players: BySeat::from_fn(seated),
            round: i64::from(position.round),
            turn: Some(position.turn),
            used: position.used.iter().collect(),
            weather: position.weather.iter().map(RawMark::from).collect(),
        }
    }
}

impl From<Phase> for SetupPhase {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Roll => Self::Roll {},
            Phase::Select(roll) => {
                let dice = roll.dice().map(|die| i64::from(die.face())).collect();
                Self::Select {
                    dice,
                    source: roll.source(),
                }
            }
            Phase::Over(Outcome { winner, reason }) => Self::Over { winner, reason },
        }
    }
}

impl From<&Player> for SetupPlayer {
    fn from(player: &Player) -> Self {
        let mut items = SetupStock::default();
        for item in Item::ALL {
            *items.count(item) = i64::from(player.stock.count(item));
        }
        Self {
            items,
            perched: player.perched.map(i64::from),
            planes: Some(player.planes.iter().map(SetupPlane::from).collect()),
            radar: i64::from(player.radar),
            timeouts: i64::from(player.timeouts),
        }
    }
}

impl From<&Plane> for SetupPlane {
    fn from(plane: &Plane) -> Self {
        let (at, cell) = plane.place.parts();
        let effect = |effect: Effect| SetupEffect {
            kind: effect.kind.into(),
            turns: i64::from(effect.turns),
        };
        Self {
            at,
            cell: cell.map(i64::from),
            effect: plane.effect.map(effect),
        }
    }
}

impl Position {
    /// The canonical form (RFC 8785: keys sorted, no white space) as FORMATS.md, section 1 tells it.
    pub fn canonical(&self) -> String {
        // Fields are declared in canonical order, so plain serialisation is canonical; a test compares the two.
        serde_json::to_string(&Setup::from(self)).expect("a setup has string keys and whole numbers only")
    }

    /// SHA-256 of the canonical form.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.canonical()).into()
    }
}
