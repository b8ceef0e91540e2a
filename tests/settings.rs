//! A server that is told something that makes no sense does not start, and says which setting it was.
#![cfg(feature = "ssr")]

use std::process::{Command, Output};

fn serve(arguments: &[&str], setting: Option<(&str, &str)>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flychess"));
    command
        .arg("serve")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    // What the one who tests has set is of no concern here.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("FLYCHESS_") || text.starts_with("LEPTOS_") {
            command.env_remove(&name);
        }
    }
    command.envs(setting);
    command.output().expect("the program can be started")
}

/// It does not start, and the message names the setting.
fn refuses(arguments: &[&str], setting: Option<(&str, &str)>, name: &str) {
    let output = serve(arguments, setting);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{arguments:?} {setting:?} was taken");
    assert!(said.contains(name), "{arguments:?} {setting:?}: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn values_that_make_no_sense_are_refused_by_name() {
    refuses(&[], Some(("LEPTOS_SITE_ADDR", "nowhere")), "LEPTOS_SITE_ADDR");
    refuses(
        &[],
        Some(("LEPTOS_SITE_ADDR", "127.0.0.1:99999")),
        "LEPTOS_SITE_ADDR",
    );
    refuses(&[], Some(("FLYCHESS_LOG", "flychess=loudly")), "FLYCHESS_LOG");
    refuses(
        &[],
        Some(("FLYCHESS_SECURE_COOKIES", "perhaps")),
        "--secure-cookies",
    );
    refuses(
        &[],
        Some(("LEPTOS_SITE_ROOT", "no/such/folder")),
        "no/such/folder",
    );
    refuses(&["--databse", "x"], None, "--databse");
}

#[cfg(not(feature = "testing"))]
#[test]
fn settings_of_tests_are_refused_where_they_are_not_known() {
    refuses(&[], Some(("FLYCHESS_TEST_SEED", "00")), "FLYCHESS_TEST_SEED");
    refuses(
        &[],
        Some(("FLYCHESS_TEST_CLOCK_MS", "5")),
        "FLYCHESS_TEST_CLOCK_MS",
    );
    refuses(&["--test-seed", "00"], None, "--test-seed");
    refuses(&["--test-clock-ms", "5"], None, "--test-clock-ms");
}
