//! The colours of the pages, computed from `style/tokens.css`: words can be read, the clock and the turn can be read by
//! almost everybody, and seats stay apart for eyes that see red and green alike, or no colours at all.

use std::collections::HashMap;

const TOKENS: &str = include_str!("../style/tokens.css");

/// Light and dark.
const THEMES: [usize; 2] = [0, 1];

/// Colour in linear light.
type Light = [f64; 3];

/// Every colour by its name, as it is by day and by night.
fn tokens() -> HashMap<&'static str, [Light; 2]> {
    let colour = |line: &'static str| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(": light-dark(")?;
        let (day, night) = value.strip_suffix(");")?.split_once(", ")?;
        Some((name, [opaque(day)?, opaque(night)?]))
    };
    TOKENS.lines().filter_map(colour).collect()
}

/// A colour that hides what is behind it.
fn opaque(written: &str) -> Option<Light> {
    let digits = written.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let one = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok().map(linear);
    Some([one(0)?, one(2)?, one(4)?])
}

fn linear(byte: u8) -> f64 {
    let part = f64::from(byte) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

fn coded(part: f64) -> f64 {
    if part <= 0.003_130_8 {
        part * 12.92
    } else {
        1.055 * part.powf(1.0 / 2.4) - 0.055
    }
}

/// So much of one colour over another, mixed as style sheets do.
fn mixed(over: Light, share: f64, under: Light) -> Light {
    std::array::from_fn(|i| {
        let part = coded(over[i]) * share + coded(under[i]) * (1.0 - share);
        linear((part * 255.0).round() as u8)
    })
}

fn dot(row: Light, colour: Light) -> f64 {
    row.iter().zip(colour).map(|(a, b)| a * b).sum()
}

fn luminance(colour: Light) -> f64 {
    dot([0.2126, 0.7152, 0.0722], colour)
}

/// Contrast as WCAG 2 has it.
fn contrast(one: Light, other: Light) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// How eyes see: all colours, without red, without green, none (Machado and others, 2009, full severity).
const EYES: [(&str, [Light; 3]); 4] = [
    ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    ("achromatopsia", [[0.2126, 0.7152, 0.0722]; 3]),
];

fn seen(eyes: [Light; 3], colour: Light) -> Light {
    eyes.map(|row| dot(row, colour).clamp(0.0, 1.0))
}

/// How different two colours look, in Oklab; about 2 is just seen side by side.
fn difference(one: Light, other: Light) -> f64 {
    let (a, b) = (oklab(one), oklab(other));
    100.0 * a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn oklab(colour: Light) -> [f64; 3] {
    let cones = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ]
    .map(|row| dot(row, colour).cbrt());
    [
        [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
    ]
    .map(|row| dot(row, cones))
}

#[test]
fn every_token_that_is_a_colour_is_told_for_day_and_night() {
    let tokens = tokens();
    assert!(tokens.len() > 30, "{} colours were found", tokens.len());
    for line in TOKENS.lines().filter(|line| line.contains('#')) {
        assert!(line.contains("light-dark("), "{line}");
    }
}

#[test]
fn words_can_be_read_on_everything_they_stand_on() {
    let tokens = tokens();
    for theme in THEMES {
        let of = |name: &str| tokens[name][theme];
        for ground in ["page", "page-glow", "sheet", "raised"] {
            for words in ["ink", "ink-soft", "accent", "alarm", "focus"] {
                let found = contrast(of(words), of(ground));
                assert!(found >= 4.5, "{words} on {ground}, theme {theme}: {found:.2}");
            }
        }
        for (words, ground) in [
            ("on-accent", "accent"),
            ("on-accent", "accent-strong"),
            ("pip", "halo"),
        ] {
            let found = contrast(of(words), of(ground));
            assert!(found >= 4.5, "{words} on {ground}, theme {theme}: {found:.2}");
        }
        for seat in ["red", "green", "yellow", "blue"] {
            let number = contrast(of(&format!("{seat}-hull")), of("halo"));
            assert!(
                number >= 4.5,
                "the number on a {seat} plane, theme {theme}: {number:.2}"
            );
            let sign = contrast(of(&format!("{seat}-deep")), of("sheet"));
            assert!(sign >= 4.5, "the sign of {seat}, theme {theme}: {sign:.2}");
        }
        for kind in ["airstream", "storm", "thunder", "tornado", "pickup"] {
            let picture = contrast(of(kind), of("counter-edge"));
            assert!(
                picture >= 4.5,
                "the picture of {kind}, theme {theme}: {picture:.2}"
            );
        }
    }
}

#[test]
fn the_clock_and_the_turn_can_be_read_by_almost_everybody() {
    let tokens = tokens();
    for theme in THEMES {
        let of = |name: &str| tokens[name][theme];
        for words in ["ink", "alarm"] {
            let found = contrast(of(words), of("raised"));
            assert!(found >= 7.0, "{words} of the clock, theme {theme}: {found:.2}");
        }
        for seat in ["red", "green", "yellow", "blue"] {
            // The strip of the side on turn is tinted with its colour.
            let strip = mixed(of(seat), 0.14, of("raised"));
            let found = contrast(of("ink"), strip);
            assert!(
                found >= 7.0,
                "the turn on {seat}'s strip, theme {theme}: {found:.2}"
            );
        }
    }
}

#[test]
fn seats_stay_apart_for_all_eyes() {
    let tokens = tokens();
    let seats = ["red", "green", "yellow", "blue"];
    for theme in THEMES {
        for (eyes, matrix) in EYES {
            let of = |name: &str| seen(matrix, tokens[name][theme]);
            let hulls = difference(of("red-hull"), of("green-hull"));
            assert!(
                hulls >= 12.0,
                "hulls of a duel, {eyes}, theme {theme}: {hulls:.1}"
            );
            for (at, one) in seats.iter().enumerate() {
                for other in &seats[at + 1..] {
                    // In grey the signs and the forms of the planes say it too; they differ by their own test.
                    let least = if eyes == "achromatopsia" { 1.0 } else { 8.0 };
                    let inks = difference(of(one), of(other));
                    assert!(
                        inks >= least,
                        "{one} and {other}, {eyes}, theme {theme}: {inks:.1}"
                    );
                }
            }
        }
    }
}
