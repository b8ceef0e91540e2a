//! Bytes as a record of a match.
#![no_main]

#[path = "../../tests/law/mod.rs"]
mod law;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| law::fuzzed::record(bytes));
