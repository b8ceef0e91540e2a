//! The lobby: what the game is, and a board on which one is being played.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::{
    api,
    rules::Seat,
    ui::{
        board::shapes,
        demo::{Demo, DemoBoard, DemoSide},
        preview::Preview,
        queue::QueuePanel,
    },
};

/// The first page.
#[component]
pub fn Lobby() -> impl IntoView {
    let demo = Demo::start();
    let me = Resource::new(|| (), |()| api::whoami());
    let queue = move || {
        Suspend::new(async move {
            match me.await {
                Ok(me) => view! { <QueuePanel me /> }.into_any(),
                Err(_) => view! {
                    <p class="queue-note" data-testid="no-server">
                        "The server cannot be reached. Playing the computer needs none."
                    </p>
                    <a class="button" data-testid="practice" href="/practice">"Play the computer"</a>
                }
                .into_any(),
            }
        })
    };
    view! {
        <Title text="FLYCHESS · flying chess for two" />
        <Preview
            title="FLYCHESS".to_owned()
            description="Flying chess for two: dice, fortresses, weather and a few well-kept missiles."
            picture="/board.png".to_owned()
        />
        <main class="lobby">
            <section class="lobby-words">
                <h1>"Four planes home." <br /> "Weather permitting."</h1>
                <p class="lead">
                    "Flying chess for two. Roll, take off, jump along your colour, fly the short cut, and keep clear of \
                     fortresses, storms and the other side's missiles. Whoever brings all four planes home first has won."
                </p>
                <Suspense fallback=|| view! { <p class="queue-note">"One moment…"</p> }>{queue}</Suspense>
            </section>
            <DemoBoard demo />
            <DemoSide demo />
            <Brief />
        </main>
        <footer class="colophon">
            <p>"FLYCHESS plays by one rules engine, on the server, in your browser and on the command line."</p>
        </footer>
    }
}

/// The rules in six pictures.
#[component]
fn Brief() -> impl IntoView {
    view! {
        <section class="brief" id="rules" aria-labelledby="rules-title">
            <h2 id="rules-title">"The rules in six pictures"</h2>
            <ul class="cards">{CARDS.iter().map(|it| card(it).into_any()).collect_view()}</ul>
        </section>
    }
}

fn card(card: &'static Card) -> impl IntoView {
    let tiles = card.tiles.iter().map(|&(x, y, colour)| {
        view! { <rect class=format!("tile {colour}") x=x - 17 y=y - 17 width="34" height="34" rx="7"></rect> }
    });
    let planes = card.planes.iter().map(|&(x, y, seat, degrees)| {
        let transform = format!("translate({x} {y}) rotate({degrees}) scale(.86)");
        view! { <path class=format!("hull {}", seat.name()) d=shapes::aircraft(seat) transform=transform></path> }
    });
    let tips = card.tips.iter().map(|&(x, y, degrees)| {
        view! { <path class="tip" d="M0-5 5 5H-5Z" transform=format!("translate({x} {y}) rotate({degrees})")></path> }
    });
    let mark = card.mark.map(|(x, y, shape)| {
        view! { <path class="mark" d=shape transform=format!("translate({x} {y})")></path> }
    });
    view! {
        <li class="card">
            <svg viewBox="0 -6 200 114" aria-hidden="true">
                {tiles.collect_view()} <path class="trail" d=card.trail></path> {tips.collect_view()} {mark}
                {planes.collect_view()}
            </svg>
            <h3>{card.title}</h3>
            <p>{card.text}</p>
        </li>
    }
}

/// One rule with its picture.
struct Card {
    title: &'static str,
    text: &'static str,
    /// Cells: centre and colour.
    tiles: &'static [(i32, i32, &'static str)],
    /// Aircraft: centre, side and heading.
    planes: &'static [(i32, i32, Seat, i32)],
    /// The way that is told about.
    trail: &'static str,
    /// Arrow heads: point and heading.
    tips: &'static [(i32, i32, i32)],
    /// What lies on a cell.
    mark: Option<(i32, i32, &'static str)>,
}

const CARDS: [Card; 6] = [
    Card {
        title: "Take off with 5 or 6",
        text: "A 5 or a 6 takes a plane out of its hangar and onto its pad. A natural 6 gives you another roll.",
        tiles: &[(48, 56, "pad red"), (114, 56, "red"), (152, 56, "green")],
        planes: &[(48, 56, Seat::Red, 90)],
        trail: "M70 56H84",
        tips: &[(91, 56, 90)],
        mark: None,
    },
    Card {
        title: "Jump along your colour",
        text: "Land on a cell of your own colour and the plane jumps four cells on, once for each landing.",
        tiles: &[
            (24, 68, "red"),
            (62, 68, "yellow"),
            (100, 68, "green"),
            (138, 68, "blue"),
            (176, 68, "red"),
        ],
        planes: &[(24, 68, Seat::Red, 90)],
        trail: "M30 44C62 10 138 10 168 38",
        tips: &[(172, 43, 140)],
        mark: None,
    },
    Card {
        title: "Fly the short cut",
        text: "From your arrow cell the plane flies across the other side's lane, and hits a lone plane it finds there.",
        tiles: &[
            (24, 52, "red"),
            (100, 14, "lane green"),
            (100, 52, "lane green"),
            (100, 90, "lane green"),
            (176, 52, "red"),
        ],
        planes: &[(24, 52, Seat::Red, 90), (100, 52, Seat::Green, 0)],
        trail: "M46 52H146",
        tips: &[(152, 52, 90)],
        mark: None,
    },
    Card {
        title: "Two planes are a fortress",
        text: "Whoever meets a stack of two on the way turns back. Whoever lands on it takes everything there along.",
        tiles: &[
            (24, 68, "yellow"),
            (62, 68, "blue"),
            (100, 68, "red"),
            (138, 68, "green"),
            (176, 68, "yellow"),
        ],
        planes: &[
            (24, 68, Seat::Red, 90),
            (167, 63, Seat::Green, 0),
            (186, 74, Seat::Green, 0),
        ],
        trail: "M28 44C52 6 132 4 152 34 150 22 118 18 106 36",
        tips: &[(102, 42, 216)],
        mark: None,
    },
    Card {
        title: "Mind the weather",
        text: "Airstreams slow you, storms stop you short, thunder holds you fast, and a tornado puts you down elsewhere.",
        tiles: &[
            (24, 68, "green"),
            (62, 68, "blue"),
            (100, 68, "red"),
            (138, 68, "yellow"),
            (176, 68, "green"),
        ],
        planes: &[(24, 68, Seat::Green, 90)],
        trail: "M46 68H78M104 44C116 14 156 14 170 38",
        tips: &[(173, 43, 150)],
        mark: Some((100, 66, "M-12-10H12M-8-4H10M-5 2H7M-3 8H4M0 13H1")),
    },
    Card {
        title: "Keep an item for later",
        text: "Stop on an item to keep it: a flare, a missile, a radar, a sure six, or an engine that rolls two dice.",
        tiles: &[
            (24, 68, "blue"),
            (62, 68, "red"),
            (100, 68, "yellow"),
            (138, 68, "green"),
            (176, 68, "blue"),
        ],
        planes: &[(24, 68, Seat::Red, 90)],
        trail: "M30 44C48 20 84 20 96 36",
        tips: &[(99, 42, 145)],
        mark: Some((
            100,
            69,
            "M0-12C3-9 4-6 4-2V6L7 11H-7L-4 6V-2C-4-6-3-9 0-12ZM-4 2H4",
        )),
    },
];
