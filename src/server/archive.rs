//! From what is stored of a match that is over to its record, which anybody can check (FORMATS.md, section 4).

use super::store::{Millis, StoredMatch, StoredStage};
use crate::rules::hash::Hash;
use crate::rules::record::{FORMAT, Fairness, Record, match_seed};
use crate::rules::{BySeat, Game, Ruleset, Silent};

/// The sealed record of a match; `None` while it is not over, for the record shows the server's seed, and if the
/// rules refuse what is stored.
///
/// Of a match whose seed a test fixed nobody can show where the dice came from: its record does not verify.
#[must_use]
pub fn record(stored: &StoredMatch) -> Option<Record> {
    let StoredStage::Over { began, outcome } = stored.stage else {
        return None;
    };
    let rules = Ruleset::named(&stored.ruleset)?;
    let game = last(stored, rules)?;
    let first = game.first_in_queue();
    let second = rules.seats().find(|&seat| seat != first)?;
    let mut players = BySeat::from_fn(|_| None);
    for (seat, member) in [first, second].into_iter().zip(&stored.members) {
        players[seat] = Some(member.identity.clone());
    }
    let mut record = Record {
        actions: stored.actions.clone(),
        clock_ms: stored.clock_ms,
        digest: Hash::ZERO,
        fairness: fairness(stored, first),
        last: Hash(game.position().digest()),
        format: FORMAT.to_owned(),
        id: stored.id.as_str().to_owned(),
        players,
        result: outcome,
        ruleset: stored.ruleset.clone(),
        started: instant(began),
    };
    record.seal();
    Some(record)
}

/// The game as the last stored action left it.
fn last(stored: &StoredMatch, rules: &'static Ruleset) -> Option<Game> {
    let seed = stored
        .fixed_seed
        .unwrap_or_else(|| match_seed(stored.id.as_str(), stored.server_seed, client_seeds(stored)));
    let mut game = Game::begin(rules, seed.0, &mut Silent);
    for act in &stored.actions {
        game.play(act.seat?, act.action().ok()?, &mut Silent).ok()?;
    }
    Some(game)
}

fn fairness(stored: &StoredMatch, first_in_queue: crate::rules::Seat) -> Fairness {
    let members = stored.members.each_ref();
    Fairness {
        absent: members.map(|member| member.seed.is_none()),
        client_commitments: members.map(|member| member.commitment),
        client_seeds: client_seeds(stored),
        first_in_queue,
        server_commitment: Hash::of(&[&stored.server_seed.0]),
        server_seed: stored.server_seed,
    }
}

/// Zeros stand for a seed that did not come in time.
fn client_seeds(stored: &StoredMatch) -> [Hash; 2] {
    stored
        .members
        .each_ref()
        .map(|member| member.seed.unwrap_or(Hash::ZERO))
}

/// A stored time as RFC 3339 in UTC.
pub(super) fn instant(at: Millis) -> String {
    let (seconds, millis) = (at.div_euclid(1000), at.rem_euclid(1000));
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Year, month and day of a number of days since 1970-01-01. Counted in years that begin in March, so that a leap
/// day is the last of its year, and in eras of 400 years, which are all alike.
const fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_those_of_the_calendar() {
        let known = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_796_071_260_007, "2026-11-30T20:41:00.007Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ];
        for (at, written) in known {
            assert_eq!(instant(at), written);
        }
    }
}
