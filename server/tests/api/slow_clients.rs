//! Clients that send or read slowly, or open many connections, cost the others nothing.
//!
//! The attackers come from 127.0.0.2 and above, the visitor from 127.0.0.1: each address is a network of its own.

use std::future::pending;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use reqwest::Client;
use server::middleware::open_files;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, Interest};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::test_app::{TIMEOUT, read_all};
use crate::test_server::TestServer;

const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
const PIECE: &str = "/api/watches/sounds/pieces/sound/1";
/// How often a client sends another byte of a slow body.
const DRIP: Duration = Duration::from_secs(1);
/// How long a client may take nothing of its responses.
const STALL: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_client_that_reads_nothing_of_its_responses_is_cut_off_and_a_visitor_is_served_meanwhile()
{
    let server = TestServer::start(&[]);
    let page = reqwest::get(&server.url).await.unwrap();
    let size = page.bytes().await.unwrap().len();
    // Ten megabytes, which fit into no buffer.
    let requests = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(10_000_000 / size);
    let started = Instant::now();
    let mut clients = Vec::new();
    for _ in 0..20 {
        let socket = socket_at("127.0.0.2");
        socket.set_recv_buffer_size(4096).unwrap();
        let mut client = socket.connect(address(&server)).await.unwrap();
        client.write_all(&requests).await.unwrap();
        clients.push(client);
    }
    assert_visitor_is_served(&server).await;
    for client in clients {
        let end = timeout(TIMEOUT, client.ready(Interest::ERROR)).await;
        assert!(end.is_ok(), "the connection must end");
        let error = client.take_error().unwrap().unwrap();
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
        assert!(STALL <= started.elapsed(), "before its time");
    }
}

#[tokio::test]
async fn a_network_gets_half_of_all_connections_and_a_visitor_is_served() {
    let server = TestServer::with_open_files(256, &[]);
    let half = (256 - 128) / 2;
    let mut served = Vec::new();
    let mut refused = 0;
    for _ in 0..400 {
        let mut client = connect(&server, "127.0.0.2").await;
        if is_answered(&mut client).await {
            served.push(client);
        } else {
            refused += 1;
        }
    }
    assert_eq!((served.len(), refused), (half, 400 - half));
    assert_visitor_is_served(&server).await;
    for client in &mut served {
        assert!(is_answered(client).await, "it keeps its connections");
    }
}

#[tokio::test]
async fn while_hundreds_of_bodies_arrive_slowly_a_visitor_and_stripe_are_served() {
    // 700 connections are more than the usual limit on open files allows.
    let _ = open_files::connections();
    let server = TestServer::start(&[]);
    let head = "POST /api/verify-email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    let known = format!("{head}Content-Length: 100\r\n\r\n{{");
    let unknown = format!("{head}Transfer-Encoding: chunked\r\n\r\n5\r\n{{");
    let (answer, mut answers) = unbounded_channel();
    let mut slow = JoinSet::new();
    for number in 0..600 {
        let from = format!("127.0.0.{}", 2 + number / 60);
        let client = begin(&server, &from, &known).await;
        slow.spawn(send_slowly(client, known.clone(), answer.clone()));
    }
    let mut waiting = JoinSet::new();
    for _ in 0..100 {
        let mut client = begin(&server, "127.0.0.200", &unknown).await;
        waiting.spawn(async move { status(&read_all(&mut client).await) });
    }
    assert_visitor_is_served(&server).await;
    for _ in 0..600 {
        let too_slow = timeout(TIMEOUT, answers.recv()).await.unwrap();
        assert_eq!(too_slow.unwrap(), "HTTP/1.1 408");
    }
    for too_slow in waiting.join_all().await {
        assert_eq!(too_slow, "HTTP/1.1 408");
    }
}

#[tokio::test]
async fn slow_pieces_of_sound_keep_out_no_piece_of_the_same_network() {
    let server = TestServer::start(&[]);
    let token = "A".repeat(43);
    let head = format!(
        "PUT {PIECE} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 20000\r\n\r\n."
    );
    let mut slow = Vec::new();
    for _ in 0..160 {
        slow.push(begin(&server, "127.0.0.2", &head).await);
    }
    let client = Client::builder().local_address(Some([127, 0, 0, 2].into()));
    let client = client.timeout(TIMEOUT).build().unwrap();
    let piece = client.put(format!("{}{PIECE}", server.url));
    let piece = piece.bearer_auth(&token).body(vec![0; 20_000]);
    let piece = piece.header("content-type", "application/octet-stream");
    // The server has looked for its link.
    assert_eq!(piece.send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn a_network_that_fills_the_memory_for_bodies_is_refused_and_a_visitor_and_stripe_are_served()
{
    let server = TestServer::start(&[]);
    let head = "POST /api/webhooks/stripe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n";
    let almost_all = [head.as_bytes(), &vec![b' '; 499_999]].concat();
    let mut bodies = JoinSet::new();
    for _ in 0..40 {
        let mut client = connect(&server, "127.0.0.2").await;
        let bytes = almost_all.clone();
        bodies.spawn(async move {
            // A connection whose body is refused ends before all of it is sent.
            let _ = client.write_all(&bytes).await;
            let mut answer = Vec::new();
            let _ = client.read_to_end(&mut answer).await;
        });
    }
    // Half of the memory holds 17 of them.
    for _ in 17..40 {
        bodies.join_next().await.unwrap().unwrap();
    }
    assert_visitor_is_served(&server).await;
}

/// A socket with an address of this machine.
fn socket_at(from: &str) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket
        .bind(SocketAddr::new(from.parse().unwrap(), 0))
        .unwrap();
    socket
}

fn address(server: &TestServer) -> SocketAddr {
    let (_, address) = server.url.split_once("//").unwrap();
    address.parse().unwrap()
}

async fn connect(server: &TestServer, from: &str) -> TcpStream {
    socket_at(from).connect(address(server)).await.unwrap()
}

/// A connection that has sent a head and the first byte of a body.
async fn begin(server: &TestServer, from: &str, head: &str) -> TcpStream {
    let mut client = connect(server, from).await;
    client.write_all(head.as_bytes()).await.unwrap();
    client
}

/// Whether a request gets a response, instead of the end of the connection.
async fn is_answered(client: &mut TcpStream) -> bool {
    // A connection that is refused may have ended already.
    let _ = client.write_all(REQUEST).await;
    let mut answer = [0; 1024];
    let read = timeout(TIMEOUT, client.read(&mut answer)).await.unwrap();
    read.is_ok() && answer.starts_with(b"HTTP/1.1 200")
}

/// Sends a byte of a body now and then until it is answered, and then the next body in the same way.
async fn send_slowly(mut client: TcpStream, head: String, answer: UnboundedSender<String>) {
    let (server, own) = (client.peer_addr().unwrap(), client.local_addr().unwrap());
    loop {
        let (mut reader, mut writer) = client.into_split();
        let drip = async {
            while writer.write_all(b" ").await.is_ok() {
                sleep(DRIP).await;
            }
            // The answer came before the connection ended.
            pending().await
        };
        let answered = tokio::select! {
            answered = read_all(&mut reader) => answered,
            answered = drip => answered,
        };
        // The test may be over.
        let _ = answer.send(status(&answered));
        let socket = socket_at(&own.ip().to_string());
        client = socket.connect(server).await.unwrap();
        client.write_all(head.as_bytes()).await.unwrap();
    }
}

fn status(answer: &[u8]) -> String {
    String::from_utf8_lossy(answer).chars().take(12).collect()
}

/// A visitor gets what needs a place, and Stripe hears that an event has no signature.
async fn assert_visitor_is_served(server: &TestServer) {
    let client = Client::builder().timeout(TIMEOUT).build().unwrap();
    for _ in 0..20 {
        let access = client.get(format!("{}/api/access", server.url)).send();
        assert_eq!(access.await.unwrap().status(), 200);
        let event = client.post(format!("{}/api/webhooks/stripe", server.url));
        let event = event.header("content-type", "application/json").body("{}");
        assert_eq!(event.send().await.unwrap().status(), 400);
    }
}
