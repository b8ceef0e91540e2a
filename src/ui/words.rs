//! What happened, and why something cannot be done, in words.

use super::board::Piece;
use crate::rules::{
    Die, Effect, Event, Illegal, Item, Lasting, Outcome, Phase, Place, PlaneId, PlaneSet, Position, Reason,
    Roll, Seat, WeatherKind,
    dice::Source,
    preview::{Danger, End, Preview},
};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    side: Option<Seat>,
    text: String,
}

impl Line {
    /// A line of no side.
    pub(super) fn of_table(text: String) -> Self {
        Self { side: None, text }
    }

    /// The words.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whose line it is, as a class.
    pub(super) fn class(&self) -> &'static str {
        self.side.map_or("table", Seat::name)
    }
}

/// The lines for the events of one action, in order. Steps are told together where they begin; those of a jump and of the
/// way back from a fortress belong to the line before them.
pub(super) fn tell_all(events: &[Event]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut before = None;
    let mut rest = events;
    while let [event, after @ ..] = rest {
        rest = after;
        if let Event::Stepped { plane, .. } = *event {
            let more = rest
                .iter()
                .take_while(|it| matches!(it, Event::Stepped { .. }))
                .count();
            rest = &rest[more..];
            if !matches!(before, Some(Event::Jumped { .. } | Event::Bounced { .. })) {
                lines.push(walked(plane, more + 1));
            }
        } else {
            lines.extend(tell(event));
        }
        before = Some(*event);
    }
    lines
}

fn walked(plane: PlaneId, steps: usize) -> Line {
    let cells = if steps == 1 { "cell" } else { "cells" };
    Line {
        side: Some(plane.seat),
        text: format!("{} goes {steps} {cells} on", name(plane)),
    }
}

/// The line for an event that is worth one by itself.
pub(super) fn tell(event: &Event) -> Option<Line> {
    let (side, text) = match *event {
        Event::Rolled { seat, roll } => (Some(seat), format!("{} rolls {}", side(seat), faces(roll.0))),
        Event::NoMove { seat } => (
            Some(seat),
            format!("{} has nothing that this roll can move", side(seat)),
        ),
        Event::TookOff { plane } => own(plane, "takes off"),
        Event::Bounced { plane, .. } => own(plane, "turns back at a fortress"),
        Event::Perched { plane, .. } => own(plane, "perches on a fortress and must go on from there"),
        Event::Jumped { plane, .. } => own(plane, "jumps"),
        Event::Flew { plane, .. } => own(plane, "flies the short cut"),
        Event::FlightBlocked { plane, .. } => own(plane, "finds its flight blocked"),
        Event::WeatherMet { plane, kind, .. } => own(plane, &format!("meets {}", weather(kind))),
        Event::Blown { plane, .. } => own(plane, "is blown to another cell"),
        Event::Hit { by, victims, .. } => hit(by, victims),
        Event::Crashed { plane, victims, .. } => own(plane, &crash(plane, victims)),
        Event::CameHome { plane } => own(plane, "is home"),
        Event::PickedUp { plane, item: it, .. } => own(plane, &format!("picks up {}", item(it))),
        Event::ItemUsed { seat, item: it } => (Some(seat), format!("{} uses {}", side(seat), item(it))),
        Event::KnockedBack { plane, .. } => own(plane, "is knocked back by the missile"),
        Event::Settled { plane, .. } => own(plane, "did not go on in time: its perch is settled"),
        Event::EffectEnded { plane, kind } => own(plane, &format!("is free of {}", weather(kind.into()))),
        Event::RadarEnded { seat } => (Some(seat), format!("{}'s radar is off again", side(seat))),
        Event::TimedOut { seat, count } => (
            Some(seat),
            format!("{} ran out of time ({count} of 4): the turn is lost", side(seat)),
        ),
        Event::WeatherRefreshed { .. } => (None, "The weather changes".to_owned()),
        Event::WeatherCleared => (None, "The sky is clear".to_owned()),
        Event::ItemsRefreshed { .. } => (None, "New items are out".to_owned()),
        Event::RoundBegan { round } => (None, format!("Round {round}")),
        Event::GameOver(outcome) => (
            Some(outcome.winner),
            format!("{} has won: {}", side(outcome.winner), reason(outcome)),
        ),
        Event::Stepped { .. } | Event::Launched { .. } | Event::TurnEnded { .. } => return None,
    };
    Some(Line { side, text })
}

fn own(plane: PlaneId, what: &str) -> (Option<Seat>, String) {
    (Some(plane.seat), format!("{} {what}", name(plane)))
}

fn hit(by: Option<PlaneId>, victims: PlaneSet) -> (Option<Seat>, String) {
    match by {
        Some(by) => own(by, &format!("sends {} back to the hangar", planes(victims))),
        None => (None, format!("{} must go back to the hangar", planes(victims))),
    }
}

fn crash(plane: PlaneId, victims: PlaneSet) -> String {
    let others: PlaneSet = victims.iter().filter(|&victim| victim != plane).collect();
    format!("crashes into a fortress and takes {} along", planes(others))
}

/// A plane by its side and number.
pub(super) fn name(plane: PlaneId) -> String {
    format!("{} {}", side(plane.seat), plane.plane + 1)
}

fn planes(set: PlaneSet) -> String {
    set.iter().map(name).collect::<Vec<_>>().join(" and ")
}

/// The faces of a roll, and where they came from if that matters.
pub(super) fn faces(roll: Roll) -> String {
    let faces: Vec<_> = roll.dice().map(Die::face).map(|face| face.to_string()).collect();
    let from = match roll.source() {
        Source::Natural => "",
        Source::SixDie => " (sure six)",
        Source::PowerUnit => " (power unit)",
    };
    faces.join(" + ") + from
}

/// A side's name.
pub(super) const fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::Blue => "Blue",
        Seat::Green => "Green",
        Seat::Red => "Red",
        Seat::Yellow => "Yellow",
    }
}

const fn weather(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => "an airstream",
        WeatherKind::Storm => "a storm",
        WeatherKind::Thunder => "thunder",
        WeatherKind::Tornado => "a tornado",
    }
}

const fn item(item: Item) -> &'static str {
    match item {
        Item::Flare => "a flare",
        Item::Missile => "a missile",
        Item::Radar => "a radar",
        Item::SixDie => "a sure six",
        Item::PowerUnit => "a power unit",
    }
}

/// An item's name on its button.
pub(super) const fn item_title(item: Item) -> &'static str {
    match item {
        Item::Flare => "Flare",
        Item::Missile => "Missile",
        Item::Radar => "Radar",
        Item::SixDie => "Sure six",
        Item::PowerUnit => "Power unit",
    }
}

/// What an item does.
pub(super) const fn item_does(item: Item) -> &'static str {
    match item {
        Item::Flare => "clears all weather from the board; what planes have caught stays",
        Item::Missile => "knocks every enemy plane 1 to 6 cells ahead of one of your planes back 3 cells",
        Item::Radar => "keeps missiles off your planes to the end of your 4th turn, this one included",
        Item::SixDie => "makes your next roll a 6, without another roll after it",
        Item::PowerUnit => "makes your next roll two dice, added up, without another roll after it",
    }
}

/// What an item on a cell is for.
pub(super) fn pickup(item: Item) -> String {
    format!(
        "{}: stop here to keep it; it {}",
        item_title(item),
        item_does(item)
    )
}

/// What lies or stands on the board, as somebody sees it who looks at it.
pub(super) fn piece(piece: Piece, position: &Position) -> String {
    match piece {
        Piece::Weather(kind) => weather_does(kind).to_owned(),
        Piece::Item(item) => pickup(item),
        Piece::Plane(id) => match position.plane(id).effect {
            Some(it) => format!("{}: {}", name(id), effect(it)),
            None => name(id),
        },
    }
}

/// The word for a phase, as the board's handle says it.
pub(super) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Roll => "roll",
        Phase::Select(_) => "select",
        Phase::Over(_) => "over",
    }
}

/// What weather on a cell does.
pub(super) const fn weather_does(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => {
            "Airstream: dice of the plane that meets it are halved, rounded up, for 4 turns"
        }
        WeatherKind::Storm => "Storm: cuts the trip to one more step, and later dice to 1, for 4 turns",
        WeatherKind::Thunder => "Thunder: the plane that meets it cannot be chosen for 2 turns",
        WeatherKind::Tornado => "Tornado: throws the plane that meets it onto some ring cell nearby",
    }
}

/// What a plane suffers, and how long.
pub(super) fn effect(effect: Effect) -> String {
    let what = match effect.kind {
        Lasting::Airstream => "dice are halved, rounded up",
        Lasting::Storm => "goes one step a roll",
        Lasting::Thunder => "cannot be chosen",
    };
    let turns = if effect.turns == 1 {
        "1 more turn".to_owned()
    } else {
        format!("{} more turns", effect.turns)
    };
    format!("{what}, {turns}")
}

/// What a choice would bring, as far as it is certain.
pub(super) fn preview(plane: PlaneId, preview: &Preview) -> String {
    let mut said = match preview.end {
        End::Certain(Place::Home) => format!("{} comes home", name(plane)),
        End::Certain(Place::Pad) => format!("{} takes off to its pad", name(plane)),
        End::Certain(Place::Hangar) => format!("{} ends in its hangar", name(plane)),
        End::Certain(_) => format!("{} ends at the mark", name(plane)),
        End::Thrown { plane, .. } => format!("A tornado throws {} somewhere near", name(plane)),
    };
    if !preview.hits.is_empty() {
        said += &format!("; {} must go back", planes(preview.hits));
    }
    for &it in &preview.dangers {
        said += &format!("; careful: {}", danger(it));
    }
    said
}

/// What a choice may be regretted for.
const fn danger(danger: Danger) -> &'static str {
    match danger {
        Danger::Crash => "it crashes into a fortress",
        Danger::MissesHomeEntry => {
            "a tornado may throw it past its home entry, and it would go round once more"
        }
        Danger::HitsOwn => "a plane that is knocked back lands on one of yours",
        Danger::HeldPerch => "it perches in thunder, and will be held there",
    }
}

/// Why something cannot be done, to the one who wants to.
pub(super) const fn why(illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::GameOver => "The match is over",
        Illegal::NotYourTurn => "It is not your turn",
        Illegal::WrongPhase => "Only before you roll",
        Illegal::NoSuchPlane | Illegal::NotSelectable => "This plane cannot be chosen now",
        Illegal::NoItem => "You have none",
        Illegal::ItemUsed => "Used in this turn already",
        Illegal::DiceItemArmed => "Your next roll is decided by an item already",
        Illegal::RadarActive => "Your radar is on already",
        Illegal::NoWeather => "There is no weather to clear",
        Illegal::NoTarget => "No enemy plane is in range",
        Illegal::BadChance => "The dice are missing",
    }
}

/// Why a match ended.
pub(super) fn reason(outcome: Outcome) -> String {
    match outcome.reason {
        Reason::Home => "all four planes are home".to_owned(),
        Reason::Resign => "the other side resigned".to_owned(),
        Reason::Timeouts => "the other side ran out of time for the fourth time".to_owned(),
    }
}

/// A score or a change of one: with its sign, and a true minus.
pub(super) fn signed(number: i64) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

/// A mark of a match between friends.
pub(super) const NOT_SCORED: &str = "Not scored";

/// How many watch; nothing when nobody does.
pub(super) fn watching(watchers: u32) -> String {
    match watchers {
        0 => String::new(),
        count => format!("{count} watching"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;

    fn told(events: &[Event]) -> Vec<String> {
        tell_all(events)
            .iter()
            .map(|line| line.text().to_owned())
            .collect()
    }

    #[test]
    fn steps_are_told_together_and_those_of_a_jump_with_it() {
        let plane = PlaneId {
            seat: Seat::Red,
            plane: 1,
        };
        let cell = |progress| Place::Ring(Ruleset::duel().cell(Seat::Red, progress));
        let step = |progress| Event::Stepped {
            plane,
            to: cell(progress),
        };
        let jumped = Event::Jumped { plane, from: cell(5) };
        let events = [step(4), step(5), jumped, step(6), step(7), step(8), step(9)];
        assert_eq!(told(&events), ["Red 2 goes 2 cells on", "Red 2 jumps"]);
        assert_eq!(told(&events[..1]), ["Red 2 goes 1 cell on"]);
        assert!(told(&[]).is_empty());
    }
}
