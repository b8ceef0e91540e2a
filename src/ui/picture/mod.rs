//! The board as a picture of its own, for programs that show a preview of a link. It is the page's board, with the
//! colours of the page's style sheets, and says nothing but the position.

mod style;

use std::sync::LazyLock;

use leptos::prelude::*;

use super::board::{Board, HALF, Scene, shapes};
use crate::rules::{Place, Position, Ruleset, Seat, seat::PLANES};

/// Width and height in points.
pub const SIZE: (u32, u32) = (1200, 630);

/// Side of the board in the picture.
const BOARD: u32 = 598;

static STYLE: LazyLock<String> = LazyLock::new(style::resolved);

/// The picture of a position as a whole SVG document; without one, of the board before a match.
pub fn picture(rules: &'static Ruleset, position: Option<&Position>) -> String {
    let scene = position.map_or_else(|| Scene::before(rules), Scene::of);
    let owner = Owner::new();
    let board = owner.with(|| view! { <Board rules scene label="" /> }.to_html());
    // Marks by which the page's program finds its way in a page; no XML.
    let board = board.replace("<!>", "");
    let inside = board.split_once('>').map_or("", |(_, inside)| inside);
    let (width, height) = SIZE;
    let (left, top) = ((width - BOARD) / 2, (height - BOARD) / 2);
    let seats = rules.seats().enumerate();
    let sides: String = seats
        .map(|(index, seat)| {
            let x = if index % 2 == 0 {
                left / 2
            } else {
                width - left / 2
            };
            let rows = u32::try_from(rules.seats().len().div_ceil(2)).unwrap_or(1);
            let row = u32::try_from(index / 2).unwrap_or(0);
            tally(position, seat, x, height * (2 * row + 1) / (2 * rows))
        })
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><style>{}</style>\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>{sides}\
         <svg class=\"board\" x=\"{left}\" y=\"{top}\" width=\"{BOARD}\" height=\"{BOARD}\" \
         viewBox=\"{from} {from} {side} {side}\">{inside}</svg>",
        *STYLE,
        from = -HALF,
        side = 2 * HALF,
    )
}

/// One side beside the board: its aircraft, ringed when it is on turn, and how many are home.
fn tally(position: Option<&Position>, seat: Seat, x: u32, y: u32) -> String {
    let name = seat.name();
    let is_on_turn = position.is_some_and(|it| it.outcome().is_none() && it.turn() == seat);
    let ring = if is_on_turn {
        "<circle class=\"turn\" r=\"96\"/>"
    } else {
        ""
    };
    let planes = position.map(|it| it.player(seat).planes);
    let home = planes.map_or(0, |planes| {
        planes.iter().filter(|it| it.place == Place::Home).count()
    });
    let dots: String = (0..PLANES)
        .map(|index| {
            let class = if index < home { "dot full" } else { "dot" };
            let x = (f64::from(u32::try_from(index).unwrap_or(0)) - 1.5) * 44.0;
            format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"140\" r=\"14\"/>")
        })
        .collect();
    let hull = shapes::aircraft(seat);
    format!(
        "<g class=\"tally {name}\" transform=\"translate({x} {y})\"><g transform=\"translate(0 -40)\">{ring}</g>\
         <g class=\"plane {name}\" transform=\"translate(0 -40)\"><path class=\"hull\" transform=\"scale(4)\" d=\"{hull}\"/></g>\
         {dots}</g>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Silent};

    #[test]
    fn it_is_a_whole_document_that_shows_the_position_alone() {
        let rules = Ruleset::duel();
        let game = Game::begin(rules, [7; 32], &mut Silent);
        let drawn = picture(rules, Some(game.position()));
        let planes = drawn.matches("data-testid=\"plane-").count();
        assert_eq!(planes, rules.seats().len() * PLANES);
        assert_eq!(drawn.matches("class=\"turn\"").count(), 1);
        assert!(
            drawn.contains("data-testid=\"pickup-"),
            "items lie on the board from the first round"
        );
        // Two games that stand alike look alike, whatever their dice will be.
        let again = picture(rules, Some(game.position()));
        assert_eq!(drawn, again);
        let before = picture(rules, None);
        assert!(!before.contains("data-testid=\"pickup-") && !before.contains("class=\"turn\""));
        for drawn in [drawn, before] {
            assert!(!drawn.contains("<!"), "marks of the page are no XML");
            assert!(!drawn.contains("var("), "every colour is resolved");
        }
    }
}
