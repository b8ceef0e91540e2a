//! Events tell everything: somebody who saw the position before an action and then hears its events knows the position
//! after it. What a page shows, and a replay, is no more than that.

use flychess::rules::item::Items;
use flychess::rules::ruleset::Start;
use flychess::rules::{
    BySeat, DiceItem, Effect, Event, Item, Marks, Outcome, Place, Plane, PlaneId, PlaneSet, Player, Position,
    Ruleset, Seat, WeatherKind,
};

/// What somebody knows who listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listener {
    rules: &'static Ruleset,
    players: BySeat<Player>,
    weather: Marks<WeatherKind>,
    items: Marks<Item>,
    round: u32,
    turn: Seat,
    armed: Option<DiceItem>,
    used: Items,
    outcome: Option<Outcome>,
}

impl From<&Position> for Listener {
    fn from(position: &Position) -> Self {
        Self {
            rules: position.rules(),
            players: BySeat::from_fn(|seat| *position.player(seat)),
            weather: *position.weather(),
            items: *position.items(),
            round: position.round(),
            turn: position.turn(),
            armed: position.armed(),
            used: position.used(),
            outcome: position.outcome(),
        }
    }
}

/// The events of an action that led from one position to another.
pub(crate) fn tells_all(before: &Position, events: &[Event], after: &Position) {
    let mut listener = Listener::from(before);
    events.iter().for_each(|event| listener.hear(event));
    let expected = Listener::from(after);
    assert_eq!(listener.players, expected.players, "{events:?}");
    assert!(
        listener == expected,
        "{events:?}:\n{}\n{}",
        before.canonical(),
        after.canonical()
    );
}

/// Events are the same after being written and read.
pub(crate) fn are_written(events: &[Event]) {
    let text = serde_json::to_string(events).expect("events have string keys");
    let read: Vec<Event> = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
    assert_eq!(read, events);
}

impl Listener {
    fn plane(&mut self, id: PlaneId) -> &mut Plane {
        &mut self.players[id.seat].planes[usize::from(id.plane)]
    }

    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Rolled { .. } => self.armed = None,
            Event::TookOff { plane } => {
                self.is_at(plane, Place::Hangar);
                self.plane(plane).place = match self.rules.spec().track.start {
                    Start::Pad => Place::Pad,
                    Start::FirstCell => Place::Ring(self.rules.cell(plane.seat, 1)),
                };
            }
            Event::Stepped { plane, to } => self.step(plane, to),
            Event::Flew { plane, from, to } | Event::KnockedBack { plane, from, to } => {
                self.is_at(plane, from);
                self.plane(plane).place = to;
            }
            Event::Blown { plane, from, to } => {
                self.is_at(plane, from);
                assert!(self.reach(from).contains(to.ring().expect("onto the ring")));
                self.plane(plane).place = to;
            }
            Event::Jumped { plane, from: at }
            | Event::Bounced { plane, at }
            | Event::FlightBlocked { plane, at } => {
                self.is_at(plane, at);
            }
            Event::Perched { plane, at } => {
                self.is_at(plane, at);
                self.players[plane.seat].perched = Some(plane.plane);
            }
            Event::WeatherMet { plane, kind, at } => self.meet(plane, kind, at),
            Event::Hit { victims, at, .. } => self.send_to_hangar(victims, at),
            Event::Crashed { plane, victims, at } => {
                assert!(victims.contains(plane) && victims.len() > 2);
                self.send_to_hangar(victims, at);
            }
            Event::CameHome { plane } => {
                self.is_at(plane, Place::Home);
                self.plane(plane).effect = None;
            }
            Event::PickedUp { plane, item, at } => {
                self.is_at(plane, at);
                assert_eq!(self.items.cell(item), at.ring());
                self.items.take(item);
                self.players[plane.seat].stock.add(item);
            }
            Event::ItemUsed { seat, item } => self.use_item(seat, item),
            Event::Settled { plane, at } => {
                self.is_at(plane, at);
                assert_eq!(self.players[plane.seat].perched.take(), Some(plane.plane));
            }
            Event::NoMove { .. } | Event::Launched { .. } => {}
            _ => self.hear_of_the_turn(event),
        }
    }

    fn hear_of_the_turn(&mut self, event: &Event) {
        match *event {
            Event::EffectEnded { plane, kind } => {
                assert_eq!(self.plane(plane).effect.take(), Some(Effect { kind, turns: 1 }));
            }
            Event::RadarEnded { seat } => {
                assert_eq!(self.players[seat].radar, 1);
                self.players[seat].radar = 0;
            }
            Event::TimedOut { seat, count } => {
                self.players[seat].timeouts += 1;
                assert_eq!(self.players[seat].timeouts, count);
            }
            Event::TurnEnded { seat } => self.end_turn(seat),
            Event::RoundBegan { round } => {
                assert_eq!(self.turn, self.rules.first(), "every side has ended its turn");
                self.round += 1;
                assert_eq!(self.round, round);
            }
            Event::WeatherRefreshed { weather } => self.weather = weather,
            Event::WeatherCleared => self.weather = Marks::default(),
            Event::ItemsRefreshed { items } => self.items = items,
            Event::GameOver(outcome) => self.outcome = Some(outcome),
            _ => panic!("not heard: {event:?}"),
        }
    }

    fn is_at(&mut self, plane: PlaneId, place: Place) {
        assert_eq!(self.plane(plane).place, place, "{plane}");
    }

    fn reach(&self, from: Place) -> flychess::rules::Cells {
        self.rules.blown_to(from.ring().expect("from the ring"))
    }

    /// One step along the own track, either way; it meets a duty to continue.
    fn step(&mut self, id: PlaneId, to: Place) {
        let from = self.plane(id).place;
        let position = Position::new(self.rules);
        let left = |place| position.steps_home(id.seat, place).expect("under way");
        // Past the home entry the way home is a whole round longer: nobody steps over that gap.
        assert_eq!(left(from).abs_diff(left(to)), 1, "{from:?} to {to:?}");
        self.plane(id).place = to;
        if self.players[id.seat].perched == Some(id.plane) {
            self.players[id.seat].perched = None;
        }
    }

    fn meet(&mut self, plane: PlaneId, kind: WeatherKind, at: Place) {
        self.is_at(plane, at);
        assert_eq!(self.weather.cell(kind), at.ring());
        if let (Some(kind), Some(weather)) = (kind.lasting(), self.rules.spec().weather) {
            self.plane(plane).effect = Some(Effect {
                kind,
                turns: weather.turns(kind),
            });
        }
    }

    fn send_to_hangar(&mut self, victims: PlaneSet, at: Place) {
        for id in victims.iter() {
            self.is_at(id, at);
            *self.plane(id) = Plane::default();
            if self.players[id.seat].perched == Some(id.plane) {
                self.players[id.seat].perched = None;
            }
        }
    }

    fn use_item(&mut self, seat: Seat, item: Item) {
        assert!(self.players[seat].stock.count(item) > 0);
        self.players[seat].stock.spend(item);
        self.used.insert(item);
        match item.dice() {
            Some(dice) => self.armed = Some(dice),
            None if item == Item::Radar => {
                self.players[seat].radar = self.rules.spec().items.map_or(0, |items| items.radar_turns);
            }
            None => {}
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        assert_eq!(seat, self.turn);
        let order: Vec<Seat> = self.rules.seats().collect();
        let place = order
            .iter()
            .position(|&other| other == seat)
            .expect("a seat of the game");
        self.turn = order[(place + 1) % order.len()];
        self.armed = None;
        self.used = Items::NONE;
        let me = &mut self.players[seat];
        // What ended has been told before; an effect or radar of its last turn would fall below one here.
        for effect in me.planes.iter_mut().filter_map(|plane| plane.effect.as_mut()) {
            assert!(effect.turns > 1, "an effect ends untold");
            effect.turns -= 1;
        }
        if me.radar > 0 {
            assert!(me.radar > 1, "a radar ends untold");
            me.radar -= 1;
        }
    }
}
