//! Reads the sources and fails on what no compiler sees: an arrow between modules that ARCHITECTURE.md does not
//! list, and a file that does not say what it is for.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// What each module may name, beside itself. `lib.rs` holds the gates and may name everything.
const ARROWS: [(&str, &[&str]); 7] = [
    ("rules", &[]),
    ("protocol", &["rules"]),
    ("api", &["protocol", "rules", "server"]),
    ("server", &["protocol", "rules"]),
    ("ui", &["api", "protocol", "rules"]),
    ("cli", &["rules", "server"]),
    ("main", &["cli", "rules", "server"]),
];

/// Arrows of single files beyond those of their module.
const EXCEPTIONS: [(&str, &str); 1] = [("server/router.rs", "ui")];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder, by path.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<_> = entries
        .map(|entry| entry.expect("a folder of the project can be read").path())
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    found.sort();
    found
}

/// The source without comments and without what stands in string literals.
fn code(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut rest = source.chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|&c| c != '\n').is_some() {},
            // A quoted quotation mark opens nothing.
            '"' if before != '\'' => {
                while let Some(c) = rest.next() {
                    match c {
                        '\\' => drop(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            _ => kept.push(c),
        }
        before = c;
    }
    kept
}

/// The first name of each path that begins with `head`, in groups too: `head::a::b`, `head::{a::b, c}`.
fn named_after<'a>(code: &'a str, head: &str) -> BTreeSet<&'a str> {
    let whole = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
    code.match_indices(head)
        .filter(|&(at, _)| whole(at))
        .filter_map(|(at, _)| code[at + head.len()..].trim_start().strip_prefix("::"))
        .flat_map(|path| match path.trim_start().strip_prefix('{') {
            Some(group) => heads_of_group(group),
            None => vec![name(path)],
        })
        .filter(|name| !name.is_empty())
        .collect()
}

fn name(path: &str) -> &str {
    let path = path.trim_start();
    &path[..path
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(path.len())]
}

fn heads_of_group(group: &str) -> Vec<&str> {
    let (mut depth, mut begins, mut heads) = (0, true, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if begins && depth == 0 && !c.is_whitespace() => {
                heads.push(name(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    heads
}

/// Modules of ours that a file names: through `crate`, the crate's own name, or enough `super`.
fn modules_named(code: &str, depth: usize) -> BTreeSet<&str> {
    let up = vec!["super"; depth.max(1)].join("::");
    let mut named = named_after(code, "crate");
    named.extend(named_after(code, "flychess"));
    named.extend(named_after(code, &up));
    named.retain(|name| ARROWS.iter().any(|(module, _)| module == name));
    named
}

/// Top module and path below `src` of a file, and how many steps up lead out of it to the crate.
fn place(file: &Path) -> (String, String, usize) {
    let below = file
        .strip_prefix(root().join("src"))
        .expect("the file is in src")
        .with_extension("");
    let mut parts: Vec<_> = below
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    let path = file.strip_prefix(root().join("src")).expect("the file is in src");
    (
        parts[0].clone(),
        path.to_string_lossy().replace('\\', "/"),
        parts.len(),
    )
}

#[test]
fn modules_know_only_what_they_may() {
    let mut wrong = Vec::new();
    for file in sources(&root().join("src")) {
        let (module, path, depth) = place(&file);
        if module == "lib" {
            continue;
        }
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!(
                "src/{path}: ARCHITECTURE.md does not know the module `{module}`"
            ));
            continue;
        };
        let source = fs::read_to_string(&file).expect("a source can be read");
        for named in modules_named(&code(&source), depth) {
            if named != module && !allowed.contains(&named) && !EXCEPTIONS.contains(&(path.as_str(), named)) {
                wrong.push(format!("src/{path}: `{module}` may not name `{named}`"));
            }
        }
        // Both sides see the signatures of server functions; only their bodies run on the server.
        if module == "api" && source.lines().any(|line| line.starts_with("use crate::server")) {
            wrong.push(format!("src/{path}: `api` may name `server` only inside bodies"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let folders = ["src", "tests", "benches"];
    let silent: Vec<_> = folders
        .iter()
        .flat_map(|folder| sources(&root().join(folder)))
        .filter(|file| {
            !fs::read_to_string(file)
                .expect("a source can be read")
                .starts_with("//! ")
        })
        .collect();
    assert!(
        silent.is_empty(),
        "these files do not begin with a `//!` line: {silent:#?}"
    );
}

#[test]
fn every_colour_has_a_name() {
    let sheets = fs::read_dir(root().join("style")).expect("the styles are there");
    let paths = sheets.map(|entry| entry.expect("a folder of the project can be read").path());
    let mut nameless = Vec::new();
    for path in paths.filter(|path| !path.ends_with("tokens.css")) {
        let sheet = fs::read_to_string(&path).expect("a style can be read");
        assert!(
            sheet.starts_with("/* "),
            "{} does not say what it is for",
            path.display()
        );
        let coloured = |line: &&str| line.contains(": #") || line.contains("rgb(") || line.contains("hsl(");
        nameless.extend(
            sheet
                .lines()
                .filter(coloured)
                .map(|line| format!("{}: {}", path.display(), line.trim())),
        );
    }
    assert!(nameless.is_empty(), "colours belong in tokens.css: {nameless:#?}");
}

#[test]
fn arrows_are_found_in_every_spelling() {
    let found = |source: &str, depth| {
        modules_named(&code(source), depth)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("use crate::ui::App;", 1), ["ui"]);
    assert_eq!(
        found("use crate::{\n  rules::{Seat, ui::x},\n  server,\n};", 1),
        ["rules", "server"]
    );
    assert_eq!(
        found("pub(in crate::ui) fn x() -> flychess::rules::Seat {}", 1),
        ["rules", "ui"]
    );
    assert_eq!(found("use super::super::server::x;", 2), ["server"]);
    assert_eq!(found("use super::server::x;", 2), [""; 0]);
    assert_eq!(
        found("// crate::ui\nlet x = \"crate::ui\"; let y = my_crate::ui;", 1),
        [""; 0]
    );
}
