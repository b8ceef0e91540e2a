//! Every rule that differs between games of this family, as data. The duel is one value of it.
//!
//! Own progress `s` counts a seat's ring cells from 1 (its first cell) to 52, as in RULES.md, section 2.

use super::board::{Board, Cell, Cells, LANE, Point, RING};
use super::dice::Roll;
use super::item::Item;
use super::place::Place;
use super::seat::{BySeat, Seat, Team};
use super::weather::{Lasting, WeatherKind};

/// A set of faces of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// The faces listed, each 1-6.
    pub const fn of(faces: &[u8]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < faces.len() {
            set |= 1 << faces[i];
            i += 1;
        }
        Self(set)
    }

    /// Whether the face is in the set.
    #[inline]
    pub const fn contains(self, face: u8) -> bool {
        self.0 & (1 << face) != 0
    }

    /// Whether one of a roll's dice shows a face of the set.
    #[inline]
    pub const fn meets(self, roll: Roll) -> bool {
        match roll {
            Roll::Natural(die) => self.contains(die.face()),
            Roll::SixDie => self.contains(6),
            Roll::PowerUnit(one, other) => self.contains(one.face()) || self.contains(other.face()),
        }
    }
}

/// Who sits at the table, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The colour.
    pub seat: Seat,
    /// Whose side it is on.
    pub team: Team,
}

/// A short cut over the facing seat's lane, in own progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Progress of the entry.
    pub entry: u8,
    /// Progress of the exit.
    pub exit: u8,
    /// The cell (1-5) of the facing seat's lane that it crosses.
    pub crosses: u8,
}

/// Where a plane goes that takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Onto a pad off the ring, where nothing can hit it; its first step enters the ring.
    Pad,
    /// Onto its first ring cell at once, hitting who stands there.
    FirstCell,
}

/// The way of a plane round the ring, the same for every seat in its own progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    /// Where taking off leads.
    pub start: Start,
    /// Progress of the cell from which the next step enters the lane. It neither jumps nor flies.
    pub home_entry: u8,
    /// A cell is of the seat's own colour when `s` mod 4 equals this.
    pub own_colour: u8,
    /// Progress of cells of the own colour that do nothing all the same.
    pub plain: &'static [u8],
    /// How many cells a jump walks.
    pub jump: u8,
    /// The flights.
    pub flights: &'static [Flight],
}

/// What two or more planes of one side on one ring cell are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacks {
    /// A fortress: planes that meet it on the way bounce (or perch), a lander crashes, two block a flight.
    Fortress {
        /// Faces of a single die with which a plane perches instead of bouncing.
        perch: Faces,
    },
    /// Nothing special: a landing plane hits all of them.
    Loose,
}

/// What happens to steps beyond home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Left-over steps are dropped: the plane is home.
    Surplus,
    /// Left-over steps are walked back along the lane.
    BounceBack,
    /// A plane that would overshoot may not be selected.
    Exact,
}

/// When the board's weather or items are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The first round that brings some.
    pub first: u32,
    /// Rounds from one refresh to the next.
    pub every: u32,
}

impl Schedule {
    /// Whether this round begins with a refresh.
    pub const fn is_due(self, round: u32) -> bool {
        round >= self.first && (round - self.first).is_multiple_of(self.every)
    }
}

/// A refresh puts `least` to `least + spread - 1` kinds on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The smallest number of kinds.
    pub least: u32,
    /// How many different numbers are possible, each as likely.
    pub spread: u32,
}

impl Amount {
    /// Whether there are kinds enough for the largest number.
    const fn fits(self, kinds: usize) -> bool {
        self.spread > 0 && self.least as usize + self.spread as usize - 1 <= kinds
    }
}

/// Weather: which kinds, when, and how it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeatherRules {
    /// The kinds, in the order in which chance draws from them.
    pub kinds: &'static [WeatherKind],
    /// When it is replaced.
    pub schedule: Schedule,
    /// How many kinds at once.
    pub amount: Amount,
    /// How far a tornado throws, by grid distance.
    pub tornado_reach: u8,
    /// Turns of its owner that an airstream stays on a plane.
    pub airstream_turns: u8,
    /// Turns of its owner that a storm stays on a plane.
    pub storm_turns: u8,
    /// Turns of its owner that thunder holds a plane.
    pub thunder_turns: u8,
}

impl WeatherRules {
    /// How many of its owner's turns an effect lasts.
    pub const fn turns(&self, kind: Lasting) -> u8 {
        match kind {
            Lasting::Airstream => self.airstream_turns,
            Lasting::Storm => self.storm_turns,
            Lasting::Thunder => self.thunder_turns,
        }
    }
}

/// Items: which kinds, when, and their ranges and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemRules {
    /// The kinds, in the order in which chance draws from them and a player is offered them.
    pub kinds: &'static [Item],
    /// When those on the board are replaced.
    pub schedule: Schedule,
    /// How many kinds at once.
    pub amount: Amount,
    /// How many cells ahead a missile reaches.
    pub missile_range: u8,
    /// How many cells a missile knocks its targets back.
    pub knock_back: u8,
    /// Turns of its owner that a radar works.
    pub radar_turns: u8,
}

/// How long a side may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Seconds for each roll phase and each select phase.
    pub seconds: u32,
    /// The timeout of a side that loses it the match.
    pub timeouts: u8,
}

/// Everything that a game of this family may choose, with public fields and no promises;
/// [`Ruleset::new`] makes it playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The word for it in every public format.
    pub name: &'static str,
    /// The geometry.
    pub board: Board,
    /// 2 to 4 seats in turn order.
    pub seats: &'static [Seating],
    /// The way of a plane.
    pub track: Track,
    /// Faces with which a plane takes off.
    pub take_off: Faces,
    /// Faces of a natural single die that give another roll.
    pub roll_again: Faces,
    /// What a stack is.
    pub stacks: Stacks,
    /// How a plane comes home.
    pub ending: Ending,
    /// Weather, if there is any.
    pub weather: Option<WeatherRules>,
    /// Items, if there are any.
    pub items: Option<ItemRules>,
    /// Time.
    pub clock: Clock,
}

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

/// Another seat as one seat sees it.
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

/// The duel of seed 000, number by number as RULES.md tells it.
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
    /// a home entry off the ring, a flight that leaves the ring, fewer kinds of weather or items than a refresh
    /// draws, or an effect that lasts no turn. For a `static` that is a compile error.
    pub const fn new(spec: Spec) -> Self {
        assert!(2 <= spec.seats.len() && spec.seats.len() <= 4, "2 to 4 seats");
        assert!(
            1 < spec.track.home_entry && spec.track.home_entry <= RING,
            "the home entry is on the ring"
        );
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
            0 < flight.crosses && flight.crosses < LANE,
            "a flight crosses a lane cell before home"
        );
        table[flight.entry as usize] = Springboard::Fly(flight);
        i += 1;
    }
    table
}
