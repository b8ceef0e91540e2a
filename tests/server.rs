//! The server through its real router: what it answers, and with which headers.
#![cfg(feature = "ssr")]

use std::{fs, path::PathBuf, sync::Arc};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header},
};
use flychess::server::store::Sqlite;
use flychess::server::{Clock, Config, Leaving, Server, router};
use leptos::config::LeptosOptions;
use tower::ServiceExt;

/// A site with one hashed file and one plain one, in a folder of its own.
struct Site {
    folder: PathBuf,
    leaving: Leaving,
    router: Router,
}

impl Site {
    async fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("flychess-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("pkg")).expect("a folder can be made");
        fs::write(folder.join("pkg/it.0a1b.js"), "export {}").expect("a file can be written");
        fs::write(folder.join("icon.svg"), "<svg/>").expect("a file can be written");
        let options = LeptosOptions::builder()
            .output_name("flychess")
            .site_root(folder.to_string_lossy().into_owned())
            .build();
        let config = Config::new(options);
        let leaving = Leaving::default();
        let store = Sqlite::open(&folder.join("data/flychess.db"))
            .await
            .expect("a database can be made");
        let server = Server::open(&config, Arc::new(store), Clock::new(), leaving.clone())
            .await
            .expect("an empty database can be taken up");
        Self {
            folder,
            router: router(&config, &server),
            leaving,
        }
    }

    async fn ask(&self, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("a router always answers");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 1 << 20).await.expect("the body ends");
        (
            parts.status,
            parts.headers,
            String::from_utf8_lossy(&body).into_owned(),
        )
    }

    async fn get(&self, path: &str) -> (StatusCode, HeaderMap, String) {
        self.ask(Request::get(path).body(Body::empty()).expect("a request"))
            .await
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_lobby_is_whole_without_a_script() {
    let (status, headers, page) = Site::new("lobby").await.get("/").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
    assert_eq!(page.matches("data-ring=").count(), 52);
    assert!(page.contains("<h1>"));
    assert!(
        !page.contains(" style="),
        "the page's own policy forbids inline styles"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_page_travels_compressed_to_whoever_takes_that() {
    let site = Site::new("compressed").await;
    for (taken, sent) in [("br", Some("br")), ("gzip", Some("gzip")), ("identity", None)] {
        let request = Request::get("/").header(header::ACCEPT_ENCODING, taken);
        let request = request.body(Body::empty()).expect("a request");
        let (_, headers, body) = site.ask(request).await;
        let encoding = headers
            .get(header::CONTENT_ENCODING)
            .and_then(|it| it.to_str().ok());
        assert_eq!(encoding, sent, "{taken}");
        assert_eq!(body.contains("<h1>"), sent.is_none(), "{taken}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_policy_names_the_nonce_of_its_page() {
    let (_, headers, page) = Site::new("policy").await.get("/").await;
    let policy = headers[header::CONTENT_SECURITY_POLICY]
        .to_str()
        .expect("a policy is text");
    let nonce = policy
        .split("'nonce-")
        .nth(1)
        .and_then(|rest| rest.split('\'').next())
        .expect("it has a nonce");
    assert!(page.contains(&format!("nonce=\"{nonce}\"")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nowhere_is_a_page_with_its_status() {
    let (status, headers, page) = Site::new("nowhere").await.get("/no/such/page").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(headers.contains_key(header::CONTENT_SECURITY_POLICY));
    assert!(page.contains("Off the map"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn only_hashed_files_that_exist_are_kept_for_ever() {
    let site = Site::new("files").await;
    let (status, headers, _) = site.get("/pkg/it.0a1b.js").await;
    assert_eq!(
        (status, &headers[header::CACHE_CONTROL]),
        (
            StatusCode::OK,
            &"public, max-age=31536000, immutable".parse().expect("a value")
        )
    );
    let (status, headers, _) = site.get("/pkg/it.ffff.js").await;
    assert_eq!(
        (status, &headers[header::CACHE_CONTROL]),
        (StatusCode::NOT_FOUND, &"no-cache".parse().expect("a value"))
    );
    let (status, headers, _) = site.get("/icon.svg").await;
    assert_eq!(
        (status, &headers[header::CACHE_CONTROL]),
        (StatusCode::OK, &"no-cache".parse().expect("a value"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_answer_carries_the_fixed_headers() {
    let site = Site::new("fixed").await;
    for path in ["/", "/healthz", "/icon.svg", "/pkg/it.0a1b.js", "/no/such/page"] {
        let (_, headers, _) = site.get(path).await;
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(headers[header::REFERRER_POLICY], "same-origin", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn other_sites_may_change_nothing() {
    let site = Site::new("foreign").await;
    let post = |name: &str, value: &str| {
        Request::post("/")
            .header(header::HOST, "fly.test")
            .header(name, value)
            .body(Body::empty())
            .expect("a request")
    };
    assert_eq!(
        site.ask(post("sec-fetch-site", "cross-site")).await.0,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        site.ask(post("origin", "https://else.test")).await.0,
        StatusCode::FORBIDDEN
    );
    assert_ne!(
        site.ask(post("origin", "https://fly.test")).await.0,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_leaves_lives_but_wants_nothing() {
    let site = Site::new("leaving").await;
    assert_eq!(site.get("/readyz").await.0, StatusCode::OK);
    site.leaving.begin();
    assert_eq!(site.get("/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(site.get("/healthz").await.0, StatusCode::OK);
}
