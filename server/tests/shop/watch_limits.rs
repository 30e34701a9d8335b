//! How often links between two phones may be used: strangers on the same network stop nobody's alarm.

use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;
use crate::sounds::{PIECES, RECOVERY, SOUNDS, Sound};
use crate::watch_timers::{Timer, stop};
use crate::watches::{Link, hash, post, send, token};

const ON: &[(&str, &str)] = &[("RATE_LIMITS", "on")];
const BEHIND_A_PROXY: &[(&str, &str)] = &[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")];

/// Asks with a token that nobody has.
async fn ask_as_stranger(device: &Device, method: Method, path: &str) -> Response {
    let body = match path {
        "/api/watches/items" => json!({ "seq": 1, "bytes": "AAAA", "wake": true }),
        "/api/watches/push" => json!({ "subscription": null }),
        SOUNDS => {
            let [write, read] = [(); 2].map(|()| hash(&token()));
            json!({ "writeHash": write, "readHash": read, "recovery": null })
        }
        _ => json!({}),
    };
    let request = device.request(method.clone(), path).bearer_auth(token());
    let request = if method == Method::GET || method == Method::DELETE {
        request
    } else if path.starts_with(PIECES) {
        let octets = request.header("content-type", "application/octet-stream");
        octets.body("sealed")
    } else {
        request.json(&body)
    };
    request.send().await.unwrap()
}

#[tokio::test]
async fn seven_hundred_requests_with_tokens_that_nobody_has_stop_no_alarm_timer_or_answer_of_the_same_network()
 {
    let server = SharedServer::limited().await;
    let device = server.device_in(&SharedServer::network());
    let link = Link::claimed(&device, &Value::Null).await;
    // One that this process has not seen yet.
    let stop_token = token();
    assert_eq!(Timer::of(&stop_token).arm(&device, &link).await.0, 200);
    let sound = Sound::made(&device, &link).await;
    let mut refused = 0;
    for number in 0..700 {
        let (method, path) = match number % 5 {
            0 => (Method::POST, "/api/watches/items"),
            4 => (Method::PUT, "/api/watches/sounds/pieces/sound/1"),
            1 => (Method::GET, "/api/watches/items"),
            2 => (Method::DELETE, "/api/watches/timer"),
            _ => (Method::PUT, "/api/watches/push"),
        };
        let response = ask_as_stranger(&device, method, path).await;
        match response.status().as_u16() {
            404 => {}
            429 => refused += 1,
            other => panic!("{other}"),
        }
    }
    assert!(400 < refused, "{refused} of 700 were refused");
    assert_eq!(link.down(&device, 1, "alarm", true).await, 201);
    sound.store(&device, "sound/0", b"said").await;
    assert_eq!(sound.piece(&device, "sound/0").await.status(), 200);
    assert_eq!(post(&device, &link.post, 1, "seen", false).await, 201);
    assert_eq!(
        link.news(&device, "").await["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let newer = Timer {
        generation: 2,
        seq: 9,
        ..Timer::of(&stop_token)
    };
    assert_eq!(newer.arm(&device, &link).await.0, 200);
    assert_eq!(stop(&device, &stop_token).await, 200);
    let body = json!({ "subscription": null });
    let stored = send(&device, Method::PUT, "/api/watches/push", &link.post, &body);
    assert_eq!(stored.await, 204);
    assert_eq!(
        send(
            &device,
            Method::DELETE,
            "/api/watches",
            &link.owner,
            &json!({})
        )
        .await,
        204
    );
}

/// What is answered to the head of a request with a body that never comes.
async fn answer_to_head(device: &Device, address: &str, token: &str) -> String {
    let host = device.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let head = format!(
        "POST /api/watches/items HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {address}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn once_a_network_has_sent_too_many_a_token_that_nobody_has_takes_no_permit() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    let device = server.device_in(&network);
    let link = Link::claimed(&device, &Value::Null).await;
    let address = format!("{network}.1");
    let mut refused = false;
    for _ in 0..200 {
        let response = ask_as_stranger(&device, Method::DELETE, "/api/watches/timer").await;
        refused = response.status() == 429;
        if refused {
            break;
        }
    }
    assert!(refused);
    // A permit is given when the body has come.
    let stranger = answer_to_head(&device, &address, &token()).await;
    assert!(stranger.starts_with("HTTP/1.1 429"), "{stranger}");
    assert_eq!(link.down(&device, 1, "alarm", true).await, 201);
}

#[tokio::test]
async fn requests_with_tokens_that_nobody_has_are_refused_also_where_their_bodies_come_late() {
    let server = SharedServer::limited().await;
    let network = SharedServer::network();
    let device = server.device_in(&network);
    let host = device.base.strip_prefix("http://").unwrap();
    // Sixty a minute are answered.
    for _ in 0..58 {
        let response = ask_as_stranger(&device, Method::DELETE, "/api/watches/timer").await;
        assert_eq!(response.status(), 404);
    }
    let mut waiting = Vec::new();
    for _ in 0..6 {
        let mut stream = TcpStream::connect(host).await.unwrap();
        let head = format!(
            "DELETE /api/watches/timer HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {network}.1\r\nAuthorization: Bearer {}\r\n\
             Connection: close\r\nContent-Length: 1\r\n\r\n",
            token()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    let mut refused = Vec::new();
    for mut stream in waiting {
        stream.write_all(b" ").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        refused.push(answer.starts_with("HTTP/1.1 429"));
    }
    assert_eq!(refused, [false, false, true, true, true, true]);
}

#[tokio::test]
async fn tokens_that_nobody_has_are_counted_by_network_on_every_route_and_in_all_processes() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    let second = server.place.start(BEHIND_A_PROXY).await;
    let routes = [
        (Method::POST, "/api/watches/items"),
        (Method::GET, "/api/watches/items"),
        (Method::DELETE, "/api/watches/timer"),
        (Method::DELETE, "/api/watches"),
        (Method::PUT, "/api/watches/push"),
        (Method::POST, SOUNDS),
        (Method::DELETE, SOUNDS),
        (Method::GET, RECOVERY),
        (Method::GET, PIECES),
        (Method::GET, "/api/watches/sounds/pieces/sound/1"),
        (Method::PUT, "/api/watches/sounds/pieces/sound/1"),
    ];
    for (route, (method, path)) in routes.into_iter().enumerate() {
        // Nobody has asked from this network before.
        let network = format!("10.{route}.0.1");
        let devices =
            [&server.process, &second].map(|process| Device::in_network(&process.base, &network));
        let mut unknown = 0;
        for number in 0..80 {
            let device = &devices[number % 2];
            let response = ask_as_stranger(device, method.clone(), path).await;
            unknown += u32::from(response.status() == 404);
        }
        // The other process learns it with its next request.
        assert!((60..=61).contains(&unknown), "{method} {path}: {unknown}");
    }
}

#[tokio::test]
async fn four_phones_with_three_guardians_each_send_all_day_behind_one_address() {
    let server = TestServer::with(ON).await;
    let device = server.device();
    let mut links = Vec::new();
    for _ in 0..12 {
        links.push(Link::claimed(&device, &Value::Null).await);
    }
    for link in &links {
        assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
        link.news(&device, "").await;
    }
    // The day goes on: each phone has sent its place every ten seconds, and each guardian has read it.
    let day =
        "UPDATE rate_buckets SET count = count * 8640 WHERE expires_at - window_start = 86400000";
    server.place.execute(day).await;
    for link in &links {
        for seq in 1..=6 {
            assert_eq!(link.down(&device, seq, "place", false).await, 201, "{seq}");
            link.news(&device, "").await;
        }
    }
}
