//! The live client: one WebSocket that is kept open as long as the page wants it. It says nothing but that the page
//! is there; what it hears is passed on. Nothing here runs on a server: it is begun by an effect.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use leptos::leptos_dom::helpers::{IntervalHandle, TimeoutHandle, WindowListenerHandle};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Event, MessageEvent, WebSocket};

use super::browser;
use crate::protocol::{CloseReason, FromPage, MatchId, PROTOCOL, ToPage, Version};

/// A socket that is not open by then never will be.
const CONNECT: Duration = Duration::from_secs(10);
/// How often the page says that it is there.
const PING: Duration = Duration::from_secs(10);
/// After so long a silence the connection is dead.
const DEAD_MS: f64 = 20_000.0;
/// After so long a silence a page that wakes up does not trust its connection.
const DOUBTFUL_MS: f64 = 12_000.0;
/// The shortest and the longest wait before the next attempt.
const BACK_OFF_MS: (f64, f64) = (500.0, 30_000.0);
/// Failures after which the wait is the longest.
const MANY: u32 = 6;

/// How the connection is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Link {
    /// The first attempt is under way.
    #[default]
    Opening,
    /// What the page shows is the truth.
    Good,
    /// Lost; it comes back by itself.
    Lost {
        /// When, in milliseconds of the browser's clock.
        since: f64,
    },
    /// Refused: this player has too many connections. It is tried again by itself, seldom.
    Crowded,
    /// The server speaks another version: the page is to be loaded anew.
    Outdated,
    /// There is nothing to listen to.
    Ended,
    /// This browser has logged in or out: the page is somebody else's now.
    Switched,
}

/// What the page makes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The page is whole: it has everything up to now.
    Whole,
    /// One more thing.
    More,
    /// Something between is missing: the page needs everything.
    Gap,
}

/// What a client listens to and whom it tells.
pub(super) struct Wanted {
    /// The match; the lobby without one.
    pub(super) id: Option<MatchId>,
    /// The version that the page has, if it has one.
    pub(super) known: Box<dyn Fn() -> Option<Version>>,
    /// Takes each message.
    pub(super) hear: Box<dyn Fn(ToPage) -> Heard>,
    /// Where the state of the connection shows.
    pub(super) link: RwSignal<Link>,
}

/// A handle on the client. It ends when told to. Signals may be dropped by any thread, so what they hold must bear
/// that; there is only one thread where there is a client.
#[derive(Clone)]
pub(super) struct Live(SendWrapper<Rc<Client>>);

struct Client {
    wanted: Wanted,
    /// Counts sockets: what comes from a retired one is not for this page any more.
    generation: Cell<u32>,
    failures: Cell<u32>,
    heard_at: Cell<f64>,
    /// The next connection asks for everything.
    from_scratch: Cell<bool>,
    has_ended: Cell<bool>,
    socket: RefCell<Option<Socket>>,
    next: RefCell<Option<TimeoutHandle>>,
    around: RefCell<Option<Around>>,
}

/// A socket and the handlers that live as long as it does.
struct Socket {
    socket: WebSocket,
    is_open: Rc<Cell<bool>>,
    _open: Closure<dyn FnMut(Event)>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _gone: Closure<dyn FnMut(Event)>,
}

impl Socket {
    /// Handlers off first: a retired socket touches nothing.
    fn retire(self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        self.socket.set_onerror(None);
        if self.socket.ready_state() == WebSocket::CONNECTING {
            // Browsers complain of a socket that is closed before it is open.
            let socket = self.socket.clone();
            let close = Closure::once_into_js(move || socket.close());
            self.socket.set_onopen(Some(close.unchecked_ref()));
        } else {
            // It may be closed already.
            let _ = self.socket.close();
        }
    }
}

/// What runs beside the sockets.
struct Around {
    beat: Option<IntervalHandle>,
    listeners: Vec<WindowListenerHandle>,
}

impl Live {
    /// Begins to listen.
    pub(super) fn begin(wanted: Wanted) -> Self {
        let client = Rc::new(Client {
            wanted,
            generation: Cell::new(0),
            failures: Cell::new(0),
            heard_at: Cell::new(0.0),
            from_scratch: Cell::new(false),
            has_ended: Cell::new(false),
            socket: RefCell::new(None),
            next: RefCell::new(None),
            around: RefCell::new(None),
        });
        client.watch();
        client.connect();
        Self(SendWrapper::new(client))
    }

    /// Asks for everything, on a connection of its own.
    pub(super) fn start_over(&self) {
        self.0.from_scratch.set(true);
        self.0.connect();
    }

    /// Ends it for good.
    pub(super) fn end(&self) {
        self.0.end(Link::Ended);
    }
}

impl Client {
    /// Looks after the connection: signs of life both ways, and the moments at which a lost one may be had again.
    fn watch(self: &Rc<Self>) {
        let on = |name: &str, then: fn(&Rc<Self>)| {
            let client = Rc::downgrade(self);
            window_event_listener_untyped(name, move |_| with(&client, then))
        };
        let listeners = vec![
            on("online", Self::wake),
            on("pageshow", Self::wake),
            on("visibilitychange", Self::wake),
            on("offline", Self::lose),
        ];
        let client = Rc::downgrade(self);
        let beat = set_interval_with_handle(move || with(&client, Self::beat), PING).ok();
        self.around.replace(Some(Around { beat, listeners }));
    }

    /// Tries at once, unless there is a connection that can be trusted, or one is being made.
    fn wake(self: &Rc<Self>) {
        let is_recent = browser::now() - self.heard_at.get() < DOUBTFUL_MS;
        let is_fine = self
            .socket
            .borrow()
            .as_ref()
            .is_some_and(|it| !it.is_open.get() || is_recent);
        if !is_fine && !document().hidden() {
            self.connect();
        }
    }

    fn beat(self: &Rc<Self>) {
        let is_open = self.socket.borrow().as_ref().is_some_and(|it| it.is_open.get());
        if !is_open {
            return;
        }
        if browser::now() - self.heard_at.get() > DEAD_MS {
            self.lose();
            return;
        }
        let ping = serde_json::to_string(&FromPage::Ping).unwrap_or_default();
        if let Some(it) = self.socket.borrow().as_ref() {
            // A socket that cannot send will be found dead.
            let _ = it.socket.send_with_str(&ping);
        }
    }

    /// Opens a socket; the one before it, if there is one, is retired.
    fn connect(self: &Rc<Self>) {
        if self.has_ended.get() {
            return;
        }
        self.retire();
        let generation = self.generation.get();
        let socket = browser::socket_address(&self.path()).and_then(|address| WebSocket::new(&address).ok());
        let Some(socket) = socket else {
            self.lose();
            return;
        };
        let is_open = Rc::new(Cell::new(false));
        let open = {
            let (client, is_open) = (Rc::downgrade(self), Rc::clone(&is_open));
            Closure::new(move |_| {
                is_open.set(true);
                with(&client, |client| {
                    client.heard_at.set(browser::now());
                    client.cancel_next();
                });
            })
        };
        let message = {
            let client = Rc::downgrade(self);
            Closure::new(move |event: MessageEvent| {
                with(&client, |client| client.take(generation, &event));
            })
        };
        let gone = {
            let client = Rc::downgrade(self);
            Closure::new(move |_| with(&client, |client| client.lose_if(generation)))
        };
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(gone.as_ref().unchecked_ref()));
        socket.set_onerror(Some(gone.as_ref().unchecked_ref()));
        self.socket.replace(Some(Socket {
            socket,
            is_open,
            _open: open,
            _message: message,
            _gone: gone,
        }));
        self.later(CONNECT, move |client| client.lose_if(generation));
    }

    fn path(&self) -> String {
        let mut path = format!("/live?protocol={PROTOCOL}");
        if let Some(id) = &self.wanted.id {
            path += &format!("&match={id}");
            let known = (self.wanted.known)().filter(|_| !self.from_scratch.get());
            if let Some(from) = known {
                path += &format!("&from={from}");
            }
        }
        path
    }

    fn take(self: &Rc<Self>, generation: u32, event: &MessageEvent) {
        if generation != self.generation.get() {
            return;
        }
        self.heard_at.set(browser::now());
        let text = event.data().as_string().unwrap_or_default();
        let Ok(message) = serde_json::from_str(&text) else {
            // A message that this page does not know: the server is of another version.
            self.end(Link::Outdated);
            return;
        };
        if let ToPage::Close { reason } = message {
            self.dismiss(reason);
            return;
        }
        match (self.wanted.hear)(message) {
            Heard::Whole => {
                self.failures.set(0);
                self.from_scratch.set(false);
                self.show(Link::Good);
            }
            Heard::More => {}
            Heard::Gap => {
                self.from_scratch.set(true);
                self.lose();
            }
        }
    }

    /// The server closes the connection and says why.
    fn dismiss(self: &Rc<Self>, reason: CloseReason) {
        match reason {
            CloseReason::Leaving { after_ms } => {
                self.retire();
                self.show_lost();
                self.later(Duration::from_millis(after_ms), Self::connect);
            }
            CloseReason::Behind => {
                self.from_scratch.set(true);
                self.lose();
            }
            CloseReason::TooMuch => {
                self.failures.set(MANY);
                self.lose();
                self.show(Link::Crowded);
            }
            CloseReason::OtherVersion => self.end(Link::Outdated),
            CloseReason::NoSuchMatch => self.end(Link::Ended),
            CloseReason::Switched => self.end(Link::Switched),
        }
    }

    fn lose_if(self: &Rc<Self>, generation: u32) {
        if generation == self.generation.get() {
            self.lose();
        }
    }

    /// The connection is gone; another is tried after a while that grows with each failure.
    fn lose(self: &Rc<Self>) {
        if self.has_ended.get() {
            return;
        }
        self.retire();
        self.show_lost();
        let failures = self.failures.get().min(MANY);
        self.failures.set(failures + 1);
        let (shortest, longest) = BACK_OFF_MS;
        let most = (shortest * f64::from(1_u32 << failures)).min(longest);
        let wait = Duration::from_secs_f64(browser::fraction() * most / 1000.0);
        self.later(wait, Self::connect);
    }

    fn retire(&self) {
        self.generation.set(self.generation.get().wrapping_add(1));
        self.cancel_next();
        let socket = self.socket.take();
        if let Some(socket) = socket {
            socket.retire();
        }
    }

    fn cancel_next(&self) {
        if let Some(next) = self.next.take() {
            next.clear();
        }
    }

    fn later(self: &Rc<Self>, wait: Duration, then: impl FnOnce(&Rc<Self>) + 'static) {
        let client = Rc::downgrade(self);
        let timer = set_timeout_with_handle(move || with(&client, then), wait).ok();
        self.next.replace(timer);
    }

    fn show(&self, link: Link) {
        if self
            .wanted
            .link
            .try_get_untracked()
            .is_some_and(|shown| shown != link)
        {
            self.wanted.link.set(link);
        }
    }

    /// The time of the first loss counts, not that of the last attempt.
    fn show_lost(&self) {
        if !matches!(self.wanted.link.try_get_untracked(), Some(Link::Lost { .. })) {
            self.show(Link::Lost {
                since: browser::now(),
            });
        }
    }

    fn end(&self, link: Link) {
        self.has_ended.set(true);
        self.retire();
        if let Some(Around { beat, listeners }) = self.around.take() {
            beat.iter().for_each(IntervalHandle::clear);
            listeners.into_iter().for_each(WindowListenerHandle::remove);
        }
        self.show(link);
    }
}

/// Calls a client that is still there.
fn with(client: &Weak<Client>, then: impl FnOnce(&Rc<Client>)) {
    if let Some(client) = client.upgrade() {
        then(&client);
    }
}
