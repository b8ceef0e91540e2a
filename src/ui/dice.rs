//! Dice as they are drawn.

use leptos::prelude::*;

use crate::rules::Roll;

/// The faces of a roll; none of a roll that there was not.
pub(super) fn faces(roll: Option<Roll>) -> Vec<u8> {
    roll.iter()
        .flat_map(|roll| roll.dice())
        .map(|die| die.face())
        .collect()
}

/// Dice side by side; one that was not rolled where there is none.
pub(super) fn row(faces: Vec<u8>) -> impl IntoView {
    let faces = if faces.is_empty() { vec![0] } else { faces };
    faces.into_iter().map(die).collect_view()
}

/// One die; face 0 is one that was not rolled.
fn die(face: u8) -> impl IntoView {
    let pips: &[(i32, i32)] = match face {
        1 => &[(0, 0)],
        2 => &[(-10, -10), (10, 10)],
        3 => &[(-10, -10), (0, 0), (10, 10)],
        4 => &[(-10, -10), (10, -10), (-10, 10), (10, 10)],
        5 => &[(-10, -10), (10, -10), (0, 0), (-10, 10), (10, 10)],
        6 => &[(-10, -11), (10, -11), (-10, 0), (10, 0), (-10, 11), (10, 11)],
        _ => &[],
    };
    let pips = pips
        .iter()
        .map(|&(x, y)| view! { <circle class="pip" cx=x cy=y r="4.2"></circle> });
    view! {
        <svg class="die" viewBox="-24 -24 48 48" aria-hidden="true">
            <rect class="face" x="-21" y="-21" width="42" height="42" rx="10"></rect>
            <g class="pips">{pips.collect_view()}</g>
        </svg>
    }
}
