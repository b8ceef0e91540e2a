//! What may be done, told a second time from the text of the rules; and that everything the engine says about it agrees:
//! what is offered, what is selectable, usable and launchable, what is checked, and what is then accepted.

use flychess::rules::chance::Recorded;
use flychess::rules::ruleset::Ending;
use flychess::rules::{
    Action, Chance, Drawn, Event, Illegal, Item, Phase, Place, Position, Roll, Scripted, Seat, Seeded, Use,
};

use super::same;

/// Indices of planes that are tried, also such as do not exist.
const PLANES: [u8; 7] = [0, 1, 2, 3, 4, 5, 255];

/// Every action there is.
pub(crate) fn all_actions() -> impl Iterator<Item = Action> {
    let simple = [Use::Flare, Use::Radar, Use::SixDie, Use::PowerUnit].map(Action::Use);
    let selections = PLANES.map(|plane| Action::Select { plane });
    let missiles = PLANES.map(|plane| Action::Use(Use::Missile { plane }));
    [Action::Roll, Action::Timeout, Action::Resign]
        .into_iter()
        .chain(simple)
        .chain(selections)
        .chain(missiles)
}

/// Why the rules refuse an action, draws aside.
pub(crate) fn refusal(position: &Position, seat: Seat, action: Action) -> Option<Illegal> {
    let rules = position.rules();
    let phase = position.phase();
    if matches!(phase, Phase::Over(_)) {
        return Some(Illegal::GameOver);
    }
    match action {
        Action::Resign => (!rules.has(seat)).then_some(Illegal::NotYourTurn),
        _ if seat != position.turn() => Some(Illegal::NotYourTurn),
        Action::Timeout => None,
        Action::Roll => (phase != Phase::Roll).then_some(Illegal::WrongPhase),
        Action::Select { plane } => match phase {
            Phase::Select(_) if plane > 3 => Some(Illegal::NoSuchPlane),
            Phase::Select(roll) => (!may_select(position, plane, roll)).then_some(Illegal::NotSelectable),
            _ => Some(Illegal::WrongPhase),
        },
        Action::Use(item) if phase == Phase::Roll => refusal_of_use(position, item),
        Action::Use(_) => Some(Illegal::WrongPhase),
    }
}

fn may_select(position: &Position, plane: u8, roll: Roll) -> bool {
    let rules = position.rules();
    let plane = &position.player(position.turn()).planes[usize::from(plane)];
    match plane.place {
        Place::Home => false,
        Place::Hangar => roll.dice().any(|die| rules.spec().take_off.contains(die.face())),
        _ if plane.is_held() => false,
        place if rules.spec().ending == Ending::Exact => position
            .steps_home(position.turn(), place)
            .is_some_and(|left| plane.steps(roll) <= left),
        _ => true,
    }
}

fn refusal_of_use(position: &Position, item: Use) -> Option<Illegal> {
    let me = position.player(position.turn());
    let kind = item.item();
    if position.rules().spec().items.is_none() || me.stock.count(kind) == 0 {
        return Some(Illegal::NoItem);
    }
    if kind != Item::Radar && position.used().contains(kind) {
        return Some(Illegal::ItemUsed);
    }
    match item {
        Use::Flare => position.weather().is_empty().then_some(Illegal::NoWeather),
        Use::Radar => (me.radar > 0).then_some(Illegal::RadarActive),
        Use::SixDie | Use::PowerUnit => position.armed().is_some().then_some(Illegal::DiceItemArmed),
        Use::Missile { plane } if plane > 3 => Some(Illegal::NoSuchPlane),
        Use::Missile { plane } => match me.planes[usize::from(plane)].place {
            Place::Ring(from) => (!has_target(position, from.index())).then_some(Illegal::NoTarget),
            _ => Some(Illegal::NotSelectable),
        },
    }
}

fn has_target(position: &Position, from: u8) -> bool {
    let rules = position.rules();
    let range = rules.spec().items.map_or(0, |items| items.missile_range);
    let in_range = |place: Place| {
        place
            .ring()
            .is_some_and(|cell| (1..=range).contains(&((cell.index() + 52 - from) % 52)))
    };
    rules
        .enemies(position.turn())
        .iter()
        .map(|enemy| position.player(enemy.seat))
        .any(|enemy| enemy.radar == 0 && enemy.planes.iter().any(|plane| in_range(plane.place)))
}

/// Everything that says what may be done says the same, over all actions of all seats.
pub(crate) fn agrees(position: &Position, chance: &Seeded) {
    let turn = position.turn();
    let offers = position.offers();
    for seat in Seat::ALL {
        for action in all_actions() {
            let refusal = refusal(position, seat, action);
            assert_eq!(position.check(seat, action).err(), refusal, "{seat} {action:?}");
            let is_offered = seat == turn && offers.contains(action);
            let always_possible = matches!(action, Action::Timeout | Action::Resign);
            assert_eq!(
                is_offered,
                refusal.is_none() && !always_possible,
                "{seat} {action:?}"
            );
            plays_as_checked(position, seat, action, refusal, chance.clone());
        }
    }
    let list: Vec<Action> = offers.iter().collect();
    assert_eq!(list.len(), offers.len());
    assert!((0..=list.len()).all(|n| offers.nth(n) == list.get(n).copied()));
    offers_are_in_order(position, &list);
    answers_of_the_page_agree(position, &list);
}

fn plays_as_checked(
    position: &Position,
    seat: Seat,
    action: Action,
    refusal: Option<Illegal>,
    mut chance: Seeded,
) {
    let earlier = Event::NoMove {
        seat: position.turn(),
    };
    let (mut after, mut events) = (*position, vec![earlier]);
    let played = after.play(seat, action, &mut chance, &mut events);
    assert_eq!(played.err(), refusal, "{seat} {action:?}");
    if refusal.is_some() {
        same(&after, position, "a refused action changes nothing");
        assert_eq!(events, [earlier], "a refused action tells nothing");
    } else {
        assert!(
            events.len() > 1 && events[0] == earlier,
            "an accepted action tells something"
        );
    }
}

/// The roll, then items in drawing order; planes ascending; nothing twice.
fn offers_are_in_order(position: &Position, offers: &[Action]) {
    let rank = |action: &Action| match *action {
        Action::Roll => (0, 0),
        Action::Select { plane } => (0, plane),
        Action::Use(item) => {
            let place = Item::ALL.iter().position(|&kind| kind == item.item());
            (
                1 + place.expect("an item"),
                if let Use::Missile { plane } = item {
                    plane
                } else {
                    0
                },
            )
        }
        Action::Timeout | Action::Resign => panic!("never offered"),
    };
    assert!(
        offers.is_sorted_by(|one, other| rank(one) < rank(other)),
        "{offers:?}"
    );
    assert_eq!(offers.is_empty(), position.outcome().is_some());
}

fn answers_of_the_page_agree(position: &Position, offers: &[Action]) {
    for plane in PLANES {
        assert_eq!(
            position.selectable().contains(plane),
            offers.contains(&Action::Select { plane })
        );
        let missile = Action::Use(Use::Missile { plane });
        assert_eq!(position.launchers().contains(plane), offers.contains(&missile));
        assert_eq!(
            position.preview_select(plane).is_some(),
            position.selectable().contains(plane)
        );
        assert_eq!(
            position.preview_missile(plane).is_some(),
            position.launchers().contains(plane)
        );
    }
    for item in Item::ALL {
        let use_of = |action: &&Action| matches!(action, Action::Use(used) if used.item() == item);
        let usable = position.usable(item);
        assert_eq!(
            usable.is_ok(),
            offers.iter().any(|action| use_of(&action)),
            "{item:?}"
        );
        if let Some(action) = all_actions()
            .find(|action| use_of(&action))
            .filter(|_| item != Item::Missile)
        {
            assert_eq!(usable, position.check(position.turn(), action));
        }
    }
}

/// An action draws exactly what it needs: with these outcomes it does the same again, with one of them missing or
/// replaced by one that cannot be it is refused and changes nothing, and outcomes left over are no error.
pub(crate) fn draws_exactly(position: &Position, seat: Seat, action: Action, chance: &Seeded) {
    let mut stream = chance.clone();
    let mut live = Recorded::new(&mut stream);
    let (mut after, mut told) = (*position, Vec::new());
    after
        .play(seat, action, &mut live, &mut told)
        .expect("an accepted action");
    let play = |script: &[Drawn]| {
        let (mut again, mut events, mut chance) = (*position, Vec::new(), Scripted::new(script));
        let played = again.play(seat, action, &mut chance, &mut events);
        (played, again, events, chance.left().len())
    };
    let script = live.into_drawn();
    let accepted = |script: &[Drawn], left: usize| {
        let (played, again, events, unused) = play(script);
        assert_eq!((played, &events, unused), (Ok(()), &told, left));
        same(&again, &after, "the same outcomes do the same");
    };
    accepted(&script, 0);
    let mut longer = script.clone();
    longer.push(Drawn::Dice(vec![6]));
    accepted(&longer, 1);
    let refused = |script: &[Drawn]| {
        let (played, again, events, _) = play(script);
        assert_eq!(
            (played, events),
            (Err(Illegal::BadChance), vec![]),
            "{action:?} with {script:?}"
        );
        same(&again, position, "bad chance changes nothing");
    };
    for at in 0..script.len() {
        refused(&script[..at]);
        for impossible in impossible_instead_of(position, &script[at]) {
            let mut wrong = script.clone();
            wrong[at] = impossible;
            refused(&wrong);
        }
    }
}

/// Outcomes that cannot be where this one could.
fn impossible_instead_of(position: &Position, drawn: &Drawn) -> Vec<Drawn> {
    let mut all = vec![
        Drawn::Dice(vec![]),
        Drawn::Dice(vec![0]),
        Drawn::Dice(vec![7, 1]),
        Drawn::Dice(vec![1, 2, 3]),
    ];
    match drawn {
        Drawn::Dice(faces) => {
            let (mut more, mut high, mut low) = (faces.clone(), faces.clone(), faces.clone());
            more.push(1);
            high[0] += 256;
            low[0] = -low[0];
            all.extend([more, high, low].map(Drawn::Dice));
            all.push(Drawn::Tornado(3));
        }
        &Drawn::Tornado(cell) => {
            let reach = position
                .rules()
                .spec()
                .weather
                .map_or(0, |weather| weather.tornado_reach);
            all.extend([-1, 52, cell + 256].map(Drawn::Tornado));
            if reach < 7 {
                all.push(Drawn::Tornado((cell + 26) % 52));
            }
            all.push(Drawn::Dice(vec![6]));
        }
        Drawn::Weather(marks) => {
            all.extend(impossible_marks(position, marks).into_iter().map(Drawn::Weather));
            all.push(Drawn::Items(vec![]));
        }
        Drawn::Items(marks) => {
            all.extend(impossible_marks(position, marks).into_iter().map(Drawn::Items));
            all.push(Drawn::Weather(vec![]));
        }
    }
    all
}

fn impossible_marks<M: Clone + Marked>(position: &Position, marks: &[M]) -> Vec<Vec<M>> {
    let with_first_on = |cell: i64| {
        let mut moved = marks.to_vec();
        moved[0].set_cell(cell);
        moved
    };
    let mut twice = marks.to_vec();
    twice.push(marks[0].clone());
    let mut all = vec![
        vec![],
        twice,
        with_first_on(-1),
        with_first_on(52),
        with_first_on(256),
    ];
    // Planes that this action does not move, those at other seats' first cells, are not looked for: two marks on one
    // cell, and a cell where some plane stands that cannot move in this turn, are enough.
    if let Some(second) = marks.get(1) {
        all.push(with_first_on(second.cell()));
    }
    all.extend(standing_still(position).map(with_first_on));
    all
}

/// A ring cell on which a plane stands that a turn ending cannot have moved: two planes of a side on turn, of which at
/// most one moves.
fn standing_still(position: &Position) -> Option<i64> {
    let mine = &position.player(position.turn()).planes;
    let cell = mine.iter().find_map(|plane| {
        plane
            .place
            .ring()
            .filter(|&cell| position.player(position.turn()).on(cell).len() > 1)
    });
    // A settlement or a crash can send both away; a side whose enemies are all off the ring has neither.
    let enemies = position
        .rules()
        .enemies(position.turn())
        .iter()
        .flat_map(|enemy| &position.player(enemy.seat).planes);
    let alone = enemies.into_iter().all(|plane| plane.place.ring().is_none());
    cell.filter(|_| alone).map(|cell| i64::from(cell.index()))
}

trait Marked {
    fn cell(&self) -> i64;
    fn set_cell(&mut self, cell: i64);
}

impl<K> Marked for flychess::rules::chance::RawMark<K> {
    fn cell(&self) -> i64 {
        self.cell
    }

    fn set_cell(&mut self, cell: i64) {
        self.cell = cell;
    }
}

/// The actions that would be accepted, those always possible included.
pub(crate) fn accepted(position: &Position) -> Vec<(Seat, Action)> {
    let all = Seat::ALL
        .into_iter()
        .flat_map(|seat| all_actions().map(move |action| (seat, action)));
    all.filter(|&(seat, action)| refusal(position, seat, action).is_none())
        .collect()
}

/// Whether chance serves, for a look at what an action does.
pub(crate) fn played(
    position: &Position,
    seat: Seat,
    action: Action,
    chance: &mut impl Chance,
) -> Result<(Position, Vec<Event>), Illegal> {
    let (mut after, mut events) = (*position, Vec::new());
    after.play(seat, action, chance, &mut events)?;
    Ok((after, events))
}
