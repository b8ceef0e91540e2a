//! The same table stands in Cargo.toml, for the build, and in Leptos.toml, for a server that is run by itself.

use std::{fs, path::Path};

use toml::Table;

fn site_table(file: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(path).expect("the file is there");
    let all: Table = text.parse().expect("the file is TOML");
    all["package"]["metadata"]["leptos"]
        .as_table()
        .expect("it has the table")
        .clone()
}

#[test]
fn both_copies_are_equal() {
    assert_eq!(site_table("Cargo.toml"), site_table("Leptos.toml"));
}

#[test]
fn built_files_carry_their_hash() {
    assert_eq!(site_table("Leptos.toml")["hash-files"].as_bool(), Some(true));
}
