//! A page: a socket, and a match that is followed by playing its steps again, without the seed.

use std::time::Duration;

use flychess::protocol::{ApiError, CloseReason, MatchId, MatchView, PROTOCOL, Stage, Step, ToPage, Version};
use flychess::rules::hash::Hash;
use flychess::rules::ruleset::{Clock, Ending, Faces, Flight, Seating, Spec, Stacks, Start, Track};
use flychess::rules::seat::Team;
use flychess::rules::{Action, Board, Position, Ruleset, Scripted, Seat, Seeded, Silent};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{Guest, House, commitment, secret};

/// Longer than anything here takes; only so that a fault is told and does not hang.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection of the state stream.
pub(crate) struct Live {
    socket: WebSocketStream<TcpStream>,
}

impl Live {
    /// Opens a stream; an error when the server cannot be reached or refuses the handshake.
    pub(crate) async fn try_open(
        guest: &Guest,
        query: &str,
        receive_buffer: Option<u32>,
    ) -> Result<Self, Error> {
        let mut request = format!("ws://{}/live?{query}", guest.address).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", guest.cookie().parse().expect("a cookie is text"));
        headers.insert("sec-fetch-site", "same-origin".parse().expect("this is text"));
        let stream = TcpSocket::new_v4()?;
        if let Some(size) = receive_buffer {
            stream.set_recv_buffer_size(size)?;
        }
        let stream = stream.connect(guest.address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Self { socket })
    }

    pub(crate) async fn open(guest: &Guest, query: &str) -> Self {
        Self::try_open(guest, query, None)
            .await
            .expect("the server takes the page")
    }

    /// The lobby's stream.
    pub(crate) async fn lobby(guest: &Guest) -> Self {
        Self::open(guest, &format!("protocol={PROTOCOL}")).await
    }

    /// A match's stream.
    pub(crate) async fn of(guest: &Guest, id: &MatchId, from: Option<Version>) -> Self {
        Self::open(guest, &query(id, from)).await
    }

    /// The next message; nothing when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<ToPage> {
        let next = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Text(text))) => {
                        return Some(serde_json::from_str(&text).expect("a message of the protocol"));
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(_) | Err(_)) | None => return None,
                }
            }
        };
        tokio::time::timeout(PATIENCE, next)
            .await
            .expect("the server says something in time")
    }

    /// Reads on to the first message that is wanted.
    pub(crate) async fn until<T>(&mut self, wanted: impl Fn(&ToPage) -> Option<T>) -> T {
        loop {
            let message = self.next().await.expect("the connection lives");
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Reads on to the end; the reason that was given for it.
    pub(crate) async fn end(&mut self) -> Option<CloseReason> {
        let mut why = None;
        while let Some(message) = self.next().await {
            if let ToPage::Close { reason } = message {
                why = Some(reason);
            }
        }
        why
    }

    pub(crate) async fn paired(&mut self) -> MatchId {
        self.until(|message| match message {
            ToPage::Paired { id } => Some(id.clone()),
            _ => None,
        })
        .await
    }

    pub(crate) async fn say(&mut self, message: Message) -> Result<(), Error> {
        self.socket.send(message).await
    }

    /// Says ping and reads on to the pulse: then everything before it has arrived on both sides.
    pub(crate) async fn pulse(&mut self) -> Option<u64> {
        self.say(Message::text(r#"{"is":"ping"}"#))
            .await
            .expect("the connection lives");
        self.until(|message| match message {
            ToPage::Pulse { left_ms } => Some(*left_ms),
            _ => None,
        })
        .await
    }

    pub(crate) async fn close(mut self) {
        // The server may have closed it already.
        let _ = self.socket.close(None).await;
        while let Some(Ok(_)) = self.socket.next().await {}
    }
}

pub(crate) fn query(id: &MatchId, from: Option<Version>) -> String {
    let from = from.map(|from| format!("&from={from}")).unwrap_or_default();
    format!("protocol={PROTOCOL}&match={id}{from}")
}

/// A page of a match.
pub(crate) struct Page {
    pub(crate) live: Live,
    pub(crate) view: MatchView,
    /// The position after all steps; nothing before the match has begun.
    pub(crate) position: Option<Position>,
}

impl Page {
    /// Opens a match's page and takes the snapshot.
    pub(crate) async fn open(guest: &Guest, id: &MatchId) -> Self {
        let mut live = Live::of(guest, id, None).await;
        let Some(ToPage::Snapshot { view }) = live.next().await else {
            panic!("a stream begins with a snapshot");
        };
        let position = follow(&view);
        Self {
            live,
            view: *view,
            position,
        }
    }

    pub(crate) fn version(&self) -> Version {
        self.view.version()
    }

    pub(crate) fn position(&self) -> &Position {
        self.position.as_ref().expect("the match has begun")
    }

    /// Takes one message; nothing when the connection has ended.
    pub(crate) async fn hear(&mut self) -> Option<ToPage> {
        let message = self.live.next().await?;
        self.take(&message);
        Some(message)
    }

    pub(crate) fn take(&mut self, message: &ToPage) {
        match message {
            ToPage::Snapshot { view } => {
                self.view = (**view).clone();
                self.position = follow(view);
            }
            ToPage::Steps { from, steps, left_ms } => {
                assert_eq!(*from, self.version(), "steps follow what the page has");
                for step in steps {
                    play(self.position.as_mut().expect("the match has begun"), step);
                    self.view.steps.push(step.clone());
                }
                self.view.left_ms = *left_ms;
                if self.position().outcome().is_some() {
                    self.view.stage = Stage::Over;
                }
            }
            ToPage::Presence { presence } => self.view.presence = *presence,
            ToPage::Outage { outage, left_ms } => {
                self.view.outages.push(*outage);
                self.view.left_ms = Some(*left_ms);
            }
            ToPage::Dissolved => self.view.stage = Stage::Dissolved,
            _ => {}
        }
    }

    /// Listens until this version is there.
    pub(crate) async fn reach(&mut self, version: Version) {
        while self.version() < version {
            self.hear().await.expect("the connection lives");
        }
    }

    /// Listens until the match is at this stage.
    pub(crate) async fn at(&mut self, stage: Stage) {
        while self.view.stage != stage {
            self.hear().await.expect("the connection lives");
        }
    }
}

/// The game with this name: a public one, or the one that tests bring along.
fn game(name: &str) -> &'static Ruleset {
    [&SPRINT]
        .into_iter()
        .chain(Ruleset::all())
        .find(|rules| rules.name() == name)
        .expect("a game that is known here")
}

/// Another game on the duel's board, told as data alone: other seats, a shorter lane, take-off with any face but 1,
/// neither weather nor items, and a quicker clock.
pub(crate) static SPRINT: Ruleset = Ruleset::new(Spec {
    name: "sprint",
    board: Board::wide_cross(),
    seats: &[
        Seating {
            seat: Seat::Yellow,
            team: Team(0),
        },
        Seating {
            seat: Seat::Blue,
            team: Team(1),
        },
    ],
    track: Track {
        start: Start::FirstCell,
        home_entry: 50,
        lane: 4,
        own_colour: 2,
        plain: &[],
        jump: 4,
        flights: &[Flight {
            entry: 18,
            exit: 30,
            crosses: 3,
        }],
    },
    take_off: Faces::of(&[2, 3, 4, 5, 6]),
    roll_again: Faces::of(&[]),
    stacks: Stacks::Loose,
    ending: Ending::Surplus,
    weather: None,
    items: None,
    clock: Clock {
        seconds: 20,
        timeouts: 2,
    },
});

/// The position that a view tells of.
pub(crate) fn follow(view: &MatchView) -> Option<Position> {
    if !matches!(view.stage, Stage::Live | Stage::Over) {
        return None;
    }
    let mut opening = Scripted::new(&view.opening);
    let (mut position, _) = Position::begin(game(&view.ruleset), &mut opening, &mut Silent)
        .expect("the opening was drawn for this game");
    view.steps.iter().for_each(|step| play(&mut position, step));
    Some(position)
}

/// Plays a step; what chance gave for it must fit, and lead where the server got.
fn play(position: &mut Position, step: &Step) {
    let mut drawn = Scripted::new(&step.drawn);
    let (seat, action) = (
        step.act.seat.expect("a step has a seat"),
        step.act.action().expect("an action"),
    );
    position
        .play(seat, action, &mut drawn, &mut Silent)
        .expect("a step that was made is legal");
    assert!(drawn.left().is_empty(), "nothing was drawn in vain");
    assert!(
        Hash(position.digest()).to_string().starts_with(&step.check),
        "the page is where the server is"
    );
}

/// Two guests in a match, in queue order.
pub(crate) struct Pair {
    pub(crate) id: MatchId,
    pub(crate) guests: [Guest; 2],
    pub(crate) seeds: [Hash; 2],
    stream: Seeded,
}

impl Pair {
    /// Two who were brought together and have not shown their seeds.
    pub(crate) async fn brought_together(house: &House) -> Self {
        Self::of([house.guest(), house.guest()]).await
    }

    /// The same with two who are there already; nobody else may wait.
    pub(crate) async fn of(guests: [Guest; 2]) -> Self {
        let seeds = [secret(), secret()];
        let mut pages = Vec::new();
        for (guest, seed) in guests.iter().zip(seeds) {
            pages.push(Live::lobby(guest).await);
            guest.join(commitment(seed)).await.expect("anybody may wait");
        }
        let id = pages[0].paired().await;
        assert_eq!(id, pages[1].paired().await);
        for page in pages {
            page.close().await;
        }
        Self {
            id,
            guests,
            seeds,
            stream: Seeded::new([7; 32]),
        }
    }

    /// Two whose match has begun.
    pub(crate) async fn playing(house: &House) -> Self {
        Self::brought_together(house).await.begun().await
    }

    /// Both show their seeds.
    pub(crate) async fn begun(self) -> Self {
        for (guest, seed) in self.guests.iter().zip(self.seeds) {
            guest.reveal(&self.id, seed).await.expect("the seed is right");
        }
        self
    }

    pub(crate) async fn view(&self, order: usize) -> MatchView {
        self.guests[order]
            .call("look", json!({ "id": self.id }))
            .await
            .expect("anybody may look")
    }

    /// Who has this seat, by the page of the first.
    pub(crate) fn with_seat(&self, page: &Page, seat: Seat) -> &Guest {
        let first = page.view.me.expect("the page is a player's");
        &self.guests[usize::from(first != seat)]
    }

    /// Who is on turn, by the page of the first.
    pub(crate) fn on_turn(&self, page: &Page) -> &Guest {
        self.with_seat(page, page.position().turn())
    }

    /// A match that was played by chance until the position is as wanted, and the first's page of it. Chance is the
    /// server's, so it may take several matches.
    pub(crate) async fn playing_until(house: &House, wanted: impl Fn(&Position) -> bool) -> (Self, Page) {
        loop {
            let mut pair = Self::playing(house).await;
            let mut page = Page::open(&pair.guests[0], &pair.id).await;
            if pair.try_until(&mut page, &wanted).await {
                return (pair, page);
            }
        }
    }

    /// Plays by chance until the position is as wanted, which it must become; `page` is the first's.
    pub(crate) async fn play_until(&mut self, page: &mut Page, wanted: impl Fn(&Position) -> bool) {
        let found = self.try_until(page, &wanted).await;
        assert!(found, "the match was over before it was as wanted");
    }

    async fn try_until(&mut self, page: &mut Page, wanted: &impl Fn(&Position) -> bool) -> bool {
        while !wanted(page.position()) {
            let offers = page.position().offers();
            if offers.is_empty() {
                return false;
            }
            let drawn = self.stream.uniform(u32::try_from(offers.len()).expect("a few"));
            let any = offers.nth(usize::try_from(drawn).expect("a few"));
            // Items are mostly kept, so that there are some.
            let rolls = offers.contains(Action::Roll) && self.stream.uniform(6) > 0;
            let action = if rolls { Some(Action::Roll) } else { any };
            let action = action.expect("one of the offers");
            self.act(page, action).await.expect("what is offered is legal");
        }
        true
    }

    /// Whoever is on turn acts.
    pub(crate) async fn act(&self, page: &mut Page, action: Action) -> Result<Version, ApiError> {
        let guest = self.on_turn(page).clone();
        let version = guest.act(&self.id, page.version(), action).await?;
        page.reach(version).await;
        Ok(version)
    }
}
