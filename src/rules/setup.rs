//! The only door to a [`Position`]: a [`Setup`] is what somebody wrote, field by field, and may be nonsense;
//! a position made from it is playable. Its JSON form is the public one (FORMATS.md, section 1).

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::board::Cells;
use super::chance::RawMark;
use super::dice::{Roll, Source};
use super::item::{FULL_STOCK, Item, Items, Stock};
use super::place::{At, Place};
use super::position::{Outcome, Phase, Plane, Player, Position, Reason};
use super::ruleset::{Ruleset, Start};
use super::seat::{BySeat, PLANES, Seat};
use super::strict::{given, given_object, given_objects, object, objects};
use super::weather::{Effect, Kind, Lasting, Marks, WeatherKind};

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
    fn count(&mut self, item: Item) -> &mut i64 {
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

/// Why a setup is no position: the field, and what was expected there (FORMATS.md, section 1, legal positions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLegal {
    /// Path of the field, as `players.red.planes[2].cell`.
    pub field: String,
    /// What is allowed there.
    pub expected: &'static str,
}

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not a legal position: {}: expected {}",
            self.field, self.expected
        )
    }
}

impl std::error::Error for NotLegal {}

fn refuse<T>(field: impl Into<String>, expected: &'static str) -> Result<T, NotLegal> {
    Err(NotLegal {
        field: field.into(),
        expected,
    })
}

fn number<T: TryFrom<i64>>(
    raw: i64,
    range: std::ops::RangeInclusive<i64>,
    field: impl FnOnce() -> String,
    expected: &'static str,
) -> Result<T, NotLegal> {
    match T::try_from(raw) {
        Ok(number) if range.contains(&raw) => Ok(number),
        _ => refuse(field(), expected),
    }
}

impl Setup {
    /// The position, if every rule can be applied to it, whether or not a game could reach it.
    ///
    /// # Errors
    ///
    /// The first field that is not legal, with what was expected there.
    pub fn position(&self, rules: &'static Ruleset) -> Result<Position, NotLegal> {
        let mut position = Position::new(rules);
        position.round = number(
            self.round,
            1..=i64::from(LAST_ROUND),
            || "round".into(),
            "a round from 1 to 1000000",
        )?;
        position.turn = self.turn.unwrap_or(rules.first());
        if !rules.has(position.turn) {
            return refuse("turn", "a seat of the rule set");
        }
        for (seat, player) in self.players.iter() {
            let Some(player) = player else { continue };
            if !rules.has(seat) {
                return refuse(format!("players.{seat}"), "only seats of the rule set");
            }
            position.players[seat] = player.player(seat, rules)?;
        }
        let mut taken = Cells::NONE;
        position.weather = marks("weather", &self.weather, &mut taken)?;
        position.items = marks("items", &self.items, &mut taken)?;
        self.items_in_hand(&mut position)?;
        self.phase(&mut position)?;
        check_end(&position)?;
        Ok(position)
    }

    /// `used` and `armed`.
    fn items_in_hand(&self, position: &mut Position) -> Result<(), NotLegal> {
        let mut used = Items::NONE;
        for &item in &self.used {
            if !used.insert(item) {
                return refuse("used", "each item at most once");
            }
        }
        position.used = used;
        position.armed = match self.armed {
            None => None,
            Some(item) if !used.contains(item) => return refuse("armed", "an item that is listed in used"),
            Some(item) => match item.dice() {
                Some(dice) => Some(dice),
                None => return refuse("armed", "a dice item: six_die or power_unit"),
            },
        };
        Ok(())
    }

    fn phase(&self, position: &mut Position) -> Result<(), NotLegal> {
        position.phase = match &self.phase {
            SetupPhase::Roll {} => Phase::Roll,
            &SetupPhase::Over { winner, reason } if position.rules.has(winner) => {
                Phase::Over(Outcome { reason, winner })
            }
            SetupPhase::Over { .. } => return refuse("phase.winner", "a seat of the rule set"),
            SetupPhase::Select { dice, source } => Phase::Select(select(position, dice, *source)?),
        };
        Ok(())
    }
}

fn select(position: &Position, dice: &[i64], source: Source) -> Result<Roll, NotLegal> {
    let Some(roll) = Roll::from_dice(dice, source) else {
        return refuse(
            "phase.dice",
            "faces 1 to 6: one (natural), one 6 (six_die), or two (power_unit)",
        );
    };
    let item = match source {
        Source::Natural => None,
        Source::SixDie => Some(Item::SixDie),
        Source::PowerUnit => Some(Item::PowerUnit),
    };
    if item.is_some_and(|item| !position.used.contains(item)) {
        return refuse("phase.source", "natural, or a dice item that is listed in used");
    }
    if position.armed.is_some() {
        return refuse("armed", "no armed dice item in the select phase");
    }
    if position.players[position.turn].perched.is_some() {
        let field = format!("players.{}.perched", position.turn);
        return refuse(
            field,
            "no duty to continue of the side on turn in the select phase",
        );
    }
    if position.selectable_for(roll).is_empty() {
        return refuse("phase.dice", "dice for which some plane may be selected");
    }
    Ok(roll)
}

fn marks<K: Kind>(field: &str, raw: &[RawMark<K>], taken: &mut Cells) -> Result<Marks<K>, NotLegal> {
    if raw.len() > 3 {
        return refuse(field, "at most three cells");
    }
    let mut marks = Marks::default();
    for (i, raw) in raw.iter().enumerate() {
        let Some(mark) = raw.mark() else {
            return refuse(format!("{field}[{i}].cell"), "a ring cell from 0 to 51");
        };
        if marks.cell(mark.kind).is_some() {
            return refuse(format!("{field}[{i}].kind"), "each kind at most once");
        }
        if taken.contains(mark.cell) {
            return refuse(
                format!("{field}[{i}].cell"),
                "at most one weather or item on a cell",
            );
        }
        taken.insert(mark.cell);
        marks.put(mark.kind, mark.cell);
    }
    Ok(marks)
}

impl SetupPlayer {
    fn player(&self, seat: Seat, rules: &Ruleset) -> Result<Player, NotLegal> {
        let spec = rules.spec();
        let field = |name: &str| format!("players.{seat}.{name}");
        let radar_turns = spec.items.map_or(0, |items| i64::from(items.radar_turns));
        let timeouts = 0..=i64::from(spec.clock.timeouts);
        let mut player = Player {
            stock: self.stock(seat)?,
            radar: number(
                self.radar,
                0..=radar_turns,
                || field("radar"),
                "a radar from 0 to 4 turns",
            )?,
            timeouts: number(self.timeouts, timeouts, || field("timeouts"), "0 to 4 timeouts")?,
            ..Player::default()
        };
        if let Some(planes) = &self.planes {
            let Ok(planes) = <&[SetupPlane; PLANES]>::try_from(planes.as_slice()) else {
                return refuse(field("planes"), "exactly four planes");
            };
            for (i, plane) in planes.iter().enumerate() {
                player.planes[i] =
                    plane
                        .plane(rules)
                        .map_err(|NotLegal { field: at, expected }| NotLegal {
                            field: field(&format!("planes[{i}].{at}")),
                            expected,
                        })?;
            }
        }
        let Some(perched) = self.perched else {
            return Ok(player);
        };
        let plane = number::<u8>(
            perched,
            0..=3,
            || field("perched"),
            "a plane index from 0 to 3, or null",
        )?;
        match player.planes[usize::from(plane)].place {
            Place::Ring(_) | Place::Pad => player.perched = Some(plane),
            _ => return refuse(field("perched"), "a plane on the ring or on its pad"),
        }
        Ok(player)
    }

    fn stock(&self, seat: Seat) -> Result<Stock, NotLegal> {
        let (mut stock, mut raw) = (Stock::default(), self.items);
        for item in Item::ALL {
            let field = || format!("players.{seat}.items.{}", item.name());
            let count = number(
                *raw.count(item),
                0..=i64::from(FULL_STOCK),
                field,
                "a stock from 0 to 999",
            )?;
            stock.set(item, count);
        }
        Ok(stock)
    }
}

impl SetupPlane {
    fn plane(&self, rules: &Ruleset) -> Result<Plane, NotLegal> {
        let Some(place) = Place::from_parts(self.at, self.cell) else {
            let expected = match self.at {
                At::Ring => "a ring cell from 0 to 51",
                At::Lane => "a lane cell from 1 to 5",
                At::Hangar | At::Pad | At::Home => "no cell: only planes on ring or lane have one",
            };
            return refuse("cell", expected);
        };
        if place == Place::Pad && rules.spec().track.start != Start::Pad {
            return refuse("at", "no pad: in this game planes take off onto the ring");
        }
        let Some(effect) = self.effect else {
            return Ok(Plane { place, effect: None });
        };
        if matches!(place, Place::Hangar | Place::Home) {
            return refuse("effect", "no effect on a plane in the hangar or at home");
        }
        Ok(Plane {
            place,
            effect: Some(effect.effect(rules)?),
        })
    }
}

impl SetupEffect {
    fn effect(self, rules: &Ruleset) -> Result<Effect, NotLegal> {
        let (Some(kind), Some(weather)) = (self.kind.lasting(), rules.spec().weather) else {
            return refuse("effect.kind", "airstream, storm or thunder");
        };
        let expected = match kind {
            Lasting::Airstream | Lasting::Storm => "1 to 4 turns",
            Lasting::Thunder => "1 or 2 turns",
        };
        let longest = 1..=i64::from(weather.turns(kind));
        let turns = number(self.turns, longest, || "effect.turns".into(), expected)?;
        Ok(Effect { kind, turns })
    }
}

/// Point 8: a match is over exactly when somebody has won it, and for the reason that holds.
fn check_end(position: &Position) -> Result<(), NotLegal> {
    let rules = position.rules;
    let is_out = |seat: Seat| position.players[seat].timeouts >= rules.spec().clock.timeouts;
    let is_home = |seat: Seat| position.side_is_home(seat);
    let Phase::Over(Outcome { winner, reason }) = position.phase else {
        return match rules.seats().find(|&seat| is_home(seat) || is_out(seat)) {
            Some(seat) if is_home(seat) => refuse(
                format!("players.{seat}.planes"),
                "a plane that is not home, or the phase over",
            ),
            Some(seat) => refuse(
                format!("players.{seat}.timeouts"),
                "fewer than 4, or the phase over",
            ),
            None => Ok(()),
        };
    };
    let losers = || rules.enemies(winner).iter().map(|enemy| enemy.seat);
    if is_out(winner) {
        return refuse(
            format!("players.{winner}.timeouts"),
            "a winner with fewer than 4 timeouts",
        );
    }
    if let Some(loser) = losers().find(|&loser| is_home(loser)) {
        return refuse(
            format!("players.{loser}.planes"),
            "a loser with a plane that is not home",
        );
    }
    let (must_be, expected) = if is_home(winner) {
        (Reason::Home, "home: all planes of the winner are")
    } else if losers().any(is_out) {
        (Reason::Timeouts, "timeouts: the loser has four")
    } else {
        (Reason::Resign, "resign: nobody is home or out of time")
    };
    if reason != must_be {
        return refuse("phase.reason", expected);
    }
    match reason {
        Reason::Home if position.turn != winner => {
            refuse("turn", "the winner, who came home in its own turn")
        }
        Reason::Timeouts if !is_out(position.turn) => {
            refuse("turn", "the loser, whose clock ran out in its own turn")
        }
        _ => Ok(()),
    }
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
