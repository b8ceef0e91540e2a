//! A game that the engine plays against itself while somebody looks on.

mod game;

use std::time::Duration;

use leptos::prelude::*;

use self::game::Game;
use super::{board::Board, browser};
use crate::rules::Ruleset;

/// Length of one step on the board.
const BEAT: Duration = Duration::from_millis(170);

/// Beats for which anything but a step is left to be looked at.
const REST: u8 = 4;

/// Lines of the log that are shown.
const LINES: usize = 5;

/// A running game as the page's parts share it.
///
/// Server and browser begin with the same moment of the same game, since both ask the same engine. In the browser
/// it runs by itself, unless the visitor asks for less motion; then it moves when told to.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    game: RwSignal<Game>,
    running: RwSignal<bool>,
}

impl Demo {
    /// A demo at its first moment, which begins to run once the page has been taken over.
    pub fn start() -> Self {
        let demo = Self {
            game: RwSignal::new(Game::opening()),
            running: RwSignal::new(false),
        };
        play_by_itself(demo);
        demo
    }

    fn toggle(self) {
        self.running.update(|running| *running = !*running);
    }

    fn next_move(self) {
        self.running.set(false);
        self.game.update(Game::finish_action);
    }
}

/// The board of the demo.
#[component]
pub fn DemoBoard(
    /// The game.
    demo: Demo,
) -> impl IntoView {
    let scene = Memo::new(move |_| *demo.game.read().scene());
    let moment = Memo::new(move |_| demo.game.read().moment());
    view! {
        <section class="demo-board" id="demo" aria-label="A game that the engine plays against itself">
            <Board
                rules=Ruleset::duel()
                scene
                label="The board, with red and green planes on their way"
                moment=moment.into()
            />
        </section>
    }
}

/// What belongs to the board of the demo: controls and the last events in words.
#[component]
pub fn DemoSide(
    /// The game.
    demo: Demo,
) -> impl IntoView {
    let log = move || {
        let game = demo.game.read();
        game.log(LINES)
            .map(|line| view! { <li class=line.class()>{line.text().to_owned()}</li> })
            .collect_view()
    };
    view! {
        <section class="demo-side" aria-labelledby="demo-title">
            <div class="demo-head">
                <h2 id="demo-title">"Engine against engine"</h2>
                <p class="demo-round" data-testid="demo-round">{move || format!("Round {}", demo.game.read().round())}</p>
            </div>
            <p class="demo-controls">
                <button type="button" class="button" data-testid="demo-run" on:click=move |_| demo.toggle()>
                    {move || if demo.running.get() { "Pause" } else { "Play" }}
                </button>
                <button type="button" class="button quiet" data-testid="demo-step" on:click=move |_| demo.next_move()>
                    "Next move"
                </button>
            </p>
            <ol class="demo-log" data-testid="demo-log">{log}</ol>
        </section>
    }
}

/// Starts the clock of the demo. Effects run in the browser alone.
fn play_by_itself(demo: Demo) {
    let Demo { game, running } = demo;
    let rest = StoredValue::new(0_u8);
    let tick = move || {
        if running.try_get() != Some(true) || document().hidden() {
            return;
        }
        if let Some(left) = rest.get_value().checked_sub(1) {
            rest.set_value(left);
            return;
        }
        let shown = game.try_update(Game::show_next);
        if shown == Some(game::Pace::Look) {
            rest.set_value(REST);
        }
    };
    Effect::new(move || {
        running.set(!browser::wants_less_motion());
        if let Ok(clock) = set_interval_with_handle(tick, BEAT) {
            on_cleanup(move || clock.clear());
        }
    });
}
