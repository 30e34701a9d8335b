//! A payment provider and a push service, each with a server, for the tests that ask only what their own devices are answered.
//!
//! A test has both of its own if it changes how the double behaves, counts all that it was asked, or needs a server of its own
//! (`shared_server.rs`).

use tokio::sync::{OnceCell, oneshot};

use crate::provider::Provider;
use crate::push_service::PushService;
use crate::server::TestServer;
use crate::shared_server::{self, FEW, SharedServer};

static PROVIDER: OnceCell<(Provider, TestServer)> = OnceCell::const_new();
static PUSH_SERVICE: OnceCell<(PushService, TestServer)> = OnceCell::const_new();

/// The provider and its server, which the first test starts.
pub(crate) async fn provider() -> (&'static Provider, SharedServer) {
    let start = async || {
        let provider = for_all_tests(Provider::start()).await;
        let server = shared_server::start(&provider.settings(&[FEW])).await;
        (provider, server)
    };
    let (provider, server) = PROVIDER.get_or_init(start).await;
    (provider, SharedServer(server))
}

/// The push service and its server, which the first test starts. Each test subscribes at addresses of its own.
pub(crate) async fn push_service() -> (&'static PushService, SharedServer) {
    let start = async || {
        let service = for_all_tests(PushService::start()).await;
        let server = shared_server::start(&[("PUSH_HOSTS", &service.setting), FEW]).await;
        (service, server)
    };
    let (service, server) = PUSH_SERVICE.get_or_init(start).await;
    (service, SharedServer(server))
}

/// Starts a double on a thread of its own: what a test spawns ends with that test.
async fn for_all_tests<T: Send + 'static>(start: impl Future<Output = T> + Send + 'static) -> T {
    let (sender, receiver) = oneshot::channel();
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(async {
            let _ = sender.send(start.await);
            std::future::pending::<()>().await;
        });
    });
    receiver.await.unwrap()
}
