//! Prebuilt pages and links between two phones do not wait behind handlers.

use std::future::pending;
use std::sync::{Arc, Mutex, mpsc};

use axum::Router;
use axum::routing::{get, post};
use server::extract::client_address::TrustedProxies;
use server::lifecycle::Lifecycle;
use server::middleware::inline::MAX_INLINE;
use server::serve::front::Front;
use server::serve::{Connections, Socket, serve};
use tokio::runtime::Builder;
use tokio::sync::mpsc::unbounded_channel;

use crate::test_app::TestApp;

#[tokio::test]
async fn pages_and_alarms_are_answered_while_a_flood_keeps_the_threads_of_handlers_busy() {
    let app = TestApp::spawn().await;
    let handlers = Builder::new_multi_thread()
        .worker_threads(1)
        .build()
        .unwrap();
    let (begin, mut begun) = unbounded_channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let waiting = begin.clone();
    let router = Router::new()
        .route(
            "/waits",
            get(move || async move {
                waiting.send(()).unwrap();
                pending::<&str>().await
            }),
        )
        .route(
            "/computes",
            get(move || async move {
                begin.send(()).unwrap();
                // Blocks the thread, as a handler with much to compute does.
                released.lock().unwrap().recv().unwrap();
                "done"
            }),
        )
        .route("/api/watches/items", post(|| async { "stored" }));
    let lifecycle = Arc::new(Lifecycle::default());
    let front = {
        let _entered = handlers.enter();
        Front::new(app.app.pages.clone(), router, Arc::clone(&lifecycle))
    };
    let socket = Socket::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let origin = format!("http://{}", socket.address());
    tokio::spawn(async move {
        let connections = Connections::new(false, TrustedProxies::default());
        serve(socket, front, &connections, &lifecycle, pending()).await
    });
    let ask = |path: &str| tokio::spawn(app.client.get(format!("{origin}{path}")).send());
    for _ in 0..MAX_INLINE {
        ask("/waits");
        begun.recv().await.unwrap();
    }
    let computing = ask("/computes");
    begun.recv().await.unwrap();

    let page = app.client.get(&origin).send().await.unwrap();
    assert_eq!(page.status(), 200);
    let alarm = app.client.post(format!("{origin}/api/watches/items"));
    assert_eq!(alarm.send().await.unwrap().text().await.unwrap(), "stored");
    assert!(!computing.is_finished(), "the handler is still busy");

    release.send(()).unwrap();
    let answer = computing.await.unwrap().unwrap();
    assert_eq!(answer.text().await.unwrap(), "done");
    handlers.shutdown_background();
}
