//! The rules in words, whole but short.

use leptos::prelude::*;

/// A heading and what it says.
const CHAPTERS: [(&str, &[&str]); 10] = [
    (
        "The aim",
        &[
            "Red and Green have four planes each. The colours are drawn; Red begins. Whoever has all four planes home \
             first has won.",
        ],
    ),
    (
        "A turn",
        &[
            "Roll, then choose a plane that can move. If none can, the roll is skipped.",
            "A 5 or a 6 takes a plane from its hangar to its pad, and no further. Chosen again, its first step is onto \
             the ring.",
            "A natural 6 of a single die gives another roll in the same turn, even when nothing could move. A 6 that an \
             item made, or one of two dice, does not.",
            "A turn lasts until you hand over. When both sides have had one, a round is over.",
        ],
    ),
    (
        "Jumps and flights",
        &[
            "Planes go clockwise; the white corners are not counted. Land on a cell of your colour and the plane jumps 4 \
             cells on, once for each landing. The way of a jump is walked: weather and fortresses work on it.",
            "Land on your flight entry (the arrow) and the plane flies to the exit and then jumps 4 more. Reached by a \
             jump, it flies and stops at the exit.",
            "The flight crosses the third cell of the other side's lane: one plane there is sent back, two or more keep \
             you at the entry.",
            "At your home entry you turn into your lane; its sixth cell is home. Steps left over do not matter. The home \
             entry is no place to jump from.",
        ],
    ),
    (
        "Hits and fortresses",
        &[
            "Landing on one enemy plane sends it to its hangar. Passing it does nothing.",
            "Two or more planes of one side on a cell are a fortress. Whoever lands exactly on an enemy fortress goes to \
             the hangar together with all planes there.",
            "Whoever meets one with steps left turns back there and walks the rest backward; the cell of turning has no \
             weather for it.",
        ],
    ),
    (
        "Perching",
        &[
            "With a single 6, natural or by item, a plane that meets a fortress with steps left stays on it and drops the \
             rest. Your next roll moves this plane by itself.",
            "If that roll cannot move it, or your time runs out, the perch is settled: one enemy there is sent back, two \
             or more go back together with your plane, none means nothing happens.",
        ],
    ),
    (
        "Weather",
        &[
            "New weather comes in rounds 2, 5, 8 and so on, of 2 or 3 kinds. Walking or jumping onto its cell is enough \
             to meet it.",
            "Airstream: this trip goes on; after it the plane's dice are halved, rounded up, for 4 turns. Storm: this \
             stretch goes at most one more step; after it the plane's dice count 1, for 4 turns. Thunder: this trip goes \
             on; then the plane cannot be chosen, for 2 turns. Tornado: the plane is thrown onto a ring cell within two \
             cells of it, and lands there afresh; a tornado works once for each roll.",
            "Turns are your own, and the one in which the plane met the weather counts. A plane has one lasting effect; a \
             new one takes its place. It ends in the hangar and at home.",
        ],
    ),
    (
        "Items",
        &[
            "New items come in rounds 1, 8, 15 and so on. A plane picks up what lies where its whole trip ends. Use an \
             item before you roll; each kind once a turn, the clock goes on.",
            "Flare: clears the weather from the board, not from planes. Missile: one of your planes on the ring knocks \
             every enemy plane 1 to 6 cells ahead of it back 3 cells. Radar: keeps missiles off your planes to the end of \
             your fourth turn. Sure six: your next roll is a 6. Power unit: your next roll is two dice, added up.",
            "Only one of sure six and power unit can decide the same roll, and neither gives another. A power unit takes \
             off only with a 5 or 6 among its dice, and never perches.",
            "A plane that is knocked back meets what is on its last cell only, and may hit your planes there. It neither \
             jumps nor flies nor picks up.",
        ],
    ),
    (
        "Time",
        &[
            "You have 60 seconds to roll and 60 to choose. If they run out, your whole turn is lost. The fourth time in a \
             match you have lost it. A lost connection does not stop the clock.",
        ],
    ),
    (
        "Auto-Roll",
        &[
            "It rolls the moment your roll begins, and never chooses for you. To use an item, switch it off before your \
             turn.",
        ],
    ),
    (
        "The end",
        &[
            "All planes home, a resignation, or a fourth timeout ends a match at once. Then there is REMATCH, which looks \
             for an opponent again, perhaps another one, and BACK TO LOBBY.",
            "Accounts win and lose one point a match, guests none.",
        ],
    ),
];

/// All chapters.
#[component]
pub(super) fn Rulebook(
    /// Whether they are a page, right below its title; else they are in a dialog that has a heading of its own.
    #[prop(optional)]
    is_page: bool,
) -> impl IntoView {
    let chapter = move |&(title, texts): &(&'static str, &'static [&'static str])| {
        let heading = if is_page {
            view! { <h2>{title}</h2> }.into_any()
        } else {
            view! { <h3>{title}</h3> }.into_any()
        };
        view! {
            <section>
                {heading}
                {texts.iter().map(|&text| view! { <p>{text}</p> }).collect_view()}
            </section>
        }
    };
    view! { <div class="rulebook">{CHAPTERS.iter().map(chapter).collect_view()}</div> }
}
