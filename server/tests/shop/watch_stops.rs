//! What a server still does for links while it stops.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watches::{Link, hash, sealed, token};

/// A request whose head a handler has, and whose body it waits for.
struct HeldRequest {
    stream: BufReader<TcpStream>,
    body: String,
}

impl HeldRequest {
    /// Sends the head, with the owner's token of a link.
    async fn begin(device: &Device, route: &str, link: &Link, body: &Value) -> Self {
        let address = device.base.strip_prefix("http://").unwrap();
        let stream = TcpStream::connect(address).await.unwrap();
        let mut held = Self {
            stream: BufReader::new(stream),
            body: body.to_string(),
        };
        let (owner, length) = (&link.owner, held.body.len());
        let head = format!(
            "{route} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {owner}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\nexpect: 100-continue\r\n\r\n"
        );
        held.stream.write_all(head.as_bytes()).await.unwrap();
        // It is said when the body is asked for.
        assert_eq!(held.line().await, "HTTP/1.1 100 Continue");
        assert_eq!(held.line().await, "");
        held
    }

    /// Sends the body. Returns the line with the status.
    async fn finish(mut self) -> String {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        self.line().await
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).await.unwrap();
        line.trim_end().to_owned()
    }
}

#[tokio::test]
async fn a_server_that_waits_for_a_slow_mail_before_it_ends_pushes_what_it_accepts_and_fires() {
    let service = PushService::start().await;
    // It takes the connection and says nothing.
    let mails = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mail_url = format!("smtp://{}", mails.local_addr().unwrap());
    let settings = [("PUSH_HOSTS", &*service.setting), ("MAIL_URL", &mail_url)];
    let mut server = TestServer::with(&settings).await;
    let device = server.device();
    let [sends, arms] = [
        Link::claimed(&device, &subscription("item")).await,
        Link::claimed(&device, &subscription("timer")).await,
    ];
    let item = json!({ "seq": 0, "bytes": sealed("alarm"), "wake": true });
    let timer = json!({
        "inSeconds": 0, "generation": 1, "stopHash": hash(&token()),
        "item": { "seq": 0, "bytes": sealed("overdue") },
    });
    let item = HeldRequest::begin(&device, "POST /api/watches/items", &sends, &item).await;
    let timer = HeldRequest::begin(&device, "PUT /api/watches/timer", &arms, &timer).await;
    device.buy("ann@example.com").await;
    let hanging = mails.accept().await.unwrap();
    server.process.terminate();
    eventually("the stop", async || {
        let said = server.process.said();
        said.contains("requests in progress may finish")
            .then_some(())
    })
    .await;
    assert_eq!(item.finish().await, "HTTP/1.1 201 Created");
    assert_eq!(timer.finish().await, "HTTP/1.1 200 OK");
    eventually("both pushes", async || {
        let paths = ["/item", "/timer"].map(|path| service.received_at(path).len());
        (paths == [1, 1]).then_some(())
    })
    .await;
    drop((hanging, mails));
    assert_eq!(server.process.ended().await, 0);
    let left = "SELECT COUNT(*) FROM watch_pushes";
    assert_eq!(
        server.place.number(left).await,
        0,
        "their outcome is stored"
    );
    let unsent = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";
    assert_eq!(
        server.place.number(unsent).await,
        1,
        "the mail was not done"
    );
}
