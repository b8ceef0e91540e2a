//! Cookies: who somebody is, and nothing that a page or another site could read.

use flychess::server::Who;

use crate::online::{Folder, Guest, House, Plan, secret};

/// Asks for who one is with these cookies; the cookie that was set, and the name that was told.
async fn asked(guest: &Guest, cookies: Option<&str>) -> (Option<String>, String) {
    let answer = guest
        .try_ask("POST", "/api/whoami", cookies, b"{}")
        .await
        .expect("an answer");
    let set = answer.headers.get("set-cookie").map(|all| {
        assert_eq!(all.len(), 1, "one cookie");
        all[0].clone()
    });
    let me: flychess::protocol::Whoami = answer.told().expect("everybody is somebody");
    (set, me.identity.name)
}

/// Name and secret of a cookie that is set, and its attributes.
fn parts(cookie: &str) -> (&str, &str, Vec<&str>) {
    let mut parts = cookie.split("; ");
    let (name, secret) = parts
        .next()
        .and_then(|pair| pair.split_once('='))
        .expect("a cookie");
    let mut attributes: Vec<_> = parts.collect();
    attributes.sort_unstable();
    (name, secret, attributes)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_is_known_by_a_cookie_that_no_script_reads() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let (set, called) = asked(&guest, None).await;
    let set = set.expect("a new browser gets its cookie");
    let (name, secret, attributes) = parts(&set);
    assert_eq!(name, "flychess");
    assert_eq!(
        attributes,
        ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"]
    );
    let who = Who::guest(secret.parse().expect("64 hex digits"));
    assert_eq!(who.identity.name, called);
    // It is known from then on, among other cookies too.
    let cookies = format!("theme=dark; flychess={secret}; other=1");
    assert_eq!(asked(&guest, Some(&cookies)).await, (None, called));
    // A page sets it as well, a plain file does not.
    let page = guest.try_ask("GET", "/", None, b"").await.expect("a page");
    assert!(
        page.header("set-cookie")
            .is_some_and(|set| set.starts_with("flychess="))
    );
    let health = guest
        .try_ask("GET", "/healthz", None, b"")
        .await
        .expect("an answer");
    assert_eq!(health.header("set-cookie"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_tls_only_this_host_can_set_it() {
    let folder = Folder::new();
    let plan = Plan {
        secure: true,
        ..Plan::new()
    };
    let house = House::planned(&folder, plan).await;
    let guest = house.guest();
    let (set, called) = asked(&guest, None).await;
    let set = set.expect("a new browser gets its cookie");
    let (name, secret, attributes) = parts(&set);
    assert_eq!(name, "__Host-flychess");
    assert_eq!(
        attributes,
        ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax", "Secure"]
    );
    let known = format!("__Host-flychess={secret}");
    assert_eq!(asked(&guest, Some(&known)).await, (None, called));
    // The plain name, which a neighbour could set, is not believed.
    let plain = format!("flychess={secret}");
    assert!(asked(&guest, Some(&plain)).await.0.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_makes_a_new_guest() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let right = secret().to_string();
    let mut seen = Vec::new();
    for garbage in [
        "",
        "zz",
        &right[1..],
        &format!("{right}0"),
        "\u{1f6e9}",
        "\"quoted\"",
    ] {
        let (set, _) = asked(&guest, Some(&format!("flychess={garbage}"))).await;
        let set = set.unwrap_or_else(|| panic!("{garbage:?} was believed"));
        let (_, secret, _) = parts(&set);
        assert!(
            !seen.contains(&secret.to_owned()),
            "each gets a secret of its own"
        );
        seen.push(secret.to_owned());
    }
}
