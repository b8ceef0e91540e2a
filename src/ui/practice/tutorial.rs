//! The lessons in words, and the way through them.

use leptos::prelude::*;

use super::lesson::{LESSONS, Lesson};
use super::{At, Desk, Held};
use crate::ui::keep;

/// A title, what to do, and what was to be seen.
const WORDS: [(&str, &str, &str); LESSONS] = [
    (
        "Take off",
        "Press ROLL. A 5 or a 6 takes a plane out of its hangar: choose any of them.",
        "It stands on its pad now. Chosen again, it goes onto the ring; whoever has all four planes home first has won.",
    ),
    (
        "Jump and flight",
        "Planes go clockwise. Roll, and choose the plane on the ring: it lands on the arrow of your colour.",
        "From the arrow it flew the short cut along the dashed line, and then jumped four cells on, as from every cell of your own colour.",
    ),
    (
        "Hit and fortress",
        "Roll. Plane 1 can land on a lone green plane; plane 2 stands before two of them. Look at both, then choose plane 1.",
        "The lone plane had to go back to its hangar. Two together are a fortress: plane 2 would have been turned back there.",
    ),
    (
        "Weather",
        "A storm lies two cells ahead. Roll, and see what becomes of your 5.",
        "The storm let the plane go one more step, and keeps it slow for some turns. Airstreams halve, thunder holds, tornadoes throw.",
    ),
    (
        "Items",
        "You hold a sure six. Use it before you roll, then take off with it. Items lie on the ring: stop on one to keep it.",
        "An item is used before the roll, once a turn for each kind. A six that an item made gives no other roll.",
    ),
];

/// The offer to learn, before the first game most of all.
#[component]
pub(super) fn Learn(start: Callback<Held>) -> impl IntoView {
    let done = RwSignal::new(0_usize);
    // The server knows nothing of what was learnt.
    Effect::new(move || done.set(keep::get(keep::LESSONS).unwrap_or_default()));
    let is_over = move || done.get() >= LESSONS;
    let begin = move |_| {
        let number = if is_over() { 0 } else { done.get_untracked() };
        if let Some(lesson) = Lesson::numbered(number) {
            start.run(Held::Lesson(Box::new(lesson)));
        }
    };
    view! {
        <section class="practice-kept" data-testid="learn" data-done=move || done.get()>
            <p>
                {move || match done.get() {
                    0 => "New to flying chess? Five short steps at the table show the rest.".to_owned(),
                    done if done < LESSONS => format!("{done} of {LESSONS} steps done."),
                    _ => "You have done the five steps.".to_owned(),
                }}
            </p>
            <button type="button" class="button quiet" data-testid="learn-begin" on:click=begin>
                {move || match done.get() {
                    0 => "Learn in five steps",
                    done if done < LESSONS => "Go on learning",
                    _ => "Once more",
                }}
            </button>
        </section>
    }
}

/// What a lesson says beside the table.
#[component]
pub(in crate::ui) fn LessonBar(
    /// The lesson.
    desk: Desk,
    /// Which it is, from 0.
    number: usize,
) -> impl IntoView {
    let (title, ask, told) = WORDS[number.min(LESSONS - 1)];
    let is_done = desk.is_done;
    Effect::new(move || {
        if is_done.get() {
            let before = keep::get(keep::LESSONS).unwrap_or(0_usize);
            keep::set(keep::LESSONS, before.max(number + 1));
        }
    });
    let to = move |number: usize| match Lesson::numbered(number) {
        Some(lesson) => {
            desk.held.set_value(Held::Lesson(Box::new(lesson)));
            is_done.set(false);
            desk.at.update(At::next);
        }
        None => desk.at.set(At::Setup),
    };
    view! {
        <section class="desk lesson" data-testid="lesson" data-number=number + 1 data-done=move || is_done.get().to_string()>
            <h2>{format!("{} of {LESSONS}: {title}", number + 1)}</h2>
            <p class="lesson-words" data-testid="lesson-words" aria-live="polite">{move || if is_done.get() { told } else { ask }}</p>
            <p class="desk-out">
                <button
                    type="button"
                    class="button"
                    data-testid="lesson-next"
                    hidden=move || !is_done.get()
                    on:click=move |_| to(number + 1)
                >
                    {if number + 1 < LESSONS { "Next" } else { "Done" }}
                </button>
                <button type="button" class="button quiet small" data-testid="lesson-again" on:click=move |_| to(number)>
                    "Again"
                </button>
                <button
                    type="button"
                    class="button quiet small"
                    data-testid="lesson-skip"
                    on:click=move |_| desk.at.set(At::Setup)
                >
                    "Skip the lessons"
                </button>
            </p>
        </section>
    }
}
