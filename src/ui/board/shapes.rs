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

/// Weather as a picture of about 26 units.
pub(in crate::ui) const fn weather(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => "M-11-5H4A4 4 0 1 0 0-9M-11 0H9M-11 5H2A4 4 0 1 1-2 9",
        WeatherKind::Storm => {
            "M-8 2A5 5 0 0 1-6-7 6.4 6.4 0 0 1 6-7 4.8 4.8 0 0 1 8 2ZM-6 6-8 11M0 6-2 11M6 6 4 11"
        }
        WeatherKind::Thunder => "M2-12-7 2H-1L-3 12 7-3H1Z",
        WeatherKind::Tornado => "M-10-9H10M-7-4H8M-4 1H6M-2 6H4M0 11H1",
    }
}

/// An item as a picture of about 22 units.
pub(in crate::ui) const fn item(item: Item) -> &'static str {
    match item {
        Item::Flare => "M0 10V0M0-2V-10M-2.5-3.5-8-8M2.5-3.5 8-8M-3-1H-10M3-1H10",
        Item::Missile => "M0-11C3-8 3.4-5 3.4-2V5L6.4 10H-6.4L-3.4 5V-2C-3.4-5-3-8 0-11ZM-3.4 1H3.4",
        Item::Radar => {
            "M0 0 7-7M-9.5 0A9.5 9.5 0 1 0 9.5 0 9.5 9.5 0 1 0-9.5 0M-4 0A4 4 0 1 0 4 0 4 4 0 1 0-4 0"
        }
        Item::SixDie => "M-9-9H9V9H-9ZM-4-5V-4.9M4-5V-4.9M-4 0V.1M4 0V.1M-4 5V5.1M4 5V5.1",
        Item::PowerUnit => "M-10-8H0V2H-10ZM0-2H10V8H0V2M-5-3V-2.9M3 1V1.1M7 5V5.1",
    }
}
