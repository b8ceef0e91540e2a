//! The stream that all chance of a match comes from: published vectors, an independent ChaCha20, fair numbers, draws
//! that come evenly, and those of a match's beginning.

use flychess::rules::board::{Cell, Cells};
use flychess::rules::evenness::{Faces, LIMIT};
use flychess::rules::hash::Hash;
use flychess::rules::record::match_seed;
use flychess::rules::{Action, Chance, Die, Event, Game, Item, Ruleset, Seat, Seeded};

/// One block of ChaCha20 with a 64-bit counter and nonce 0, written down from its definition.
fn block(key: [u8; 32], counter: u64) -> [u32; 16] {
    fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
        for (to, from, turned, by) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            x[to] = x[to].wrapping_add(x[from]);
            x[turned] = (x[turned] ^ x[to]).rotate_left(by);
        }
    }
    let mut start = [0; 16];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    for (word, bytes) in start[4..12].iter_mut().zip(key.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().expect("chunks of four"));
    }
    start[12] = counter as u32;
    start[13] = (counter >> 32) as u32;
    let mut x = start;
    for _ in 0..10 {
        for i in 0..4 {
            quarter(&mut x, [i, 4 + i, 8 + i, 12 + i]);
        }
        for i in 0..4 {
            quarter(&mut x, [i, 4 + (1 + i) % 4, 8 + (2 + i) % 4, 12 + (3 + i) % 4]);
        }
    }
    std::array::from_fn(|i| x[i].wrapping_add(start[i]))
}

/// The words of the independent ChaCha20, one after the other.
fn words(key: [u8; 32]) -> impl Iterator<Item = u32> {
    (0..).flat_map(move |counter| block(key, counter))
}

fn key(bytes: &[(usize, u8)]) -> [u8; 32] {
    let mut key = [0; 32];
    bytes.iter().for_each(|&(at, byte)| key[at] = byte);
    key
}

/// A published block of a key stream with nonce 0.
struct Published {
    /// The bytes of the key that are not 0.
    key: &'static [(usize, u8)],
    counter: usize,
    stream: &'static str,
}

/// RFC 8439, appendix A.1, vectors 1 to 4.
const PUBLISHED: [Published; 4] = [
    Published {
        key: &[],
        counter: 0,
        stream: "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
         da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    },
    Published {
        key: &[],
        counter: 1,
        stream: "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
         29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    },
    Published {
        key: &[(31, 1)],
        counter: 1,
        stream: "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a\
         8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    },
    Published {
        key: &[(1, 0xff)],
        counter: 2,
        stream: "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca\
         13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    },
];

#[test]
fn the_stream_is_chacha20_as_published() {
    for Published {
        key: bytes,
        counter,
        stream,
    } in PUBLISHED
    {
        let mut seeded = Seeded::new(key(bytes));
        let words: Vec<u8> = (0..16 * (counter + 1))
            .flat_map(|_| seeded.word().to_le_bytes())
            .collect();
        assert_eq!(
            hex::encode(&words[64 * counter..]),
            stream,
            "block {counter} of the key with {bytes:?}"
        );
    }
}

#[test]
fn the_stream_runs_on_past_its_first_blocks() {
    for key in [
        [0; 32],
        key(&[(0, 1), (17, 0xa5), (31, 0x80)]),
        std::array::from_fn(|i| i as u8),
    ] {
        let mut seeded = Seeded::new(key);
        // Long enough for many refills of any buffer in between.
        for (i, word) in words(key).take(16 * 2000).enumerate() {
            assert_eq!(seeded.word(), word, "word {} of block {}", i % 16, i / 16);
        }
    }
}

/// `uniform` as the rules page words it, in 64 bits throughout.
fn uniform(words: &mut impl Iterator<Item = u32>, n: u32) -> u32 {
    let limit = u64::from(n) * ((1 << 32) / u64::from(n));
    loop {
        let x = words.next().expect("a stream does not end");
        if u64::from(x) < limit {
            return x % n;
        }
    }
}

#[test]
fn a_number_below_n_is_drawn_as_the_rules_say() {
    // From 2^31 + 1 on about every second word is read again, so both ways are gone many times. A wrong number of
    // words read would show in the next value.
    let bounds = [
        1,
        2,
        3,
        4,
        5,
        6,
        25,
        52,
        1 << 16,
        1 << 31,
        (1 << 31) + 1,
        3 << 30,
        u32::MAX - 1,
        u32::MAX,
    ];
    for n in bounds {
        let (mut seeded, mut stream) = (Seeded::new([7; 32]), words([7; 32]));
        for i in 0..1000 {
            assert_eq!(seeded.uniform(n), uniform(&mut stream, n), "number {i} below {n}");
        }
    }
    let (mut seeded, mut read) = (Seeded::new([7; 32]), 0);
    let mut counted = words([7; 32]).inspect(|_| read += 1);
    (0..1000).for_each(|_| {
        assert_eq!(
            seeded.uniform((1 << 31) + 1),
            uniform(&mut counted, (1 << 31) + 1)
        )
    });
    assert!(
        (1900..2100).contains(&read),
        "about half of the words are beyond the largest multiple: {read} for 1000"
    );
}

/// Pearson's statistic of counts that should be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

/// What fair counts stay below 999 times in 1000, by how many of them there are: from a table of the chi-square
/// distribution with one degree of freedom less. Seeds are fixed in these tests, so whether one passes is no matter of
/// luck.
fn limit(counts: usize) -> f64 {
    match counts {
        2 => 10.828,
        4 => 16.266,
        5 => 18.467,
        6 => LIMIT,
        10 => 27.877,
        36 => 66.619,
        50 => 85.351,
        _ => panic!("no limit is written down for {counts} counts"),
    }
}

#[track_caller]
fn even(what: &str, counts: &[u32]) {
    let (found, limit) = (chi_square(counts), limit(counts.len()));
    assert!(found < limit, "{what}: {counts:?}, {found} and not below {limit}");
}

#[test]
fn ten_million_dice_fall_evenly() {
    let (mut seeded, mut faces, mut pairs) = (Seeded::new([1; 32]), [0; 6], [0; 36]);
    for _ in 0..5_000_000 {
        let (one, other) = seeded.two_dice().expect("a stream has dice");
        let [one, other] = [one, other].map(|die| usize::from(die.face()) - 1);
        faces[one] += 1;
        faces[other] += 1;
        pairs[6 * one + other] += 1;
    }
    assert_eq!(faces.iter().sum::<u32>(), 10_000_000);
    even("faces", &faces);
    even("one die after another", &pairs);
}

/// Evenness along one stream says nothing of how matches begin, each with a stream of its own.
#[test]
fn many_matches_begin_evenly() {
    let (mut seats, mut faces, mut followed) = ([0; 2], [0; 6], [0; 36]);
    let mut before = 0;
    for number in 0..30_000 {
        let seed = match_seed(
            &format!("match{number}"),
            Hash([1; 32]),
            [Hash([2; 32]), Hash([3; 32])],
        );
        let mut events = Vec::new();
        let mut game = Game::begin(Ruleset::duel(), seed.0, &mut events);
        seats[usize::from(game.first_in_queue() == Seat::Green)] += 1;
        game.play(Seat::Red, Action::Roll, &mut events)
            .expect("a match begins with Red's roll");
        let face = usize::from(first_roll(&events).expect("it was rolled")) - 1;
        faces[face] += 1;
        followed[6 * before + face] += 1;
        before = face;
    }
    even("seat of the first of the queue", &seats);
    even("first roll", &faces);
    even("first roll of one match and of the next", &followed);
}

fn first_roll(events: &[Event]) -> Option<u8> {
    events.iter().find_map(|event| match event {
        Event::Rolled { roll, .. } => Some(roll.0.total()),
        _ => None,
    })
}

#[test]
fn a_tornado_throws_evenly() {
    let (rules, mut seeded) = (Ruleset::duel(), Seeded::new([4; 32]));
    for at in [0, 20, 51] {
        let candidates = rules.blown_to(Cell::new(at).expect("a ring cell"));
        let mut thrown = [0; 52];
        for _ in 0..50_000 {
            let cell = seeded.tornado(candidates).expect("a stream has a cell");
            thrown[usize::from(cell.index())] += 1;
        }
        let (inside, outside): (Vec<_>, Vec<_>) =
            (0..52).partition(|&cell| candidates.contains(Cell::new(cell).expect("a ring cell")));
        assert!(
            outside.iter().all(|&cell| thrown[usize::from(cell)] == 0),
            "from {at}"
        );
        let thrown: Vec<_> = inside.iter().map(|&cell| thrown[usize::from(cell)]).collect();
        even(&format!("thrown from {at}"), &thrown);
    }
}

/// Draws refreshes on a board with two cells that are not free: how many kinds, which, and where the first kind lies.
fn refreshes<K: PartialEq + Copy>(kinds: &[K], mut draw: impl FnMut(Cells) -> Vec<(K, u8)>) {
    let taken = [7, 30];
    let mut free = Cells::ALL;
    for cell in taken {
        free.remove(Cell::new(cell).expect("a ring cell"));
    }
    let (mut amounts, mut sets, mut cells) = ([0; 2], vec![0; 1 << kinds.len()], [0; 52]);
    for _ in 0..50_000 {
        let drawn = draw(free);
        amounts[drawn.len() - 2] += 1;
        let place = |kind| {
            kinds
                .iter()
                .position(|known| *known == kind)
                .expect("a known kind")
        };
        sets[drawn.iter().map(|&(kind, _)| 1 << place(kind)).sum::<usize>()] += 1;
        for &(kind, cell) in &drawn {
            // Kinds share a board, so only one of them is drawn independently from refresh to refresh.
            cells[usize::from(cell)] += u32::from(place(kind) == 0);
        }
        assert!(
            drawn.iter().all(|(_, cell)| !taken.contains(cell)),
            "a free cell each"
        );
    }
    even("two or three", &amounts);
    for amount in [2, 3] {
        let of_amount = sets
            .iter()
            .enumerate()
            .filter_map(|(set, &count)| (set.count_ones() == amount).then_some(count));
        even(&format!("which {amount} kinds"), &of_amount.collect::<Vec<_>>());
    }
    let free: Vec<_> = (0..52)
        .filter(|cell| !taken.contains(&(*cell as u8)))
        .map(|cell| cells[cell])
        .collect();
    even("cell of a kind", &free);
}

#[test]
fn weather_and_items_come_evenly() {
    let spec = Ruleset::duel().spec();
    let mut seeded = Seeded::new([5; 32]);
    let weather = spec.weather.as_ref().expect("the duel has weather");
    refreshes(weather.kinds, |free| {
        let marks = seeded.weather(weather, free).expect("a stream has weather");
        marks.iter().map(|mark| (mark.kind, mark.cell.index())).collect()
    });
    let items = spec.items.as_ref().expect("the duel has items");
    refreshes(items.kinds, |free| {
        let marks = seeded.items(items, free).expect("a stream has items");
        marks.iter().map(|mark| (mark.kind, mark.cell.index())).collect()
    });
}

#[test]
fn evenness_is_measured_as_by_hand() {
    let of = |counts: [u64; 6]| {
        let mut faces = Faces::default();
        for (face, count) in (1..).zip(counts) {
            (0..count).for_each(|_| faces.add(Die::new(face).expect("a face")));
        }
        assert_eq!((faces.counts(), faces.dice()), (counts, counts.iter().sum()));
        faces
    };
    // 60 dice: (25 + 4 + 1 + 4 + 0 + 100) / 10.
    let faces = of([5, 8, 9, 8, 10, 20]);
    assert!((faces.chi_square() - 13.4).abs() < 1e-9, "{}", faces.chi_square());
    assert_eq!(of([0; 6]).chi_square(), 0.0);
    assert_eq!(of([7; 6]).chi_square(), 0.0);
    assert!(
        of([0, 0, 0, 0, 0, 60]).chi_square() > LIMIT,
        "a die that shows sixes only"
    );
    let mut sum = faces;
    sum.merge(&of([1, 2, 3, 4, 5, 6]));
    assert_eq!(sum.counts(), [6, 10, 12, 12, 15, 26]);
}

#[test]
fn two_dice_are_two_draws() {
    let (mut seeded, mut singly) = (Seeded::new([2; 32]), Seeded::new([2; 32]));
    for _ in 0..1000 {
        let (one, other) = seeded.two_dice().expect("a stream has dice");
        assert_eq!((Some(one), Some(other)), (singly.die(), singly.die()));
    }
}

/// The beginning of a match, drawn from words as the rules page words it: the seat of the first in the queue, then
/// kinds without replacement, then for each a cell from the free ones.
fn opening(key: [u8; 32]) -> (Seat, Vec<(Item, u8)>, u32) {
    let mut words = words(key);
    let first = [Seat::Red, Seat::Green][uniform(&mut words, 2) as usize];
    let count = 2 + uniform(&mut words, 2);
    let mut kinds = vec![
        Item::Flare,
        Item::Missile,
        Item::Radar,
        Item::SixDie,
        Item::PowerUnit,
    ];
    let mut draw_kind = |_| kinds.remove(uniform(&mut words, kinds.len() as u32) as usize);
    let drawn: Vec<Item> = (0..count).map(&mut draw_kind).collect();
    let mut free: Vec<u8> = (0..52).collect();
    let mut items: Vec<(Item, u8)> = Vec::new();
    for kind in drawn {
        items.push((kind, free.remove(uniform(&mut words, free.len() as u32) as usize)));
    }
    items.sort_by_key(|&(_, cell)| cell);
    (first, items, 1 + uniform(&mut words, 6))
}

#[test]
fn a_match_begins_with_the_draws_in_their_order() {
    for number in 0..300_u16 {
        let mut key = [0; 32];
        key[..2].copy_from_slice(&number.to_le_bytes());
        let (first, items, roll) = opening(key);
        let mut events = Vec::new();
        let mut game = Game::begin(Ruleset::duel(), key, &mut events);
        let marks = game.position().items().iter();
        let found: Vec<_> = marks.map(|mark| (mark.kind, Cell::index(mark.cell))).collect();
        assert_eq!((game.first_in_queue(), found), (first, items), "seed {number}");
        game.play(Seat::Red, Action::Roll, &mut events)
            .expect("a match begins with Red's roll");
        assert_eq!(first_roll(&events).map(u32::from), Some(roll), "seed {number}");
    }
}
