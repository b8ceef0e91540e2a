//! The command-line tools as another program sees them: arguments and bytes in; bytes, exit status and messages out.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flychess::rules::scenario::LARGEST;
use serde_json::Value;

mod common;

use common::{data, files, none_of};

const PROGRAM: &str = env!("CARGO_BIN_EXE_flychess");

/// Runs the program with these arguments and this standard input.
fn flychess<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>, input: &[u8]) -> Output {
    run(Command::new(PROGRAM).args(arguments), input)
}

fn run(command: &mut Command, input: &[u8]) -> Output {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    // A program that refuses its arguments does not read, and then writing fails; what counts is what it says.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("output is UTF-8")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("messages are UTF-8")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("there is a place for a test's files");
    folder
}

#[track_caller]
fn understood(output: &Output) -> Value {
    assert_eq!((status(output), err(output)), (0, ""));
    let (line, rest) = out(output).split_once('\n').expect("a line");
    assert_eq!(rest, "", "one line");
    serde_json::from_str(line).expect("the result is JSON")
}

#[track_caller]
fn refused(output: &Output, because: &str) {
    assert_eq!((status(output), out(output)), (2, ""));
    assert!(
        err(output).starts_with("flychess: ") && err(output).contains(because),
        "{}",
        err(output)
    );
    assert_eq!(err(output).lines().count(), 1, "one line: {}", err(output));
}

/// A scenario with the duel's own example of the formats page, and what that page says of it.
const EXAMPLE: &str = r#"{
  "ruleset": "duel",
  "position": {
    "round": 4, "turn": "red",
    "phase": {"kind": "roll"},
    "armed": null, "used": ["missile"],
    "players": {
      "red":   {"planes": [{"at": "ring", "cell": 20, "effect": {"kind": "storm", "turns": 3}}, {"at": "pad"}, {"at": "lane", "cell": 2}, {"at": "hangar"}],
                "items": {"missile": 1}, "radar": 0, "timeouts": 0, "perched": null},
      "green": {"planes": [{"at": "home"}, {"at": "hangar"}, {"at": "hangar"}, {"at": "hangar"}]}
    },
    "weather": [{"kind": "tornado", "cell": 5}, {"kind": "storm", "cell": 40}],
    "items": [{"kind": "radar", "cell": 6}]
  },
  "chance": [{"dice": [6]}, {"tornado": 6}, {"dice": [2]}],
  "actions": [{"do": "roll"}, {"do": "select", "plane": 1}, {"do": "roll"}, {"do": "select", "plane": 2}]
}"#;

#[test]
fn the_referee_reads_standard_input_or_a_file() {
    let by_input = flychess(["referee"], EXAMPLE.as_bytes());
    let result = understood(&by_input);
    let red = &result["position"]["players"]["red"];
    assert_eq!(
        red["planes"][1],
        serde_json::json!({"at": "ring", "cell": 6}),
        "plane 1 is blown to 6"
    );
    assert_eq!(red["items"]["radar"], 1, "and picks up the radar");
    assert_eq!(red["planes"][2]["cell"], 4, "then plane 2 goes to lane cell 4");
    assert_eq!(result["position"]["turn"], "green", "and Green is on turn");
    let file = folder("referee").join("scenario.json");
    fs::write(&file, EXAMPLE).expect("the folder is ours");
    for arguments in [
        &["referee".as_ref(), file.as_os_str()][..],
        &["referee".as_ref(), "-".as_ref()],
    ] {
        let input = if arguments[1] == "-" {
            EXAMPLE.as_bytes()
        } else {
            b""
        };
        assert_eq!(out(&flychess(arguments, input)), out(&by_input));
    }
}

#[test]
fn a_refused_action_is_a_result_and_no_failure() {
    let output = flychess(["referee"], br#"{"actions": [{"do": "select", "plane": 0}]}"#);
    let result = understood(&output);
    assert_eq!(
        (&result["ok"], &result["failed_action"]),
        (&Value::from(false), &Value::from(0))
    );
    assert_eq!(result["error"]["code"], "wrong_phase");
    assert!(
        result["error"]["message"]
            .as_str()
            .is_some_and(|message| !message.is_empty())
    );
}

#[test]
fn what_is_not_understood_is_refused_with_a_message() {
    let wrong: Vec<String> = files("documents")
        .iter()
        .filter_map(|(name, document)| {
            let output = flychess(["referee"], document);
            let as_it_should = status(&output) == 2 && out(&output).is_empty() && err(&output).len() > 20;
            (!as_it_should).then(|| format!("{name}: {output:?}"))
        })
        .collect();
    none_of(&wrong);
    refused(
        &flychess(["referee"], br#"{"actions": [], "colour": 1}"#),
        "`colour`",
    );
    let out_of_range = br#"{"position": {"round": 0}, "actions": []}"#;
    refused(
        &flychess(["referee"], out_of_range),
        "round: expected a round from 1 to 1000000",
    );
    refused(&flychess(["referee", "no/such/file.json"], b""), "cannot be read");
}

#[test]
fn a_document_of_16_mib_is_read_and_no_larger_one() {
    let mut document = br#"{"actions": []}"#.to_vec();
    document.resize(16 * 1024 * 1024, b' ');
    assert_eq!(document.len(), LARGEST);
    assert_eq!(understood(&flychess(["referee"], &document))["ok"], true);
    document.push(b'\n');
    refused(&flychess(["referee"], &document), "too large");
    let file = folder("large").join("scenario.json");
    fs::write(&file, &document).expect("the folder is ours");
    refused(
        &flychess(["referee".as_ref(), file.as_os_str()], b""),
        "too large",
    );
    fs::remove_file(&file).expect("it was just written");
}

#[test]
fn a_reader_that_has_gone_is_no_failure() {
    let mut command = Command::new(PROGRAM);
    let command = command
        .arg("referee")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // The referee prints only when its input has ended, so there is nobody left to read by then.
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it was asked for");
    stdin.write_all(EXAMPLE.as_bytes()).expect("the referee reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((status(&output), err(&output)), (0, ""));
}

fn simulate(arguments: &[&str]) -> Output {
    flychess(["simulate"].iter().chain(arguments), b"")
}

/// What the formats page says of ten random games.
const TEN_GAMES: &str = "14e87869cc5c39f1cb1fe73ad616fa5eb7fd5d436158296def00a8180e331c16";

#[test]
fn ten_games_have_the_published_digest_on_any_number_of_threads() {
    for threads in ["1", "2", "3", "16"] {
        let arguments = ["--games", "10", "--seed", "1", "--threads", threads, "--json"];
        let result = understood(&simulate(&arguments));
        assert_eq!(
            (&result["digest"], &result["games"]),
            (&TEN_GAMES.into(), &10.into()),
            "{threads} threads"
        );
    }
    let other = understood(&simulate(&["--games", "10", "--seed", "2", "--json"]));
    assert_ne!(other["digest"], TEN_GAMES);
}

#[test]
fn the_documented_simulation_still_plays_so() {
    let text = std::fs::read_to_string("docs/FORMATS.md").expect("the page is there");
    let told = text
        .lines()
        .find(|line| line.starts_with(r#"{"games":200,"seed":"ladder""#))
        .expect("the page has the example");
    let told: Value = serde_json::from_str(told).expect("the example is JSON");
    let arguments = [
        "--games",
        "200",
        "--seed",
        "ladder",
        "--red",
        "easy",
        "--threads",
        "3",
        "--json",
    ];
    let mut played = understood(&simulate(&arguments));
    let fields = played.as_object_mut().expect("a summary is an object");
    for timing in ["seconds", "games_per_second"] {
        fields.remove(timing).expect("a summary has its timings");
    }
    assert_eq!(played, told);
}

#[test]
fn a_simulation_counts_what_it_played() {
    let arguments = [
        "--games", "20", "--seed", "counts", "--red", "random", "--green", "easy", "--json",
    ];
    let result = understood(&simulate(&arguments));
    let count = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{value} is a count"));
    let sum = |value: &Value| {
        value
            .as_object()
            .expect("counts by name")
            .values()
            .map(count)
            .sum::<u64>()
    };
    assert_eq!(
        result["policies"],
        serde_json::json!({"red": "random", "green": "easy"})
    );
    assert_eq!(
        count(&result["wins"]["red"]["games"]) + count(&result["wins"]["green"]["games"]),
        20
    );
    assert_eq!(sum(&result["ends"]), 20);
    for spread in ["turns", "actions"] {
        let [min, max] = ["min", "max"].map(|field| count(&result[spread][field]) as f64);
        let mean = result[spread]["mean"].as_f64().expect("a mean");
        assert!(
            0.0 < min && min <= mean && mean <= max,
            "{spread}: {}",
            result[spread]
        );
    }
    assert!(sum(&result["fired"]) > 0 && sum(&result["weather"]) > 0 && sum(&result["items"]) > 0);
    let faces: Vec<u64> = serde_json::from_value(result["dice"]["faces"].clone()).expect("six counts");
    let rolled = count(&result["fired"]["rolls"]) - count(&result["items"]["six_die"]);
    assert_eq!(faces.len(), 6);
    // Each roll is one die or, with a power unit, two; an item may still wait for its roll when a game ends.
    assert!((rolled..rolled + count(&result["items"]["power_unit"]) + 40).contains(&faces.iter().sum()));
    for interval in [&result["wins"]["red"], &result["wins"]["green"]] {
        let [low, share, high] =
            ["low", "share", "high"].map(|field| interval[field].as_f64().expect("a share"));
        assert!(
            0.0 <= low && low <= share && share <= high && high <= 1.0,
            "{interval}"
        );
    }
}

#[test]
fn a_simulation_prints_text_too() {
    let output = simulate(&["--games", "10", "--seed", "1"]);
    assert_eq!((status(&output), err(&output)), (0, ""));
    let text = out(&output);
    assert!(text.starts_with("10 games in "), "{text}");
    assert_eq!(text.lines().last(), Some(&*format!("digest {TEN_GAMES}")));
    for word in [
        "red",
        "green",
        "home",
        "resign",
        "timeouts",
        "hits",
        "crashes",
        "perches",
        "bounces",
        "flights",
        "blocked_flights",
        "airstream",
        "storm",
        "thunder",
        "tornado",
        "flare",
        "missile",
        "radar",
        "six_die",
        "power_unit",
        "dice",
        "chi-square",
    ] {
        assert!(text.contains(word), "{word} is counted:\n{text}");
    }
}

#[test]
fn no_games_are_a_simulation_too() {
    let result = understood(&simulate(&["--games", "0", "--json", "--threads", "2"]));
    let digest_of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(
        (&result["games"], &result["digest"]),
        (&0.into(), &digest_of_nothing.into())
    );
    assert_eq!(status(&simulate(&["--games", "0"])), 0);
}

#[test]
fn unknown_arguments_are_refused_with_what_is_known() {
    let wrong: [(&[&str], &str); 7] = [
        (&["fly"], "fly"),
        (&["simulate", "--red", "genius"], "random"),
        (&["simulate", "--games=-1"], "--games"),
        (&["simulate", "--games", "many"], "--games"),
        (&["simulate", "--threads", "0"], "1..=1024"),
        (&["referee", "--colour"], "--colour"),
        (&["verify"], "FILE"),
    ];
    for (arguments, message) in wrong {
        let output = flychess(arguments, b"");
        assert_eq!((status(&output), out(&output)), (2, ""), "{arguments:?}");
        assert!(err(&output).contains(message), "{arguments:?}: {}", err(&output));
    }
}

fn record(name: &str) -> String {
    data("records").join(name).to_string_lossy().into_owned()
}

#[track_caller]
fn verify(arguments: &[&str], expected: i32) -> Vec<String> {
    let output = flychess(["verify"].iter().chain(arguments), b"");
    assert_eq!(
        (status(&output), err(&output)),
        (expected, ""),
        "{}",
        out(&output)
    );
    out(&output).lines().map(str::to_owned).collect()
}

#[test]
fn verify_says_of_each_file_whether_it_holds() {
    let [sound, short] = ["home.json", "resigned.json"].map(record);
    assert_eq!(verify(&[&sound], 0), [format!("{sound}: ok")]);
    assert_eq!(
        verify(&[&sound, &short], 0),
        [format!("{sound}: ok"), format!("{short}: ok")]
    );
    let broken = ["home_changed.json", "resigned_forged.json"].map(record);
    let lines = verify(&[&broken[0], &short, &broken[1]], 1);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines[0].starts_with(&format!("{}: FAILS: digest: ", broken[0])),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], format!("{short}: ok"));
    assert!(
        lines[2].starts_with(&format!("{}: FAILS: action 7: ", broken[1])),
        "{}",
        lines[2]
    );
}

#[test]
fn verify_goes_on_after_a_file_that_it_does_not_know() {
    let [sound, broken, missing] = ["home.json", "home_changed.json", "no_such_file.json"].map(record);
    let folder = folder("verify");
    let write = |name: &str, text: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, text).expect("the folder is ours");
        file.to_string_lossy().into_owned()
    };
    let of_a_later_version = write("later.json", br#"{"format": "flychess-record/2", "moves": []}"#);
    let no_json = write("no.json", b"1. e4 e5");
    let scenario = write("scenario.json", EXAMPLE.as_bytes());
    for unknown in [&missing, &of_a_later_version, &no_json, &scenario] {
        let lines = verify(&[&broken, unknown, &sound], 2);
        assert!(
            lines[1].starts_with(&format!("{unknown}: UNKNOWN: ")),
            "{lines:?}"
        );
        assert_eq!(lines[2], format!("{sound}: ok"));
    }
    // The version is known, so it is a record; its form is the first thing that does not hold.
    let text = fs::read_to_string(&sound).expect("the record is part of the repository");
    let with_more = write("more.json", text.replacen('{', "{\"more\":1,", 1).as_bytes());
    let lines = verify(&[&with_more], 1);
    assert!(
        lines[0].contains("FAILS: form: ") && lines[0].contains("`more`"),
        "{lines:?}"
    );
}

#[test]
fn a_record_of_4_mib_is_read_and_no_larger_one() {
    let mut document = fs::read(record("resigned.json")).expect("the record is part of the repository");
    let file = folder("large_record").join("record.json");
    let name = file.to_string_lossy().into_owned();
    document.resize(4 * 1024 * 1024, b' ');
    fs::write(&file, &document).expect("the folder is ours");
    assert_eq!(verify(&[&name], 0), [format!("{name}: ok")]);
    document.push(b' ');
    fs::write(&file, &document).expect("the folder is ours");
    assert!(verify(&[&name], 2)[0].contains("UNKNOWN: "));
}

#[test]
fn verify_compares_with_the_note_of_the_pairing() {
    let [sound, other, note] = ["resigned.json", "home.json", "resigned_note.json"].map(record);
    assert_eq!(verify(&["--note", &note, &sound], 0), [format!("{sound}: ok")]);
    let lines = verify(&["--note", &note, &sound, &other], 1);
    assert_eq!(
        lines[1],
        format!("{other}: FAILS: note: the record is of another match")
    );
    for no_note in [&sound, &record("no_such_note.json")] {
        refused(&flychess(["verify", "--note", no_note, &sound], b""), no_note);
    }
}

/// Where the quotes of a command are; one between two letters is an apostrophe of what is said of it.
fn quotes(line: &str) -> Vec<usize> {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let is_quote = |&(at, _): &(usize, &str)| {
        let bytes = line.as_bytes();
        !(at > 0 && is_letter(bytes.get(at - 1)) && is_letter(bytes.get(at + 1)))
    };
    line.match_indices('\'')
        .filter(is_quote)
        .map(|(at, _)| at)
        .collect()
}

/// The examples of a help text: lines that begin with a command, up to what is said of them; lines belong together
/// while a quote is open or a pipe has no other end.
fn examples(help: &str) -> Vec<String> {
    let (_, text) = help.split_once("Examples:\n").expect("help ends with examples");
    let (mut examples, mut open) = (Vec::new(), String::new());
    for line in text.lines() {
        open = if open.is_empty() {
            line.trim_start().to_owned()
        } else {
            format!("{open}\n{}", line.trim_start())
        };
        let quotes = quotes(&open);
        if quotes.len() % 2 == 1 || open.trim_end().ends_with('|') {
            continue;
        }
        let example = std::mem::take(&mut open);
        if example.starts_with("flychess ") || example.starts_with("echo ") {
            // What is said of a command stands apart from it; within quotes, space means nothing of the kind.
            let end = quotes.last().copied().unwrap_or(0);
            let end = example[end..].find("   ").map_or(example.len(), |at| end + at);
            examples.push(example[..end].to_owned());
        }
    }
    // Serving is not over until it is told to stop.
    examples.retain(|example| example != "flychess" && example != "flychess serve");
    examples
}

/// A folder in which everything lies that the examples name.
fn example_folder() -> PathBuf {
    let folder = folder("examples");
    fs::create_dir(folder.join("records")).expect("the folder is ours");
    fs::write(folder.join("scenario.json"), EXAMPLE).expect("the folder is ours");
    let copies = [
        ("match.json", "resigned.json"),
        ("note.json", "resigned_note.json"),
    ];
    for (name, from) in copies.into_iter().chain([
        ("records/1.json", "home.json"),
        ("records/2.json", "home_changed.json"),
    ]) {
        fs::copy(record(from), folder.join(name)).expect("the record is part of the repository");
    }
    folder
}

#[test]
fn the_examples_of_every_help_text_run() {
    let folder = example_folder();
    let programs = Path::new(PROGRAM).parent().expect("the program lies in a folder");
    let path = format!(
        "{}:{}",
        programs.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for command in [
        &["--help"][..],
        &["referee", "--help"],
        &["simulate", "--help"],
        &["verify", "--help"],
    ] {
        let help = flychess(command, b"");
        assert_eq!((status(&help), err(&help)), (0, ""));
        let examples = examples(out(&help));
        assert!(examples.len() >= 2, "{command:?} has examples: {examples:?}");
        for example in &examples {
            // Large numbers of games are there to impress; the command is the same with few.
            let example = example
                .replace("1000000", "20")
                .replace("4000", "20")
                .replace("2000", "20")
                .replace("1000", "20");
            let output = run(
                Command::new("sh")
                    .args(["-c", &example])
                    .env("PATH", &path)
                    .current_dir(&folder),
                b"",
            );
            assert_eq!((status(&output), err(&output)), (0, ""), "{example}");
            assert!(!out(&output).is_empty(), "{example}");
        }
    }
}

#[test]
fn every_command_says_what_it_is_for() {
    let overview = flychess(["help"], b"");
    for command in ["serve", "referee", "simulate", "verify"] {
        assert!(
            out(&overview).contains(&format!("  {command} ")),
            "{}",
            out(&overview)
        );
        let [short, long] =
            [["help", command], [command, "--help"]].map(|arguments| flychess(arguments, b""));
        assert_eq!((status(&short), status(&long)), (0, 0));
        assert!(out(&long).contains("Usage: flychess "), "{}", out(&long));
    }
    assert!(out(&flychess(["--version"], b"")).starts_with("flychess "));
}

#[test]
fn what_a_record_says_cannot_pass_for_a_line_of_ours() {
    let folder = std::env::temp_dir().join(format!("flychess-lines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut record: serde_json::Value =
        serde_json::from_slice(&std::fs::read("tests/data/records/home.json").expect("a record"))
            .expect("JSON");
    record["ruleset"] = "x`\nother.json: ok\n\u{1b}[31m".into();
    let file = folder.join("two\nlines.json");
    std::fs::write(&file, record.to_string()).expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_flychess"))
        .arg("verify")
        .arg(&file)
        .output()
        .expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert_eq!(printed.lines().count(), 1, "{printed}");
    assert!(!printed.contains('\u{1b}'));
    let _ = std::fs::remove_dir_all(&folder);
}
