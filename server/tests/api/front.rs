//! Connections have threads of their own.

use std::sync::{Arc, Mutex, mpsc};

use axum::Router;
use server::extract::client_address::TrustedProxies;
use server::lifecycle::Lifecycle;
use server::serve::front::Front;
use server::serve::{Connections, Socket, serve};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::test_app::TestApp;

#[tokio::test]
async fn a_prebuilt_page_is_sent_while_handlers_keep_all_their_threads_busy() {
    let app = TestApp::spawn().await;
    let handlers = Builder::new_multi_thread()
        .worker_threads(1)
        .build()
        .unwrap();
    let (begin, has_begun) = oneshot::channel();
    let (release, released) = mpsc::channel::<()>();
    let once = Arc::new(Mutex::new(Some((begin, released))));
    let busy = Router::new().fallback(move || async move {
        let (begin, released) = once.lock().unwrap().take().unwrap();
        begin.send(()).unwrap();
        // Blocks the thread, as a handler with much to compute does.
        released.recv().unwrap();
        "done"
    });
    let lifecycle = Arc::new(Lifecycle::default());
    let front = {
        let _entered = handlers.enter();
        Front::new(app.app.pages.clone(), busy, Arc::clone(&lifecycle))
    };
    let socket = Socket::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let origin = format!("http://{}", socket.address());
    tokio::spawn(async move {
        let connections = Connections::new(false, TrustedProxies::default());
        serve(
            socket,
            front,
            &connections,
            &lifecycle,
            std::future::pending(),
        )
        .await
    });
    let waiting = tokio::spawn(app.client.get(format!("{origin}/busy")).send());
    has_begun.await.unwrap();

    let page = app.client.get(&origin).send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(!waiting.is_finished(), "the handler is still busy");

    release.send(()).unwrap();
    let answer = waiting.await.unwrap().unwrap();
    assert_eq!(answer.text().await.unwrap(), "done");
    handlers.shutdown_background();
}
