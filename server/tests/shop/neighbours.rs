//! What strangers cannot use up on the network of somebody who buys.

use serde_json::json;
use tokio::task::JoinSet;

use crate::shared_server::SharedServer;

#[tokio::test]
async fn requests_that_begin_no_payment_keep_no_buyer_waiting() {
    let server = SharedServer::limited().await;
    let mut refused = JoinSet::new();
    for number in 0..20 {
        let device = server.device_in(&SharedServer::network());
        for _ in 0..20 {
            let (device, body) = (device.clone(), json!({ "email": "no address" }));
            refused.spawn(async move {
                let answer = device.post("/api/create-payment-intent", &body).await;
                (number, answer.status().as_u16())
            });
        }
    }
    // Twenty payments a second may begin, and a request waits four seconds for its turn.
    let answers = refused.join_all().await;
    let busy = answers.iter().filter(|(_, status)| *status != 400);
    assert_eq!(busy.count(), 0, "{answers:?}");
}
