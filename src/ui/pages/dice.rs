//! How the dice are made: for somebody who has never heard of a hash, and for somebody who has.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::rules::hash::Hash;
use crate::rules::record::match_seed;
use crate::rules::{Chance, Seeded};
use crate::ui::{browser, dice};

/// The numbers of one example: the server's, the first player's, the second player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Example {
    id: &'static str,
    secrets: [Hash; 3],
}

/// The example that FORMATS.md gives, so that anybody can compare.
const KNOWN: Example = Example {
    id: "k3v9",
    secrets: [Hash([1; 32]), Hash([2; 32]), Hash([3; 32])],
};

/// Rolls that are shown.
const ROLLS: usize = 10;

impl Example {
    /// Fresh numbers from this browser; the old ones if it has none.
    fn drawn(self) -> Self {
        let [Some(a), Some(b), Some(c)] = [browser::random(), browser::random(), browser::random()] else {
            return self;
        };
        Self {
            secrets: [Hash(a), Hash(b), Hash(c)],
            ..self
        }
    }

    fn seed(self) -> Hash {
        let [server, first, second] = self.secrets;
        match_seed(self.id, server, [first, second])
    }

    /// What a stream with this seed rolls first.
    fn rolls(self) -> Vec<u8> {
        let mut stream = Seeded::new(self.seed().0);
        (0..ROLLS)
            .filter_map(|_| stream.die())
            .map(|die| die.face())
            .collect()
    }
}

/// The page.
#[component]
pub fn Dice() -> impl IntoView {
    view! {
        <Title text="How the dice are made · FLYCHESS" />
        <main class="page dice-page">
            <h1>"How the dice are made"</h1>
            <p class="lead">"So that nobody can choose them: not you, not your opponent, and not us."</p>
            <Plainly />
            <LiveExample />
            <Exactly />
            <Remains />
            <p>
                <a class="button" href="/verify">"Check a record"</a>
            </p>
        </main>
    }
}

#[component]
fn Plainly() -> impl IntoView {
    view! {
        <section aria-labelledby="plainly">
            <h2 id="plainly">"In plain words"</h2>
            <p>
                "Think of three people who want to agree on a number that none of them can steer. Each writes a number on a slip of \
                 paper, puts it in an envelope and seals it. All three envelopes are laid on the table. Only then are they opened, and \
                 the three numbers are mixed into one. Whoever wanted to steer the result would have had to know the other two numbers \
                 before sealing their own."
            </p>
            <p>
                "That is what happens before each match, in a moment and without your doing anything: your browser, your opponent's \
                 browser and the server each seal a number. From the mixture follows every roll of the match, where tornadoes throw, \
                 and where weather and items appear. The server opens its own envelope last, when the match is over, because whoever \
                 knows all three knows the dice to come."
            </p>
            <p>
                "When a match is over, your browser looks whether everybody's number fits their envelope, mixes the three again, and \
                 plays the whole match through. The result says what came of it; you need not ask."
            </p>
        </section>
    }
}

#[component]
fn LiveExample() -> impl IntoView {
    let example = RwSignal::new(KNOWN);
    let number = move |name: &'static str, place: usize| {
        let secret = move || example.get().secrets[place];
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td><code>{move || secret().to_string()}</code></td>
                <td><code>{move || Hash::of(&[&secret().0]).to_string()}</code></td>
            </tr>
        }
    };
    let rolls = move || {
        let faces = example.get().rolls();
        let said: Vec<_> = faces.iter().map(u8::to_string).collect();
        view! {
            <p class="dice-row" data-testid="example-rolls" data-rolls=said.join(" ") role="img" aria-label=format!("The first rolls: {}", said.join(", "))>
                {dice::row(faces)}
            </p>
        }
    };
    view! {
        <section aria-labelledby="example">
            <h2 id="example">"An example, worked out by this page"</h2>
            <div class="dice-table">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"Whose"</th>
                            <th scope="col">"The number"</th>
                            <th scope="col">"Its sealed envelope"</th>
                        </tr>
                    </thead>
                    <tbody>
                        {number("The server", 0)} {number("First player", 1)} {number("Second player", 2)}
                    </tbody>
                </table>
            </div>
            <p>
                "Mixed, for a match called " <code>{KNOWN.id}</code> ": "
                <code data-testid="example-seed">{move || example.get().seed().to_string()}</code>
            </p>
            <p>"With these, dice would fall like this:"</p>
            {rolls}
            <p>
                <button type="button" class="button quiet" data-testid="draw-again" on:click=move |_| example.update(|it| *it = it.drawn())>
                    "Draw other numbers"
                </button>
            </p>
        </section>
    }
}

#[component]
fn Exactly() -> impl IntoView {
    view! {
        <section aria-labelledby="exactly">
            <h2 id="exactly">"Exactly"</h2>
            <ol>
                <li>
                    "Joining, each browser draws 32 random bytes r and sends SHA-256(r). On pairing the server fixes the match id and the \
                     order of the two, draws 32 bytes s, stores all of it, and tells both SHA-256(s) and both commitments. Each browser \
                     keeps that as a note, and only then shows its r."
                </li>
                <li>
                    "An r that is not in within five seconds is replaced by 32 zero bytes, and its player is called absent, which both are \
                     told before the first roll. If neither comes, there is no match."
                </li>
                <li>
                    "Match seed = SHA-256(" <code>"\"flychess/1:\""</code> " ‖ id ‖ " <code>"\":\""</code>
                    " ‖ s ‖ r of the first ‖ r of the second)."
                </li>
                <li>
                    "It keys one ChaCha20 stream (20 rounds, counter from 0, nonce 0), read as little-endian 32-bit words. A number below n is \
                     x mod n, and x is drawn again where it would favour some remainders. A die is 1 + such a number below 6."
                </li>
                <li>
                    "The record holds all seeds, commitments and actions. " <code>"flychess verify"</code>
                    " and this site check it with the engine that played it."
                </li>
            </ol>
            <p>"The example above is the published test vector: its seed begins with c46a5581 and ends with 478."</p>
        </section>
    }
}

#[component]
fn Remains() -> impl IntoView {
    view! {
        <section aria-labelledby="remains">
            <h2 id="remains">"What remains possible"</h2>
            <ul>
                <li>
                    "Once both browsers have shown their numbers the server knows all three. It can no longer change the dice, but it \
                     could tell a player the rolls to come, and nothing in a record would show it."
                </li>
                <li>
                    "A server in league with one player could let that player be absent or not, and so choose between two seeds. The table \
                     says who was absent."
                </li>
                <li>
                    "A server could send its own player a dishonest page, which claims to check and does not. Whoever fears that checks the \
                     record with a program of their own."
                </li>
                <li>
                    "A record alone shows that it is consistent. That the promises were made before play is what the note in your browser \
                     vouches for."
                </li>
            </ul>
        </section>
    }
}
