//! A record played through once, every moment kept.

use crate::rules::notation::Verb;
use crate::rules::record::{Fault, Record};
use crate::rules::{Event, Position, Roll, Seat};
use crate::ui::board::Trail;
use crate::ui::words::{self, Line};

/// What one may jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Planes are sent back by a landing.
    Hit,
    /// A plane crashes into a fortress.
    Crash,
    /// A flight.
    Flight,
    /// A perch.
    Perch,
    /// Weather is met.
    Weather,
    /// An item is used.
    Item,
    /// A plane comes home.
    Home,
    /// The clock runs out.
    Timeout,
}

impl Sight {
    /// All of them, as the page lists them.
    pub(super) const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::Hit, "hit", "hits"),
        (Self::Crash, "crash", "crashes"),
        (Self::Flight, "flight", "flights"),
        (Self::Perch, "perch", "perches"),
        (Self::Weather, "weather", "weather met"),
        (Self::Item, "item", "items used"),
        (Self::Home, "home", "planes come home"),
        (Self::Timeout, "timeout", "timeouts"),
    ];

    const fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Hit { .. } => Some(Self::Hit),
            Event::Crashed { .. } => Some(Self::Crash),
            Event::Flew { .. } => Some(Self::Flight),
            Event::Perched { .. } => Some(Self::Perch),
            Event::WeatherMet { .. } => Some(Self::Weather),
            Event::ItemUsed { .. } => Some(Self::Item),
            Event::CameHome { .. } => Some(Self::Home),
            Event::TimedOut { .. } => Some(Self::Timeout),
            _ => None,
        }
    }
}

/// One moment: how the match stood after so many actions, and what the last of them was.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) position: Position,
    pub(super) lines: Vec<Line>,
    pub(super) roll: Option<Roll>,
    pub(super) trails: Vec<Trail>,
    /// Whose action it was; nobody's at the beginning.
    pub(super) seat: Option<Seat>,
    /// Milliseconds since the match began.
    pub(super) time: u64,
    /// Milliseconds of its phase that were used.
    pub(super) used: u64,
    sights: Vec<Sight>,
    /// What happened in it, in order.
    pub(super) events: Vec<Event>,
}

/// A record, played.
#[derive(Clone, Debug)]
pub(super) struct Film {
    pub(super) record: Record,
    frames: Vec<Frame>,
    /// Why it could not be played to its end.
    pub(super) broken: Option<Fault>,
}

impl Film {
    /// Plays a record as far as it can be played; `None` if its game is not known.
    pub(super) fn of(record: Record) -> Option<Self> {
        let mut events = Vec::new();
        let mut replay = record.replay(&mut events)?;
        let mut frames = vec![Frame {
            position: *replay.game().position(),
            lines: words::tell_all(&events),
            roll: None,
            trails: Vec::new(),
            seat: None,
            time: 0,
            used: 0,
            sights: Vec::new(),
            events: Vec::new(),
        }];
        let mut phase_began = 0;
        let broken = loop {
            let before = *replay.game().position();
            let events = match replay.next_events() {
                Ok(Some(events)) => events,
                Ok(None) => break None,
                Err(fault) => break Some(fault),
            };
            let act = &record.actions[frames.len() - 1];
            let time = act.t.unwrap_or_default();
            let last = frames.last();
            let rolled = events.iter().rev().find_map(|event| match event {
                Event::Rolled { roll, .. } => Some(roll.0),
                _ => None,
            });
            frames.push(Frame {
                position: *replay.game().position(),
                lines: words::tell_all(&events),
                roll: rolled.or(last.and_then(|frame| frame.roll)),
                trails: Trail::of(&before, &events),
                seat: act.seat,
                time,
                used: time.saturating_sub(phase_began),
                sights: events.iter().filter_map(Sight::of).collect(),
                events,
            });
            // Using an item begins no new phase.
            if act.verb != Verb::Use {
                phase_began = time;
            }
        };
        Some(Self {
            record,
            frames,
            broken,
        })
    }

    /// The last version that there is.
    pub(super) fn last(&self) -> usize {
        self.frames.len() - 1
    }

    /// The moment after so many actions; the last one for more.
    pub(super) fn frame(&self, version: usize) -> &Frame {
        &self.frames[version.min(self.last())]
    }

    /// The frames with their versions.
    pub(super) fn frames(&self) -> impl DoubleEndedIterator<Item = (usize, &Frame)> {
        self.frames.iter().enumerate()
    }

    /// The nearest moment after a version at which there is this to see.
    pub(super) fn next(&self, sight: Sight, after: usize) -> Option<usize> {
        self.frames()
            .find(|(version, frame)| *version > after && frame.sights.contains(&sight))
            .map(|(version, _)| version)
    }

    /// The nearest one before it.
    pub(super) fn previous(&self, sight: Sight, before: usize) -> Option<usize> {
        self.frames()
            .rev()
            .find(|(version, frame)| *version < before && frame.sights.contains(&sight))
            .map(|(version, _)| version)
    }

    /// Who sat there.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.record.players[seat]
            .as_ref()
            .map_or_else(|| words::side(seat).to_owned(), |person| person.name.clone())
    }
}
