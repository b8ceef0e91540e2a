//! The server's own randomness: ids and seeds, straight from the operating system.

use crate::protocol::{Code, MatchId};
use crate::rules::hash::Hash;

/// Thirty-two fresh bytes.
///
/// # Panics
///
/// When the operating system has no randomness to give: then no secret can be made and nothing may go on.
pub(super) fn secret() -> Hash {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    Hash(bytes)
}

/// A match id that cannot be guessed.
pub(super) fn match_id() -> MatchId {
    let mut bytes = [0; 22];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    MatchId::from_bytes(bytes)
}

/// The code of an invitation.
///
/// # Panics
///
/// As [`secret`].
pub(super) fn code() -> Code {
    let mut bytes = [0; 6];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    Code::from_bytes(bytes)
}

/// A number below `n`, for spreading work: not quite even, and not secret.
pub(super) fn spread(n: u64) -> u64 {
    let bytes = secret().0;
    u64::from_le_bytes([
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
    ]) % n.max(1)
}
