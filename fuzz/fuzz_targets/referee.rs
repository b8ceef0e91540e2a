//! Bytes as a scenario for the referee.
#![no_main]

#[path = "../../tests/law/mod.rs"]
mod law;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| law::fuzzed::referee(bytes));
