//! Outlines that the board is drawn with. Seats differ by shape as well as by colour.

use crate::rules::{Item, Seat, WeatherKind};

/// An aircraft seen from above, its nose up, about 34 units long.
pub(in crate::ui) const fn aircraft(seat: Seat) -> &'static str {
    match seat {
        // A jet with swept wings.
        Seat::Red => {
            "M0-17C1.9-15.4 2.9-12 2.9-8.5V-4.6L16.8 5V8.8L2.9 5.2 2.3 11 6.8 14.4V16.9L0 15.4-6.8 16.9V14.4\
             L-2.3 11-2.9 5.2-16.8 8.8V5L-2.9-4.6V-8.5C-2.9-12-1.9-15.4 0-17Z"
        }
        // A propeller plane with straight wings.
        Seat::Green => {
            "M-6-16.4H6V-14.6H1.8C2.7-12.8 3.2-10.6 3.2-8.4V-7.4H14.6C16.3-7.4 17-6.2 17-4.8 17-3 15.8-1.8 14.2-1.5\
             L3.1-.2 2.2 9.4H6.6C7.6 9.4 8.3 10.2 8.3 11.4 8.3 12.6 7.6 13.3 6.6 13.5L1.2 14.3 0 17-1.2 14.3-6.6 13.5\
             C-7.6 13.3-8.3 12.6-8.3 11.4-8.3 10.2-7.6 9.4-6.6 9.4H-2.2L-3.1-.2-14.2-1.5C-15.8-1.8-17-3-17-4.8\
             -17-6.2-16.3-7.4-14.6-7.4H-3.2V-8.4C-3.2-10.6-2.7-12.8-1.8-14.6H-6Z"
        }
        // A delta.
        Seat::Yellow => {
            "M0-17C1.6-14 2.6-10.6 3.2-7L15.6 11V14.4L5 12.6 3.6 16H-3.6L-5 12.6-15.6 14.4V11L-3.2-7C-2.6-10.6-1.6-14 0-17Z"
        }
        // A glider.
        Seat::Blue => {
            "M0-15.6C2-14.4 2.6-10.4 2.5-6.4L17.4-5.4V-2.4L2.4-.6 1.5 10.8 6.4 11.4V13.8L0 15-6.4 13.8V11.4L-1.5 10.8\
             -2.4-.6-17.4-2.4V-5.4L-2.5-6.4C-2.6-10.4-2-14.4 0-15.6Z"
        }
    }
}

/// What is painted on an aircraft: the wings' pattern, which differs as their form does, and the cockpit.
pub(in crate::ui) const fn markings(seat: Seat) -> &'static str {
    match seat {
        // A chevron along the swept edge.
        Seat::Red => "M-13.6 5.4-4-.6M13.6 5.4 4-.6M0-13.4V-10.4",
        // Two bands across each wing.
        Seat::Green => "M-13.4-6.4V-2.6M-10.2-6.4V-2.2M13.4-6.4V-2.6M10.2-6.4V-2.2M-3.6 11.4H3.6",
        // The trailing edge.
        Seat::Yellow => "M-12.6 11.6-4.6 10M12.6 11.6 4.6 10M0-13V-9",
        // One tip and the middle of each wing.
        Seat::Blue => "M-15.4-4.6V-3.2M15.4-4.6V-3.2M-11.6-4.2V-2.4M11.6-4.2V-2.4M-7.8-4V-1.8M7.8-4V-1.8",
    }
}

/// The hatching of a seat's field, within 80 units around its middle.
pub(in crate::ui) fn hatching(seat: Seat) -> String {
    let lines = |from: i32, one: fn(i32) -> String| (-from..=from).map(|at| one(12 * at)).collect();
    match seat {
        // Rising to the right.
        Seat::Red => lines(12, |at| slanted(at, 1)),
        // Upright.
        Seat::Green => lines(6, |at| format!("M{at}-78V78")),
        // Lying.
        Seat::Yellow => lines(6, |at| format!("M-78 {at}H78")),
        // Falling to the right.
        Seat::Blue => lines(12, |at| slanted(at, -1)),
    }
}

/// A line at 45 degrees through (`at`, 0), cut at 78 units from the middle.
fn slanted(at: i32, rise: i32) -> String {
    let (left, right) = ((at - 78).max(-78), (at + 78).min(78));
    format!("M{left} {}L{right} {}", rise * (at - left), rise * (at - right))
}

/// The small sign printed on a seat's cells.
pub(in crate::ui) const fn sign(seat: Seat) -> &'static str {
    match seat {
        Seat::Red => "M0-6 5.6 4H-5.6Z",
        Seat::Green => "M0-6.2 5.4 0 0 6.2-5.4 0Z",
        Seat::Yellow => "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0Z",
        Seat::Blue => "M-4.6-4.6H4.6V4.6H-4.6Z",
    }
}

/// The cell from which a lane is entered.
pub(in crate::ui) const CHEVRONS: &str = "M-6 1 0-5 6 1M-6 7 0 1 6 7";

/// One step of a lane.
pub(in crate::ui) const CHEVRON: &str = "M-6 3 0-3 6 3";

/// An arrow with its point up.
pub(in crate::ui) const ARROW: &str = "M0-8 6-1H2.4V8H-2.4V-1H-6Z";

/// A quarter of the roundel in the middle, open to the left.
pub(in crate::ui) const HOME: &str = "M-46.7-43.2A64 64 0 0 0-46.7 43.2L-17.5 14A22 22 0 0 1-17.5-14Z";

/// Eight points around the middle.
pub(in crate::ui) const ROSE: &str =
    "M0-19 3-7.2 8.6-8.6 7.2-3 19 0 7.2 3 8.6 8.6 3 7.2 0 19-3 7.2-8.6 8.6-7.2 3-19 0-7.2-3-8.6-8.6-3-7.2Z";

/// A cloud as a line, about 66 units wide.
pub(in crate::ui) const CLOUD: &str =
    "M-27 8H25C31 8 33-1 25-3 25-11 14-14 9-8 5-17-10-16-12-6-19-9-25-5-23 0-32 0-33 8-27 8";

/// The way on, at the edge between two cells.
pub(in crate::ui) const ONWARD: &str = "M-5.4 2.6 0-2.8 5.4 2.6Z";

/// Where planes are hit.
pub(in crate::ui) const BURST: &str =
    "M0-24 5-9 17-17 10-4 24 0 10 5 17 17 5 10 0 24-5 10-17 17-10 5-24 0-10-4-17-17-5-9Z";

/// Where a missile will strike.
pub(in crate::ui) const CROSSHAIR: &str =
    "M-15 0A15 15 0 1 0 15 0 15 15 0 1 0-15 0M0-21V-9M0 21V9M-21 0H-9M21 0H9";

/// Weather as a picture of about 26 units.
pub(in crate::ui) const fn weather(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => "M-11-4.5H3.5A4 4 0 1 0 0-9.4M-11 .5H9.5M-11 5.5H1.5A3.6 3.6 0 1 1-1.8 9.8",
        WeatherKind::Storm => {
            "M-7.5 1.6A4.7 4.7 0 0 1-6.2-7.4 6.6 6.6 0 0 1 6.2-7 4.4 4.4 0 0 1 7.6 1.6ZM-5.4 5.4-7.6 10.4M.4 5.4-1.8 10.4\
             M6.2 5.4 4 10.4"
        }
        WeatherKind::Thunder => "M2.6-12-7.4 1.8H-1L-3.4 12 7.4-3.2H1Z",
        WeatherKind::Tornado => {
            "M-10.4-9.4C-4-7.4 6-7.6 10.4-9.4M-7.6-4.4C-2-2.6 4-2.8 8-4.4M-4.4.4C-1 1.6 3.4 1.6 6 .4M-1 5C1 5.8 3.4 5.8 4.6 5M2 9.8C2.6 10.2 3 10.2 3.4 9.8"
        }
    }
}

/// An item as a picture of about 24 units, drawn in lines.
pub(in crate::ui) const fn item(item: Item) -> &'static str {
    match item {
        // A burst above its trail.
        Item::Flare => {
            "M-3.5 11C-2.8 7.4-1.6 4.8.6 2.6M2-12V-7.6M2 2.4V-1.6M-5.2-4.6H-1.2M9.2-4.6H5.2M-3-9.6-.4-7M7-9.6 4.4-7M7 .4 4.4-2.2"
        }
        // On its way up to the right.
        Item::Missile => {
            "M10.6-10.6C6.6-10.8 3-9 .6-6.2L-5 .2-.2 5 6.2-.6C9-3 10.8-6.6 10.6-10.6ZM-5 .2-9.4.6-6-4 -1.6-3.7M-.2 5-.6 9.4 4 6 3.7 1.6M-5.6 5.6-10 10M-8 3.4-10.4 5.8M-3.4 8-5.8 10.4"
        }
        // A dish that sends.
        Item::Radar => {
            "M-9.6-5.4A9.6 9.6 0 0 0 4.4 7.4ZM-2.6 1 2.6-4.2M-6.6 7.4-8.4 11.4H3.2L.6 8.8M4-11A8.4 8.4 0 0 1 10.6-4M3.4-7A4.6 4.6 0 0 1 6.8-3.6"
        }
        // One die that shows six.
        Item::SixDie => {
            "M-7-10H7A3 3 0 0 1 10-7V7A3 3 0 0 1 7 10H-7A3 3 0 0 1-10 7V-7A3 3 0 0 1-7-10ZM-4.2-5.2V-5.1M4.2-5.2V-5.1M-4.2 0V.1M4.2 0V.1M-4.2 5.2V5.3M4.2 5.2V5.3"
        }
        // Two dice at once.
        Item::PowerUnit => {
            "M-9.4-9.8-.8-10.6 0-2-8.6-1.2ZM-1.6 2.4 7.4.4 9.6 9.2.6 11.2ZM-6.6-7.8V-7.7M-2.6-4.4V-4.3M4 5.8V5.9M1.4 4.4V4.5M6.8 7.2V7.3M5.4-11 8-6.6H4L6.6-2.4"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_differ_in_form_pattern_sign_and_hatching() {
        for one in Seat::ALL {
            for other in Seat::ALL.into_iter().filter(|&other| other != one) {
                assert_ne!(aircraft(one), aircraft(other));
                assert_ne!(markings(one), markings(other));
                assert_ne!(sign(one), sign(other));
                assert_ne!(hatching(one), hatching(other));
            }
        }
    }

    #[test]
    fn hatching_stays_within_its_field() {
        for seat in Seat::ALL {
            let drawn = hatching(seat).replace('-', " -");
            let numbers = drawn
                .split(|c: char| !c.is_ascii_digit() && c != '-')
                .filter(|part| !part.is_empty());
            for number in numbers {
                assert!(number.parse::<i32>().unwrap().abs() <= 78, "{number} in {drawn}");
            }
        }
    }
}
