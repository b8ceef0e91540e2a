//! The board's style sheets for a program that draws but is no browser: no layers, no media, and every custom
//! property replaced by what it stands for. Light colours, as a picture does not know who will look at it: of
//! `light-dark(…)` the first.

use std::collections::BTreeMap;

const TOKENS: &str = include_str!("../../../style/tokens.css");
const BOARD: &str = include_str!("../../../style/board.css");
/// What stands beside the board in a picture.
const BESIDE: &str = "
    .ground { fill: var(--page); }
    .tally .turn { fill: var(--sheet); stroke: var(--hue); stroke-width: 6; }
    .tally .dot { fill: var(--sheet); stroke: var(--hue); stroke-width: 5; }
    .tally .dot.full { fill: var(--hue); }
";

/// Declarations that only a browser makes something of.
const FOR_BROWSERS: [&str; 7] = [
    "filter",
    "transition",
    "animation",
    "font",
    "display",
    "width",
    "height",
];

/// A selector list and its declarations.
struct Rule<'a> {
    selectors: &'a str,
    declarations: Vec<(&'a str, &'a str)>,
}

/// Custom properties by name.
type Properties<'a> = BTreeMap<&'a str, &'a str>;

/// The style of the board with its colours.
pub(super) fn resolved() -> String {
    let sources = [TOKENS, BOARD, BESIDE].map(without_comments);
    let rules: Vec<Rule<'_>> = sources.iter().flat_map(|css| rules(css)).collect();
    let mut everywhere = Properties::new();
    let mut scopes = Vec::new();
    for rule in &rules {
        let custom: Properties<'_> = rule
            .declarations
            .iter()
            .copied()
            .filter(|(name, _)| name.starts_with("--"))
            .collect();
        if rule.selectors == ":root" {
            everywhere.extend(custom);
        } else if !custom.is_empty() {
            scopes.push((rule.selectors, custom));
        }
    }
    let mut css = String::new();
    for rule in &rules {
        write_rule(&mut css, rule, &everywhere, &scopes);
    }
    css
}

/// Writes a rule, once for each scope that gives it a property which it uses.
fn write_rule(
    css: &mut String,
    rule: &Rule<'_>,
    everywhere: &Properties<'_>,
    scopes: &[(&str, Properties<'_>)],
) {
    let plain = rule.declarations.iter();
    let plain: Vec<_> = plain
        .filter(|(name, _)| !name.starts_with("--") && !FOR_BROWSERS.contains(name))
        .collect();
    if plain.is_empty() || rule.selectors.starts_with(":root") {
        return;
    }
    let body = |scope: &Properties<'_>| -> Option<String> {
        let declared = plain.iter().map(|(name, value)| {
            let value = mixed(&substituted(value, scope, everywhere)?);
            Some(format!("{name}:{value};"))
        });
        declared.collect()
    };
    if let Some(body) = body(&Properties::new()) {
        css.push_str(&format!("{}{{{body}}}\n", rule.selectors));
        return;
    }
    for (scope, properties) in scopes {
        if let Some(body) = body(properties) {
            let selectors = rule.selectors.split(',').map(|it| within(scope, it.trim()));
            let selectors: Vec<String> = selectors.collect();
            css.push_str(&format!("{}{{{body}}}\n", selectors.join(",")));
        }
    }
}

/// A selector whose first element is of a scope too, or has the scope beneath it: there the board has its seats and
/// kinds.
fn within(scope: &str, selector: &str) -> String {
    match selector.split_once(' ') {
        Some((first, rest)) => format!("{first}{scope} {rest},{first} {scope} {rest}"),
        None => format!("{selector}{scope},{scope} {selector}"),
    }
}

/// A value without custom properties; nothing if one of them is not known.
fn substituted(value: &str, scope: &Properties<'_>, everywhere: &Properties<'_>) -> Option<String> {
    let mut value = value.to_owned();
    while let Some(from) = value.find("var(") {
        let to = from + value[from..].find(')')?;
        let name = &value[from + 4..to];
        let known = scope.get(name).or_else(|| everywhere.get(name))?;
        value.replace_range(from..=to, known);
    }
    lit(value)
}

/// A value with the light one of each pair of colours.
fn lit(mut value: String) -> Option<String> {
    const PAIR: &str = "light-dark(";
    while let Some(from) = value.find(PAIR) {
        let inside = &value[from + PAIR.len()..];
        let (mut depth, mut comma, mut end) = (0, None, None);
        for (at, letter) in inside.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' if depth == 0 => {
                    end = Some(at);
                    break;
                }
                ')' => depth -= 1,
                ',' if depth == 0 => comma = comma.or(Some(at)),
                _ => {}
            }
        }
        let light = inside[..comma?].trim().to_owned();
        value.replace_range(from..=from + PAIR.len() + end?, &light);
    }
    Some(value)
}

/// The one function of colours in the sheets, as a colour: `color-mix(in srgb, #rrggbb P%, #rrggbb)`.
fn mixed(value: &str) -> String {
    let mix = || {
        let (first, second) = value
            .strip_prefix("color-mix(in srgb, ")?
            .strip_suffix(')')?
            .split_once(", ")?;
        let (first, part) = first.split_once(' ')?;
        let part: u32 = part.strip_suffix('%')?.parse().ok()?;
        let (first, second) = (parsed(first)?, parsed(second)?);
        let mixed: Vec<String> = (0..3)
            .map(|i| (u32::from(first[i]) * part + u32::from(second[i]) * (100 - part)) / 100)
            .map(|channel| format!("{channel:02x}"))
            .collect();
        Some(format!("#{}", mixed.concat()))
    };
    mix().unwrap_or_else(|| value.to_owned())
}

fn parsed(colour: &str) -> Option<[u8; 3]> {
    let mut bytes = [0; 3];
    hex::decode_to_slice(colour.strip_prefix('#')?, &mut bytes).ok()?;
    Some(bytes)
}

fn without_comments(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |css, part| {
        css + part.split_once("*/").map_or("", |(_, after)| after)
    })
}

/// The rules of a sheet and of its layers; what stands under a condition is left out.
fn rules(css: &str) -> Vec<Rule<'_>> {
    let mut found = Vec::new();
    let mut rest = css;
    while let Some((head, after)) = rest.split_once('{') {
        let (body, next) = block(after);
        let selectors = head.rsplit(';').next().unwrap_or_default().trim();
        if selectors.starts_with("@layer") {
            found.extend(rules(body));
        } else if !selectors.starts_with('@') {
            let declarations = body.split(';').filter_map(|it| it.split_once(':'));
            found.push(Rule {
                selectors,
                declarations: declarations
                    .map(|(name, value)| (name.trim(), value.trim()))
                    .collect(),
            });
        }
        rest = next;
    }
    found
}

/// What stands before the brace that closes this block, and after it.
fn block(css: &str) -> (&str, &str) {
    let mut depth = 1;
    for (at, letter) in css.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&css[..at], &css[at + 1..]);
        }
    }
    (css, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_kinds_get_their_colours() {
        let css = resolved();
        for rule in [
            ".board.red .tile,.board .red .tile{fill:#b93a28;",
            ".board.green .tile,.board .green .tile{fill:#4aa98f;",
            ".plane.red .hull,.plane .red .hull{fill:#c43f26;stroke:#fffaf0;",
            ".board .weather.storm .counter{fill:#3c5c8a;",
        ] {
            assert!(css.contains(rule), "{rule} in\n{css}");
        }
        for word in [
            "var(",
            "color-mix",
            "light-dark",
            "@",
            "/*",
            "--",
            ":root",
            "filter",
            "transition",
        ] {
            assert!(!css.contains(word), "{word} in\n{css}");
        }
    }

    #[test]
    fn a_picture_is_lit() {
        let lit = |value: &str| super::lit(value.to_owned());
        assert_eq!(lit("light-dark(#123456, #654321)").as_deref(), Some("#123456"));
        let shadow = "0 1px light-dark(rgb(1 2 3 / 4%), rgb(5 6 7 / 8%)), light-dark(#fff, #000)";
        assert_eq!(lit(shadow).as_deref(), Some("0 1px rgb(1 2 3 / 4%), #fff"));
        assert_eq!(lit("light-dark(#123456"), None);
    }

    #[test]
    fn colours_are_mixed_as_browsers_do() {
        assert_eq!(mixed("color-mix(in srgb, #ff0000 25%, #0000ff)"), "#3f00bf");
        assert_eq!(mixed("#123456"), "#123456");
    }
}
