//! The laws of the rules engine, written for every rule set, with what draws positions and games for them. Shared by the
//! tests and by the fuzz targets.
#![allow(dead_code, reason = "each program that includes this needs a part of it")]

use std::fmt::Display;

use flychess::rules::Position;

pub(crate) mod chance;
pub(crate) mod choices;
pub(crate) mod fuzzed;
pub(crate) mod games;
pub(crate) mod legality;
pub(crate) mod mirror;
pub(crate) mod positions;
pub(crate) mod preview;
pub(crate) mod soundness;
pub(crate) mod telling;

/// Two positions are the same. Where they are not their printed forms say so; everything in them would fill pages.
pub(crate) fn same(one: &Position, other: &Position, why: impl Display) {
    assert!(one == other, "{why}:\n{}\n{}", one.canonical(), other.canonical());
}
