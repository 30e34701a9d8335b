//! The words in which tests speak: a running app, and what one asks of it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder, Response};
use server::app::App;
use server::bundle::Bundle;
use server::config::Config;
use server::render::{self, PoolOptions, Protection};
use server::router::router;
use server::serve::front::Front;
use server::serve::{Connections, Socket, serve};
use server::setup;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::fixture;

/// One render thread, with a budget that a healthy page keeps on a busy machine too.
pub(crate) fn one_thread() -> PoolOptions {
    PoolOptions {
        threads: 1,
        budget: Duration::from_millis(700),
        ..PoolOptions::default()
    }
}

/// The real router on a real listener.
pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(crate) address: SocketAddr,
    pub(crate) client: Client,
    /// Where it keeps its data.
    _folder: TempDir,
    /// Dropping it stops the server.
    _stop: oneshot::Sender<()>,
}

impl TestApp {
    /// With the fixture's pages and one render thread.
    pub(crate) async fn spawn() -> Self {
        Self::with(&[], one_thread(), fixture::bundle()).await
    }

    /// With other settings for the render threads.
    pub(crate) async fn with_pool(pool: PoolOptions) -> Self {
        Self::with(&[], pool, fixture::bundle()).await
    }

    /// With command line options of its own.
    pub(crate) async fn with(arguments: &[&str], pool: PoolOptions, bundle: Bundle) -> Self {
        // Test threads do not descend from the first of them, so V8 may not protect its memory by thread here.
        render::init(Protection::Off);
        let folder = TempDir::new().unwrap();
        let data_dir: &str = &format!("--data-dir={}", folder.path().display());
        // On a busy machine a turn at the database may take longer than the 2.5 seconds that a person waits.
        let usual = [
            "silent-partner",
            "--bind=127.0.0.1:0",
            "--database-wait-ms=8000",
            data_dir,
        ];
        let config = Config::read(usual.iter().chain(arguments)).unwrap();
        let socket = Socket::bind(config.bind).unwrap();
        let address = socket.address();
        let shop = setup::open_shop(&config, address).await.unwrap();
        let app = setup::build_app(&config, bundle, address, &shop, Some(pool)).unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = app.clone();
        tokio::spawn(async move {
            let lifecycle = Arc::clone(&serving.lifecycle);
            let front = Front::new(
                serving.pages.clone(),
                router(serving),
                Arc::clone(&lifecycle),
            );
            let connections =
                Connections::new(config.limits_connections(), setup::trusted_proxies(&config));
            serve(socket, front, &connections, &lifecycle, async {
                drop(stopped.await);
            })
            .await
            .unwrap();
        });
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(30))
            .build()
            .unwrap();
        let app = Self {
            app,
            address,
            client,
            _folder: folder,
            _stop: stop,
        };
        until("readiness", async || {
            app.get("/readyz").await.status() == 200
        })
        .await;
        app
    }

    /// A request to be completed and sent.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("http://{}{path}", self.address))
    }

    /// `GET path`.
    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// `GET path` with one header.
    pub(crate) async fn get_with(&self, path: &str, name: &str, value: &str) -> Response {
        self.request(Method::GET, path)
            .header(name, value)
            .send()
            .await
            .unwrap()
    }

    /// Sends the form of the checkout page, as a browser without JavaScript does.
    pub(crate) async fn buy(&self, email: &str) -> Response {
        self.request(Method::POST, "/buy")
            .form(&[("email", email)])
            .send()
            .await
            .unwrap()
    }

    /// Asserts that a request-time render comes out right.
    pub(crate) async fn assert_renders(&self) {
        let response = self.buy("nobody").await;
        assert_eq!(response.status(), 422);
        let text = response.text().await.unwrap();
        assert!(
            text.contains("<div id=\"root\"><h1>checkout</h1>"),
            "{text}"
        );
        assert!(
            text.contains("Please enter a valid email address"),
            "{text}"
        );
    }

    /// Sends bytes and returns everything that comes back until the server closes the connection.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        String::from_utf8_lossy(&read_all(&mut stream).await).into_owned()
    }
}

/// How long something may take that a busy machine delays: a server that never does it is found all the same.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// Waits until something is so, which must come within [`TIMEOUT`].
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(
        timeout(TIMEOUT, waiting).await.is_ok(),
        "{what} did not come"
    );
}

/// What comes until the connection ends, which it must. A reset counts as the end: what came before it is what the server had
/// to say.
pub(crate) async fn read_all(stream: &mut (impl AsyncRead + Unpin)) -> Vec<u8> {
    let mut answer = Vec::new();
    let end = timeout(TIMEOUT, stream.read_to_end(&mut answer)).await;
    assert!(end.is_ok(), "the connection must end");
    answer
}

/// The text of a header, or nothing.
pub(crate) fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}
