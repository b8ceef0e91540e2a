//! What every store must do, whatever it keeps things in: each law is written for any store and run on each of them.
#![cfg(feature = "ssr")]

mod online;

use std::sync::Arc;

use flychess::protocol::{Code, Identity, MatchId, Outage};
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::record::PersonKind;
use flychess::rules::{Action, Outcome, Reason, Seat};
use flychess::server::store::{
    After, Append, Claim, Guarded, Invitation, Invitations, Member, Occasion, OpenError, PlayerKey, Sqlite,
    Store, StoredMatch, StoredStage, Waiting,
};
use online::{Folder, commitment, fresh, secret};

/// Where a kind of store keeps things. What is opened twice is the same store.
trait Place: Default {
    type Store: Store;
    async fn open(&self) -> Self::Store;
}

struct SqliteFile(Folder);

impl Default for SqliteFile {
    fn default() -> Self {
        Self(Folder::new())
    }
}

impl Place for SqliteFile {
    type Store = Sqlite;

    async fn open(&self) -> Sqlite {
        Sqlite::open(&self.0.database())
            .await
            .expect("a file can be made")
    }
}

macro_rules! conformance {
    ($kind:ident: $place:ty; $($law:ident)*) => {
        mod $kind {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $law() {
                    super::$law(&<$place>::default()).await;
                }
            )*
        }
    };
}

conformance! {
    sqlite: SqliteFile;
    nobody_waits_twice
    the_queue_keeps_its_order
    who_leaves_the_queue_is_gone_once
    a_pair_leaves_the_queue_together
    a_pair_is_refused_whole
    of_many_pairings_one_succeeds
    a_pair_is_kept_as_it_was_made
    an_invitation_is_kept_as_it_was_made
    nobody_stands_in_two_places
    an_invitation_is_used_whole_and_once
    seeds_are_kept_while_pairing_alone
    a_match_begins_once
    a_match_without_a_seed_does_not_begin
    a_pairing_with_a_seed_is_not_dissolved
    a_dissolved_pairing_binds_nobody
    of_fifty_appends_on_one_version_one_is_stored
    an_append_follows_exactly
    nothing_is_appended_to_what_is_not_live
    what_was_appended_is_kept_in_order
    matches_do_not_mix
    a_deadline_is_put_off_at_its_version_alone
    only_a_player_leaves_and_only_what_is_over
    everything_outlives_the_store
}

fn player() -> PlayerKey {
    PlayerKey(secret())
}

fn waiting(player: PlayerKey) -> Waiting {
    let number = i64::try_from(fresh()).expect("few are made");
    Waiting {
        player,
        identity: Identity {
            kind: PersonKind::Guest,
            name: format!("GUEST-{number} 飞\u{1f6e9}'\""),
        },
        commitment: secret(),
        joined: 1_800_000_000_000 + number,
    }
}

/// The match that these two would have.
fn matched(pair: &[Waiting; 2]) -> StoredMatch {
    let id = format!("match{}", fresh());
    StoredMatch {
        id: id.parse().expect("letters and digits"),
        ruleset: "duel".into(),
        occasion: Occasion::Queue,
        stage: StoredStage::Pairing { deadline: 5_000 },
        server_seed: secret(),
        fixed_seed: None,
        clock_ms: 60_000,
        members: pair.clone().map(|waiting| Member {
            player: waiting.player,
            identity: waiting.identity,
            commitment: waiting.commitment,
            seed: None,
            has_left: false,
        }),
        actions: Vec::new(),
        outages: Vec::new(),
    }
}

/// Two who wait.
async fn two(store: &impl Store) -> [Waiting; 2] {
    let pair = [waiting(player()), waiting(player())];
    for waiting in &pair {
        assert_eq!(store.join(waiting.clone()).await, Ok(Guarded::Stored));
    }
    pair
}

async fn paired(store: &impl Store) -> StoredMatch {
    let stored = matched(&two(store).await);
    assert_eq!(store.pair(stored.clone()).await, Ok(Guarded::Stored));
    stored
}

async fn live(store: &impl Store) -> StoredMatch {
    let mut stored = paired(store).await;
    let seed = secret();
    let first = stored.members[0].player;
    assert_eq!(store.reveal(&stored.id, first, seed).await, Ok(Guarded::Stored));
    assert_eq!(store.begin(&stored.id, 10_000, 70_000).await, Ok(Guarded::Stored));
    stored.members[0].seed = Some(seed);
    stored.stage = StoredStage::Live {
        began: 10_000,
        deadline: 70_000,
    };
    stored
}

async fn load(store: &impl Store, id: &MatchId) -> StoredMatch {
    let found = store.load(id).await.expect("the store can be read");
    found.expect("the match is there")
}

fn roll(t: u64) -> Written {
    Written::new(Action::Roll, Some(Seat::Red), Some(t))
}

fn append(id: &MatchId, follows: u32, then: After) -> Append {
    Append {
        id: id.clone(),
        follows,
        act: roll(u64::from(follows)),
        then,
    }
}

const OUTCOME: Outcome = Outcome {
    reason: Reason::Timeouts,
    winner: Seat::Green,
};
const OVER: After = After::Over {
    outcome: OUTCOME,
    winner: 1,
};

async fn nobody_waits_twice(place: &impl Place) {
    let store = place.open().await;
    let first = waiting(player());
    assert_eq!(store.join(first.clone()).await, Ok(Guarded::Stored));
    let again = waiting(first.player);
    assert_eq!(store.join(again).await, Ok(Guarded::Refused));
    assert_eq!(store.queue().await, Ok(vec![first]));
}

/// An invitation, in the order of its making.
fn code(number: u8) -> Code {
    Code::from_bytes([number, 0, 0, 0, 0, 0])
}

async fn an_invitation_is_kept_as_it_was_made(place: &impl Place) {
    let store = place.open().await;
    let [host, guest, other] = [waiting(player()), waiting(player()), waiting(player())];
    assert_eq!(store.invite(code(1), host.clone()).await, Ok(Guarded::Stored));
    assert_eq!(
        store.invite(code(1), other.clone()).await,
        Ok(Guarded::Refused),
        "the code is in use"
    );
    assert_eq!(
        store.accept(code(2), guest.clone()).await,
        Ok(Guarded::Refused),
        "there is none"
    );
    assert_eq!(store.accept(code(1), guest.clone()).await, Ok(Guarded::Stored));
    assert_eq!(
        store.accept(code(1), other.clone()).await,
        Ok(Guarded::Refused),
        "it is taken"
    );
    let mut kept = Invitation {
        code: code(1),
        host: host.clone(),
        guest: Some(guest.clone()),
    };
    // It outlives the store.
    let again = place.open().await;
    assert_eq!(again.invitations().await, Ok(vec![kept.clone()]));
    assert_eq!(store.step_back(other.player).await, Ok(Guarded::Refused));
    assert_eq!(store.step_back(guest.player).await, Ok(Guarded::Stored));
    kept.guest = None;
    assert_eq!(store.invitations().await, Ok(vec![kept]));
    assert_eq!(store.accept(code(1), other.clone()).await, Ok(Guarded::Stored));
    assert_eq!(
        store.withdraw(other.player).await,
        Ok(Guarded::Refused),
        "it is not theirs"
    );
    assert_eq!(store.withdraw(host.player).await, Ok(Guarded::Stored));
    assert_eq!(store.withdraw(host.player).await, Ok(Guarded::Refused));
    assert_eq!(store.invitations().await, Ok(Vec::new()));
}

async fn nobody_stands_in_two_places(place: &impl Place) {
    let store = place.open().await;
    let [host, guest, queued] = [waiting(player()), waiting(player()), waiting(player())];
    assert_eq!(store.invite(code(1), host.clone()).await, Ok(Guarded::Stored));
    assert_eq!(store.invite(code(2), host.clone()).await, Ok(Guarded::Refused));
    assert_eq!(store.accept(code(1), host.clone()).await, Ok(Guarded::Refused));
    assert_eq!(store.join(queued.clone()).await, Ok(Guarded::Stored));
    assert_eq!(store.invite(code(2), queued.clone()).await, Ok(Guarded::Refused));
    assert_eq!(store.accept(code(1), queued.clone()).await, Ok(Guarded::Refused));
    assert_eq!(store.accept(code(1), guest.clone()).await, Ok(Guarded::Stored));
    assert_eq!(store.invite(code(2), guest.clone()).await, Ok(Guarded::Refused));
    for one in [host, guest] {
        assert_eq!(store.join(one).await, Ok(Guarded::Refused));
    }
    assert_eq!(store.queue().await, Ok(vec![queued]));
}

async fn an_invitation_is_used_whole_and_once(place: &impl Place) {
    let store = place.open().await;
    let pair = [waiting(player()), waiting(player())];
    let [host, guest] = pair.clone();
    let invited = |pair: &[Waiting; 2]| StoredMatch {
        occasion: Occasion::Invitation,
        ..matched(pair)
    };
    assert_eq!(store.pair(invited(&pair)).await, Ok(Guarded::Refused));
    assert_eq!(store.invite(code(1), host.clone()).await, Ok(Guarded::Stored));
    assert_eq!(
        store.pair(invited(&pair)).await,
        Ok(Guarded::Refused),
        "nobody has come"
    );
    assert_eq!(store.accept(code(1), guest.clone()).await, Ok(Guarded::Stored));
    let swapped = [guest, host];
    assert_eq!(store.pair(invited(&swapped)).await, Ok(Guarded::Refused));
    assert_eq!(
        store.pair(matched(&pair)).await,
        Ok(Guarded::Refused),
        "they are in no queue"
    );
    let made = invited(&pair);
    assert_eq!(store.pair(made.clone()).await, Ok(Guarded::Stored));
    assert_eq!(load(&store, &made.id).await, made);
    assert_eq!(store.invitations().await, Ok(Vec::new()));
    assert_eq!(store.pair(invited(&pair)).await, Ok(Guarded::Refused));
}

async fn the_queue_keeps_its_order(place: &impl Place) {
    let store = place.open().await;
    let mut all = Vec::new();
    for _ in 0..20 {
        let one = waiting(player());
        assert_eq!(store.join(one.clone()).await, Ok(Guarded::Stored));
        all.push(one);
    }
    assert_eq!(store.queue().await, Ok(all.clone()));
    // Who leaves and comes back is last; a gap is not filled.
    let back = all.remove(3);
    assert_eq!(store.unjoin(back.player).await, Ok(Guarded::Stored));
    let back = waiting(back.player);
    assert_eq!(store.join(back.clone()).await, Ok(Guarded::Stored));
    all.push(back);
    assert_eq!(store.queue().await, Ok(all));
}

async fn who_leaves_the_queue_is_gone_once(place: &impl Place) {
    let store = place.open().await;
    let [first, second] = two(&store).await;
    assert_eq!(store.unjoin(first.player).await, Ok(Guarded::Stored));
    assert_eq!(store.unjoin(first.player).await, Ok(Guarded::Refused));
    assert_eq!(store.unjoin(player()).await, Ok(Guarded::Refused));
    assert_eq!(store.queue().await, Ok(vec![second]));
}

async fn a_pair_leaves_the_queue_together(place: &impl Place) {
    let store = place.open().await;
    let before = waiting(player());
    assert_eq!(store.join(before.clone()).await, Ok(Guarded::Stored));
    let pair = two(&store).await;
    let stored = matched(&pair);
    assert_eq!(store.pair(stored.clone()).await, Ok(Guarded::Stored));
    assert_eq!(store.queue().await, Ok(vec![before.clone()]));
    for waiting in &pair {
        assert_eq!(store.bound(waiting.player).await, Ok(Some(stored.id.clone())));
    }
    assert_eq!(store.bound(before.player).await, Ok(None));
    assert_eq!(store.under_way().await, Ok(vec![stored.id]));
}

async fn a_pair_is_refused_whole(place: &impl Place) {
    let store = place.open().await;
    let [first, second] = two(&store).await;
    let stranger = waiting(player());
    for pair in [
        [first.clone(), stranger.clone()],
        [stranger.clone(), second.clone()],
        [first.clone(), first.clone()],
    ] {
        let stored = matched(&pair);
        assert_eq!(store.pair(stored.clone()).await, Ok(Guarded::Refused));
        assert_eq!(store.load(&stored.id).await, Ok(None));
    }
    assert_eq!(store.bound(first.player).await, Ok(None));
    assert_eq!(store.queue().await, Ok(vec![first, second]));
    assert_eq!(store.under_way().await, Ok(vec![]));
}

async fn of_many_pairings_one_succeeds(place: &impl Place) {
    let store = Arc::new(place.open().await);
    let pair = two(&*store).await;
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (store, stored) = (Arc::clone(&store), matched(&pair));
            tokio::spawn(async move { store.pair(stored).await })
        })
        .collect();
    let mut stored = 0;
    for one in tries {
        stored += i32::from(one.await.expect("it ends") == Ok(Guarded::Stored));
    }
    assert_eq!(stored, 1);
    assert_eq!(store.under_way().await.map(|ids| ids.len()), Ok(1));
}

async fn a_pair_is_kept_as_it_was_made(place: &impl Place) {
    let store = place.open().await;
    let mut stored = matched(&two(&store).await);
    stored.fixed_seed = Some(secret());
    stored.clock_ms = 1_234;
    assert_eq!(store.pair(stored.clone()).await, Ok(Guarded::Stored));
    assert_eq!(load(&store, &stored.id).await, stored);
    let none = "nosuchmatch".parse().expect("letters");
    assert_eq!(store.load(&none).await, Ok(None));
}

async fn seeds_are_kept_while_pairing_alone(place: &impl Place) {
    let store = place.open().await;
    let mut stored = paired(&store).await;
    let [first, second] = stored.members.each_ref().map(|member| member.player);
    let (one, other) = (secret(), secret());
    assert_eq!(
        store.reveal(&stored.id, player(), one).await,
        Ok(Guarded::Refused)
    );
    assert_eq!(store.reveal(&stored.id, second, one).await, Ok(Guarded::Stored));
    // The first counts for good.
    assert_eq!(store.reveal(&stored.id, second, other).await, Ok(Guarded::Stored));
    stored.members[1].seed = Some(one);
    assert_eq!(load(&store, &stored.id).await, stored);
    assert_eq!(store.begin(&stored.id, 1, 2).await, Ok(Guarded::Stored));
    assert_eq!(store.reveal(&stored.id, first, other).await, Ok(Guarded::Refused));
    assert_eq!(load(&store, &stored.id).await.members, stored.members);
}

async fn a_match_begins_once(place: &impl Place) {
    let store = place.open().await;
    let stored = live(&store).await;
    assert_eq!(load(&store, &stored.id).await, stored);
    assert_eq!(
        store.begin(&stored.id, 11_000, 71_000).await,
        Ok(Guarded::Refused)
    );
    assert_eq!(store.dissolve(&stored.id).await, Ok(Guarded::Refused));
    assert_eq!(load(&store, &stored.id).await, stored);
    assert_eq!(store.under_way().await, Ok(vec![stored.id]));
}

async fn a_match_without_a_seed_does_not_begin(place: &impl Place) {
    let store = place.open().await;
    let stored = paired(&store).await;
    assert_eq!(store.begin(&stored.id, 1, 2).await, Ok(Guarded::Refused));
    assert_eq!(load(&store, &stored.id).await, stored);
}

async fn a_pairing_with_a_seed_is_not_dissolved(place: &impl Place) {
    let store = place.open().await;
    let stored = paired(&store).await;
    let second = stored.members[1].player;
    assert_eq!(
        store.reveal(&stored.id, second, secret()).await,
        Ok(Guarded::Stored)
    );
    assert_eq!(store.dissolve(&stored.id).await, Ok(Guarded::Refused));
    assert_eq!(store.bound(second).await, Ok(Some(stored.id)));
}

async fn a_dissolved_pairing_binds_nobody(place: &impl Place) {
    let store = place.open().await;
    let stored = paired(&store).await;
    assert_eq!(store.dissolve(&stored.id).await, Ok(Guarded::Stored));
    assert_eq!(store.dissolve(&stored.id).await, Ok(Guarded::Refused));
    assert_eq!(store.begin(&stored.id, 1, 2).await, Ok(Guarded::Refused));
    assert_eq!(load(&store, &stored.id).await.stage, StoredStage::Dissolved);
    for member in &stored.members {
        assert_eq!(store.bound(member.player).await, Ok(None));
    }
    assert_eq!(store.under_way().await, Ok(vec![]));
}

async fn of_fifty_appends_on_one_version_one_is_stored(place: &impl Place) {
    let store = Arc::new(place.open().await);
    let stored = live(&*store).await;
    for follows in 0..4 {
        let tries: Vec<_> = (0_u32..50)
            .map(|number| {
                let store = Arc::clone(&store);
                let mut append = append(&stored.id, follows, After::Deadline(80_000 + i64::from(number)));
                append.act = roll(u64::from(1_000 * follows + number));
                tokio::spawn(async move { (number, store.append(append).await) })
            })
            .collect();
        let mut won = Vec::new();
        for one in tries {
            match one.await.expect("it ends") {
                (number, Ok(Guarded::Stored)) => won.push(number),
                (_, Ok(Guarded::Refused)) => {}
                (_, Err(unavailable)) => panic!("{unavailable}"),
            }
        }
        let [winner] = won[..] else {
            panic!("{won:?} were stored on version {follows}")
        };
        let found = load(&*store, &stored.id).await;
        let deadline = 80_000 + i64::from(winner);
        assert_eq!(
            found.stage,
            StoredStage::Live {
                began: 10_000,
                deadline
            }
        );
        assert_eq!(
            found.actions.last(),
            Some(&roll(u64::from(1_000 * follows + winner)))
        );
        assert_eq!(found.actions.len(), follows as usize + 1);
    }
}

async fn an_append_follows_exactly(place: &impl Place) {
    let store = place.open().await;
    let stored = live(&store).await;
    let then = After::Deadline(90_000);
    let to = |follows| append(&stored.id, follows, then);
    assert_eq!(store.append(to(1)).await, Ok(Guarded::Refused));
    assert_eq!(store.append(to(0)).await, Ok(Guarded::Stored));
    assert_eq!(store.append(to(0)).await, Ok(Guarded::Refused));
    assert_eq!(store.append(to(u32::MAX)).await, Ok(Guarded::Refused));
    assert_eq!(store.append(to(1)).await, Ok(Guarded::Stored));
    assert_eq!(load(&store, &stored.id).await.actions, [roll(0), roll(1)]);
    let none = "nosuchmatch".parse().expect("letters");
    assert_eq!(store.append(append(&none, 0, then)).await, Ok(Guarded::Refused));
}

async fn nothing_is_appended_to_what_is_not_live(place: &impl Place) {
    let store = place.open().await;
    let then = After::Deadline(90_000);
    let pairing = paired(&store).await;
    assert_eq!(
        store.append(append(&pairing.id, 0, then)).await,
        Ok(Guarded::Refused)
    );
    assert_eq!(store.dissolve(&pairing.id).await, Ok(Guarded::Stored));
    assert_eq!(
        store.append(append(&pairing.id, 0, then)).await,
        Ok(Guarded::Refused)
    );
    let over = live(&store).await;
    assert_eq!(store.append(append(&over.id, 0, OVER)).await, Ok(Guarded::Stored));
    assert_eq!(
        store.append(append(&over.id, 1, then)).await,
        Ok(Guarded::Refused)
    );
    let found = load(&store, &over.id).await;
    assert_eq!(
        found.stage,
        StoredStage::Over {
            began: 10_000,
            outcome: OUTCOME
        }
    );
    assert_eq!(found.actions, [roll(0)]);
    assert_eq!(store.under_way().await, Ok(vec![]));
}

async fn what_was_appended_is_kept_in_order(place: &impl Place) {
    let store = place.open().await;
    let stored = live(&store).await;
    let count = 300;
    for follows in 0..count {
        let append = append(&stored.id, follows, After::Deadline(90_000));
        assert_eq!(store.append(append).await, Ok(Guarded::Stored));
    }
    let expected: Vec<_> = (0..u64::from(count)).map(roll).collect();
    assert_eq!(load(&store, &stored.id).await.actions, expected);
}

async fn matches_do_not_mix(place: &impl Place) {
    let store = place.open().await;
    let (one, other) = (live(&store).await, live(&store).await);
    assert_eq!(store.append(append(&one.id, 0, OVER)).await, Ok(Guarded::Stored));
    assert_eq!(load(&store, &other.id).await, other);
    let left = one.members[0].player;
    assert_eq!(store.leave(&other.id, left).await, Ok(Guarded::Refused));
    assert_eq!(store.under_way().await, Ok(vec![other.id]));
}

async fn a_deadline_is_put_off_at_its_version_alone(place: &impl Place) {
    let store = place.open().await;
    let mut stored = live(&store).await;
    let outage = |version, at_ms| Outage {
        at_ms,
        version,
        granted_ms: 30_000,
    };
    let id = stored.id.clone();
    assert_eq!(
        store.put_off(&id, outage(1, 60_000), 95_000).await,
        Ok(Guarded::Refused)
    );
    assert_eq!(load(&store, &id).await, stored);
    assert_eq!(
        store.put_off(&id, outage(0, 60_000), 90_000).await,
        Ok(Guarded::Stored)
    );
    assert_eq!(
        store.put_off(&id, outage(0, 61_000), 91_000).await,
        Ok(Guarded::Stored)
    );
    stored.outages = vec![outage(0, 60_000), outage(0, 61_000)];
    stored.stage = StoredStage::Live {
        began: 10_000,
        deadline: 91_000,
    };
    assert_eq!(load(&store, &id).await, stored);
    // A pairing can be put off as well, what is over cannot.
    let pairing = paired(&store).await;
    assert_eq!(
        store.put_off(&pairing.id, outage(0, 1), 35_000).await,
        Ok(Guarded::Stored)
    );
    let deadline = 35_000;
    assert_eq!(
        load(&store, &pairing.id).await.stage,
        StoredStage::Pairing { deadline }
    );
    assert_eq!(store.append(append(&id, 0, OVER)).await, Ok(Guarded::Stored));
    assert_eq!(
        store.put_off(&id, outage(1, 62_000), 99_000).await,
        Ok(Guarded::Refused)
    );
}

async fn only_a_player_leaves_and_only_what_is_over(place: &impl Place) {
    let store = place.open().await;
    let pairing = paired(&store).await;
    assert_eq!(
        store.leave(&pairing.id, pairing.members[0].player).await,
        Ok(Guarded::Refused)
    );
    let stored = live(&store).await;
    let [first, second] = stored.members.each_ref().map(|member| member.player);
    assert_eq!(store.leave(&stored.id, first).await, Ok(Guarded::Refused));
    assert_eq!(
        store.append(append(&stored.id, 0, OVER)).await,
        Ok(Guarded::Stored)
    );
    assert_eq!(store.leave(&stored.id, player()).await, Ok(Guarded::Refused));
    assert_eq!(store.bound(first).await, Ok(Some(stored.id.clone())));
    assert_eq!(store.leave(&stored.id, first).await, Ok(Guarded::Stored));
    assert_eq!(store.leave(&stored.id, first).await, Ok(Guarded::Stored));
    assert_eq!(store.bound(first).await, Ok(None));
    assert_eq!(store.bound(second).await, Ok(Some(stored.id.clone())));
    let members = load(&store, &stored.id).await.members;
    assert_eq!(members.map(|member| member.has_left), [true, false]);
}

async fn everything_outlives_the_store(place: &impl Place) {
    let store = place.open().await;
    let queue = two(&store).await;
    let (mut begun, over) = (live(&store).await, live(&store).await);
    let pairing = paired(&store).await;
    let written = Written::new(Action::Select { plane: 3 }, Some(Seat::Green), Some(77));
    let one = Append {
        act: written,
        ..append(&begun.id, 0, After::Deadline(123_456))
    };
    assert_eq!(store.append(one).await, Ok(Guarded::Stored));
    assert_eq!(store.append(append(&over.id, 0, OVER)).await, Ok(Guarded::Stored));
    assert_eq!(
        store.leave(&over.id, over.members[1].player).await,
        Ok(Guarded::Stored)
    );
    drop(store);

    let store = place.open().await;
    begun.actions.push(written);
    begun.stage = StoredStage::Live {
        began: 10_000,
        deadline: 123_456,
    };
    assert_eq!(load(&store, &begun.id).await, begun);
    assert_eq!(load(&store, &pairing.id).await, pairing);
    assert_eq!(store.queue().await, Ok(queue.to_vec()));
    let mut under_way = store.under_way().await.expect("the store can be read");
    under_way.sort();
    let mut expected = vec![begun.id.clone(), pairing.id];
    expected.sort();
    assert_eq!(under_way, expected);
    assert_eq!(store.bound(over.members[0].player).await, Ok(Some(over.id)));
    assert_eq!(store.bound(over.members[1].player).await, Ok(None));
    // The guard is kept as well.
    let again = append(&begun.id, 0, After::Deadline(1));
    assert_eq!(store.append(again).await, Ok(Guarded::Refused));
}

#[test]
fn a_commitment_is_the_hash_of_its_seed() {
    let known = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    assert_eq!(commitment(Hash::ZERO).to_string(), known);
}

#[test]
fn a_database_has_one_server() {
    let folder = Folder::new();
    let file = folder.path().join("new/flychess.db");
    let claim = Claim::take(&file).expect("nobody else serves it");
    let refused = Claim::take(&file).expect_err("it is taken");
    assert!(matches!(&refused, OpenError::Taken(path) if *path == file));
    assert!(refused.to_string().contains("FLYCHESS_DATABASE"), "{refused}");
    Claim::take(&folder.path().join("new/other.db")).expect("another database is another matter");
    drop(claim);
    Claim::take(&file).expect("it is free again");
}
