//! What to play: the game that was kept, or a new one.

use leptos::ev;
use leptos::prelude::*;

use super::saved::{Against, Opponent, Unusable};
use super::standby::Standby;
use super::tutorial::Learn;
use super::{At, Desk, Held, Practice, keep, keep::Kept};
use crate::ui::{keep as kept, replay::ReplayView, table::PracticeView};

/// What can be played, and its word.
const CHOICES: [(Against, &str, &str, &str); 4] = [
    (
        Against::Computer {
            level: Opponent::Easy,
        },
        "easy",
        "Easy",
        "Takes what looks best at once.",
    ),
    (
        Against::Computer {
            level: Opponent::Normal,
        },
        "normal",
        "Normal",
        "Knows what a position is worth.",
    ),
    (
        Against::Computer {
            level: Opponent::Hard,
        },
        "hard",
        "Hard",
        "Looks three actions ahead.",
    ),
    (
        Against::Neighbour,
        "two",
        "Two of us",
        "Take turns at one screen.",
    ),
];

/// The page: what to play, then the table.
#[component]
pub(in crate::ui) fn PracticePage() -> impl IntoView {
    let at = RwSignal::new(At::Setup);
    let found = RwSignal::new(Kept::Nothing);
    let look = move || found.set(keep::kept());
    // The server knows nothing of what is kept here.
    Effect::new(move || {
        if at.get() == At::Setup {
            look();
        }
    });
    // The game goes on in another tab: here it would only fall behind.
    Effect::new(move || {
        let listener = window_event_listener(ev::storage, move |event| {
            if event.key().is_none_or(|key| key == kept::PRACTICE) {
                at.set(At::Setup);
                look();
            }
        });
        on_cleanup(move || listener.remove());
    });
    let desk = StoredValue::new(None::<Desk>);
    let owner = Owner::current();
    let start = move |held: Held| {
        // The game belongs to the page and not to the button that began it.
        let make = || Desk::new(held, at);
        let made = match &owner {
            Some(owner) => owner.with(make),
            None => make(),
        };
        desk.set_value(Some(made));
        at.set(At::Game(0));
    };
    let start = Callback::new(start);
    let shown = move || match (at.get(), desk.get_value()) {
        (At::Game(_), Some(desk)) => view! { <PracticeView desk /> }.into_any(),
        (At::Replay, Some(desk)) => view! { <Replay desk at /> }.into_any(),
        _ => view! { <Setup found start /> }.into_any(),
    };
    view! {
        <Standby />
        {shown}
    }
}

/// The game that is over, step by step.
#[component]
fn Replay(desk: Desk, at: RwSignal<At>) -> impl IntoView {
    let back = move |_| at.set(At::Game(0));
    view! {
        {desk.record().map(|record| view! { <ReplayView record download=None /> })}
        <p class="practice-back">
            <button type="button" class="button quiet" data-testid="practice-result" on:click=back>"Back to the result"</button>
        </p>
    }
}

#[component]
fn Setup(found: RwSignal<Kept>, start: Callback<Held>) -> impl IntoView {
    let failed = RwSignal::new(false);
    let begin = move |against| match keep::begin(against) {
        Some(game) => start.run(Held::Game(Box::new(game))),
        None => failed.set(true),
    };
    let choice = move |(against, word, title, text): (Against, &'static str, &'static str, &'static str)| {
        view! {
            <li>
                <button
                    type="button"
                    class="opponent"
                    data-testid=format!("practice-{word}")
                    on:click=move |_| begin(against)
                >
                    <b>{title}</b>
                    <span>{text}</span>
                </button>
            </li>
        }
    };
    view! {
        <main class="practice">
            <h1>"Play the computer"</h1>
            <p class="lead">
                "The whole game in this browser, without a server and without a score. It is kept at every move, so you can \
                 leave and come back."
            </p>
            {move || match found.get() {
                Kept::Nothing => ().into_any(),
                Kept::Game(game) => view! { <GoOn game=*game start /> }.into_any(),
                Kept::Unusable(why) => view! { <CannotGoOn why found /> }.into_any(),
            }}
            <Learn start />
            <section aria-labelledby="practice-new">
                <h2 id="practice-new">"A new game"</h2>
                <ul class="opponents">{CHOICES.map(choice)}</ul>
                <p class="queue-note" role="status">
                    {move || failed.get().then_some("This browser has no random numbers, so there would be no dice.")}
                </p>
            </section>
            <p><a href="/">"To the lobby"</a></p>
        </main>
    }
}

/// A game was kept.
#[component]
fn GoOn(game: Practice, start: Callback<Held>) -> impl IntoView {
    let position = *game.position();
    let round = position.round();
    let who = match game.against() {
        Against::Computer { level } => format!("against the computer ({})", level.name()),
        Against::Neighbour => "of two at this screen".to_owned(),
    };
    let (word, said) = match position.outcome() {
        None => ("Go on", format!("Your game {who} stands in round {round}.")),
        Some(_) => (
            "Look at the result",
            format!("Your game {who} ended in round {round}."),
        ),
    };
    view! {
        <section class="practice-kept" data-testid="practice-kept">
            <p>{said}</p>
            <button
                type="button"
                class="button"
                data-testid="practice-go-on"
                on:click=move |_| start.run(Held::Game(Box::new(game.clone())))
            >
                {word}
            </button>
        </section>
    }
}

/// Something was kept that cannot be gone on with: it is not thrown away unasked.
#[component]
fn CannotGoOn(why: Unusable, found: RwSignal<Kept>) -> impl IntoView {
    let said = match why {
        Unusable::Broken => "A game was kept here, but it can no longer be read.",
        Unusable::Later => {
            "A game was kept here by a newer version of FLYCHESS. Load this page anew to go on with it."
        }
        Unusable::OtherRules => {
            "A game was kept here that was played by other rules than today's. It cannot be gone on with."
        }
    };
    view! {
        <section class="practice-kept" data-testid="practice-unusable">
            <p>{said}</p>
            <button
                type="button"
                class="button quiet"
                data-testid="practice-forget"
                on:click=move |_| {
                    keep::forget();
                    found.set(Kept::Nothing);
                }
            >
                "Throw it away"
            </button>
        </section>
    }
}
