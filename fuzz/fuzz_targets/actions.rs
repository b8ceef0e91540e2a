//! A legal position or a match's beginning, and actions in it, all drawn from the bytes.
#![no_main]

#[path = "../../tests/law/mod.rs"]
mod law;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| law::fuzzed::actions(bytes));
