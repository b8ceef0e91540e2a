//! A game that can be played: the choices of its [`Spec`] with the tables that follow from them. The duel is one
//! value of it.

use super::board::{Board, Cell, Cells, LANE, Point, RING};
use super::item::Item;
use super::place::Place;
use super::seat::{BySeat, Seat, Team};
pub use super::spec::{
    Amount, Clock, Ending, Faces, Flight, ItemRules, Schedule, Seating, Spec, Stacks, Start, Track,
    WeatherRules,
};
use super::weather::WeatherKind;

/// What an own-coloured cell does to a plane that lands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Springboard {
    /// Nothing.
    None,
    /// The plane jumps on.
    Jump,
    /// The plane flies.
    Fly(Flight),
}

/// The seats of all other sides, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Enemies {
    list: [Seating; 3],
    len: usize,
}

/// A game that can be played: a [`Spec`] with the tables that follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    spec: Spec,
    order: BySeat<Option<u8>>,
    facing: BySeat<Option<Seat>>,
    enemies: BySeat<Enemies>,
    springboards: [Springboard; RING as usize + 1],
    blown_to: [Cells; RING as usize],
}

/// The duel, number by number as RULES.md tells it.
static DUEL: Ruleset = Ruleset::new(Spec {
    name: "duel",
    board: Board::wide_cross(),
    seats: &[
        Seating {
            seat: Seat::Red,
            team: Team(0),
        },
        Seating {
            seat: Seat::Green,
            team: Team(1),
        },
    ],
    track: Track {
        start: Start::Pad,
        home_entry: 50,
        lane: 6,
        own_colour: 2,
        plain: &[],
        jump: 4,
        flights: &[Flight {
            entry: 18,
            exit: 30,
            crosses: 3,
        }],
    },
    take_off: Faces::of(&[5, 6]),
    roll_again: Faces::of(&[6]),
    stacks: Stacks::Fortress {
        perch: Faces::of(&[6]),
    },
    ending: Ending::Surplus,
    weather: Some(WeatherRules {
        kinds: &WeatherKind::ALL,
        schedule: Schedule { first: 2, every: 3 },
        amount: Amount { least: 2, spread: 2 },
        tornado_reach: 2,
        airstream_turns: 4,
        storm_turns: 4,
        thunder_turns: 2,
    }),
    items: Some(ItemRules {
        kinds: &Item::ALL,
        schedule: Schedule { first: 1, every: 7 },
        amount: Amount { least: 2, spread: 2 },
        missile_range: 6,
        knock_back: 3,
        radar_turns: 4,
    }),
    clock: Clock {
        seconds: 60,
        timeouts: 4,
    },
});

impl Ruleset {
    /// The FLYCHESS duel.
    pub fn duel() -> &'static Self {
        &DUEL
    }

    /// Every rule set that the public formats know by name.
    pub fn all() -> [&'static Self; 1] {
        [&DUEL]
    }

    /// The rule set with this name, if it is known.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|rules| rules.name() == name)
    }

    /// Works out the tables of a game.
    ///
    /// # Panics
    ///
    /// When the spec does not hang together: fewer than two seats or more than four, a seat twice, one team only,
    /// a home entry off the ring, a lane or a jump of an odd length, a flight that leaves the ring, fewer kinds of weather or items than a refresh
    /// draws, or an effect that lasts no turn. For a `static` that is a compile error.
    pub const fn new(spec: Spec) -> Self {
        assert!(2 <= spec.seats.len() && spec.seats.len() <= 4, "2 to 4 seats");
        assert!(
            1 < spec.track.home_entry && spec.track.home_entry <= RING,
            "the home entry is on the ring"
        );
        assert!(
            2 <= spec.track.lane && spec.track.lane <= LANE,
            "a lane is as long as boards have drawn, and no shorter than two cells"
        );
        assert!(
            1 <= spec.track.jump && spec.track.jump <= 12,
            "a jump walks no further than two dice"
        );
        assert!(spec.track.own_colour < 4, "one cell of four is of the own colour");
        if let Some(weather) = &spec.weather {
            assert!(
                weather.amount.fits(weather.kinds.len()),
                "kinds of weather enough"
            );
            assert!(
                weather.airstream_turns > 0 && weather.storm_turns > 0 && weather.thunder_turns > 0,
                "effects last"
            );
        }
        if let Some(items) = &spec.items {
            assert!(items.amount.fits(items.kinds.len()), "kinds of items enough");
        }
        let reach = match spec.weather {
            Some(weather) => weather.tornado_reach,
            None => 0,
        };
        Self {
            order: order(spec.seats),
            facing: facing(&spec),
            enemies: enemies(spec.seats),
            springboards: springboards(&spec.track),
            blown_to: spec.board.surroundings(reach),
            spec,
        }
    }

    /// The choices that make this game.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The word for it in every public format.
    pub const fn name(&self) -> &'static str {
        self.spec.name
    }

    /// The geometry.
    pub const fn board(&self) -> &Board {
        &self.spec.board
    }

    /// The seats in turn order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        self.spec.seats.iter().map(|seating| seating.seat)
    }

    /// Whether somebody sits there in this game.
    pub const fn has(&self, seat: Seat) -> bool {
        self.order.get(seat).is_some()
    }

    /// The seat that moves first.
    pub const fn first(&self) -> Seat {
        self.spec.seats[0].seat
    }

    /// Who is on turn after `seat`, and whether that completes a round.
    #[inline]
    pub fn after(&self, seat: Seat) -> (Seat, bool) {
        let next = self.order[seat].map_or(0, |place| usize::from(place) + 1);
        match self.spec.seats.get(next) {
            Some(seating) => (seating.seat, false),
            None => (self.first(), true),
        }
    }

    /// The side of a seat; a colour that does not sit at this table is its own.
    pub fn team(&self, seat: Seat) -> Option<Team> {
        self.order[seat].map(|place| self.spec.seats[usize::from(place)].team)
    }

    /// All seats that are not of `seat`'s team, in turn order.
    #[inline]
    pub fn enemies(&self, seat: Seat) -> &[Seating] {
        let enemies = &self.enemies[seat];
        &enemies.list[..enemies.len]
    }

    /// Who sits half a ring away, if anybody does: flights cross that seat's lane.
    #[inline]
    pub fn facing(&self, seat: Seat) -> Option<Seat> {
        self.facing[seat]
    }

    /// Own progress 1-52 of a ring cell.
    #[inline]
    pub fn progress(&self, seat: Seat, cell: Cell) -> u8 {
        let offset = self.spec.board.sector(seat).offset;
        if cell.index() >= offset {
            cell.index() - offset + 1
        } else {
            cell.index() + RING - offset + 1
        }
    }

    /// The ring cell at own progress 1-52.
    #[inline]
    pub fn cell(&self, seat: Seat, progress: u8) -> Cell {
        Cell::wrapped(self.spec.board.sector(seat).offset + progress - 1)
    }

    /// Whether the next ring cell is the seat's first again.
    #[inline]
    pub fn is_last(&self, seat: Seat, place: Place) -> bool {
        place.ring().is_some_and(|cell| self.progress(seat, cell) == RING)
    }

    /// What the cell at this own progress does to a plane of the seat that lands on it.
    #[inline]
    pub const fn springboard(&self, progress: u8) -> Springboard {
        self.springboards[progress as usize]
    }

    /// Whether the cell at this own progress is of the seat's own colour.
    pub const fn is_own_colour(&self, progress: u8) -> bool {
        progress % 4 == self.spec.track.own_colour
    }

    /// The ring cells onto which a tornado on `cell` may throw a plane.
    #[inline]
    pub const fn blown_to(&self, cell: Cell) -> Cells {
        self.blown_to[cell.index() as usize]
    }

    /// Where the middle of a flight is drawn: the lane cell of the facing sector that it crosses.
    pub fn crossing(&self, seat: Seat, flight: Flight) -> Point {
        self.board().sector(seat).lane[usize::from(flight.crosses - 1)].turned(2)
    }
}

const fn order(seats: &[Seating]) -> BySeat<Option<u8>> {
    let mut order = [None; 4];
    let mut i = 0;
    while i < seats.len() {
        assert!(order[seats[i].seat as usize].is_none(), "each seat once");
        assert!(seats[i].team.0 < 4, "teams are numbered from 0 to 3");
        order[seats[i].seat as usize] = Some(i as u8);
        i += 1;
    }
    BySeat::new(order)
}

const fn facing(spec: &Spec) -> BySeat<Option<Seat>> {
    let mut facing = [None; 4];
    let mut a = 0;
    while a < spec.seats.len() {
        let mut b = 0;
        while b < spec.seats.len() {
            let (one, other) = (spec.seats[a].seat, spec.seats[b].seat);
            let half_round = (spec.board.sector(one).offset + RING / 2) % RING;
            if spec.board.sector(other).offset == half_round {
                facing[one as usize] = Some(other);
            }
            b += 1;
        }
        a += 1;
    }
    BySeat::new(facing)
}

const fn enemies(seats: &[Seating]) -> BySeat<Enemies> {
    let mut all = [Enemies {
        list: [seats[0]; 3],
        len: 0,
    }; 4];
    let mut a = 0;
    while a < seats.len() {
        let mine = &mut all[seats[a].seat as usize];
        let mut b = 0;
        while b < seats.len() {
            if seats[a].team.0 != seats[b].team.0 {
                mine.list[mine.len] = seats[b];
                mine.len += 1;
            }
            b += 1;
        }
        assert!(mine.len > 0, "two teams at least");
        a += 1;
    }
    BySeat::new(all)
}

const fn springboards(track: &Track) -> [Springboard; RING as usize + 1] {
    let mut table = [Springboard::None; RING as usize + 1];
    let mut s = 1;
    while s <= RING {
        if s % 4 == track.own_colour && s != track.home_entry {
            table[s as usize] = Springboard::Jump;
        }
        s += 1;
    }
    let mut i = 0;
    while i < track.plain.len() {
        table[track.plain[i] as usize] = Springboard::None;
        i += 1;
    }
    let mut i = 0;
    while i < track.flights.len() {
        let flight = track.flights[i];
        assert!(0 < flight.entry && flight.entry <= RING && 0 < flight.exit && flight.exit <= RING);
        assert!(
            0 < flight.crosses && flight.crosses < track.lane,
            "a flight crosses a lane cell before home"
        );
        table[flight.entry as usize] = Springboard::Fly(flight);
        i += 1;
    }
    table
}
