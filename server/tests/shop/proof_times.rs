//! Where an address must be proved, no answer tells whether it bought something: not its words, not its headers, not its time.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom as _;
use reqwest::Method;
use serde_json::json;

use crate::device::Device;
use crate::server::{TestServer, eventually};

/// How many questions of either kind each endpoint gets, a multiple of [`BLOCK`]. On a busy machine so many mostly notice half a
/// millisecond at each endpoint (together z 5.1), which half as many mostly miss (3.9).
const SAMPLES: usize = 1_000;
/// On PostgreSQL, where the same code answers.
const FEWER_SAMPLES: usize = 200;
const BUYERS: usize = 8;
/// How many requests are compared for known and for unknown addresses.
const BLOCK: usize = 10;
/// Two fair samples differ by more than this many standard errors once in 150,000 runs (two-sided, normal).
const MAX_Z: f64 = 4.5;

const ENDPOINTS: [(&str, bool); 4] = [
    ("/api/verify-email", true),
    ("/api/verify-purchase", true),
    ("/verify", false),
    ("/redownload", false),
];

/// One answer: whether its address is known, and the time that it took.
type Timed = (bool, Duration);

#[tokio::test]
async fn neither_words_nor_time_of_an_answer_tell_whether_an_address_bought_something() {
    let server = TestServer::with(&[("VERIFY_POLICY", "proof")]).await;
    for number in 0..BUYERS {
        server.device().buy(&address(true, number)).await;
    }
    eventually("the mails of buying", async || {
        let unsent = "SELECT COUNT(*) FROM outbox_emails WHERE status <> 'sent'";
        (server.place.number(unsent).await == 0).then_some(())
    })
    .await;
    let samples = if server.place.is_sqlite() {
        SAMPLES
    } else {
        FEWER_SAMPLES
    };
    let (mut sum, mut count) = (0.0, 0.0_f64);
    for (path, is_json) in ENDPOINTS {
        let z = compare(&server.device(), (path, is_json), samples).await;
        assert!(z.abs() < MAX_Z, "{path}: z {z}");
        sum += z;
        count += 1.0;
    }
    // A small deviation in the same direction everywhere shows in the sum.
    let together = sum / count.sqrt();
    assert!(together.abs() < MAX_Z, "together: z {together}");
}

fn address(is_known: bool, number: usize) -> String {
    let name = if is_known { "buyer" } else { "other" };
    format!("{name}{number}@example.com")
}

/// Asks an endpoint for known and for unknown addresses. By how many standard errors the times of the answers differ.
async fn compare(device: &Device, (path, is_json): (&str, bool), samples: usize) -> f64 {
    for _ in 0..20 {
        ask(device, path, is_json, &address(false, 0)).await;
    }
    let (mut blocks, mut known, mut unknown) = (Vec::new(), HashSet::new(), HashSet::new());
    for start in (0..samples).step_by(BLOCK) {
        let numbers = start..start + BLOCK;
        let mut questions: Vec<(bool, usize)> = numbers
            .flat_map(|number| [(true, number % BUYERS), (false, number % BUYERS)])
            .collect();
        // Shuffled, so that an effect of one request on the next is the same for both kinds.
        questions.shuffle(&mut rand::rng());
        let mut block = Vec::new();
        for (is_known, number) in questions {
            let (took, answer) = ask(device, path, is_json, &address(is_known, number)).await;
            block.push((is_known, took));
            let answers = if is_known { &mut known } else { &mut unknown };
            answers.insert(answer);
        }
        blocks.push(block);
    }
    assert_eq!(known.len(), 1, "{path}: {known:?}");
    assert_eq!(known, unknown, "{path}");
    rank_sum(&mut blocks)
}

/// The time that the answer took, and the answer without its date and the address.
async fn ask(device: &Device, path: &str, is_json: bool, email: &str) -> (Duration, String) {
    let request = device.request(Method::POST, path);
    let request = if is_json {
        request.json(&json!({ "email": email }))
    } else {
        request.form(&[("email", email)])
    };
    let began = Instant::now();
    let answer = request.send().await.unwrap();
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    let text = answer.text().await.unwrap();
    let took = began.elapsed();
    headers.remove("date");
    let text = text.replace(email, "EMAIL");
    (took, format!("{status} {headers:?} {text}"))
}

/// By how many standard errors the ranks of known addresses differ from chance (Mann-Whitney, block by block: van Elteren).
///
/// It has no unit and compares neighbours only, so that a slow machine or a busy minute is judged like any other.
fn rank_sum(blocks: &mut [Vec<Timed>]) -> f64 {
    let block = f64::from(u32::try_from(BLOCK).unwrap());
    let (mut surplus, mut variance) = (0.0, 0.0_f64);
    for answers in blocks {
        answers.sort_by_key(|(_, took)| *took);
        let ranked = (1_u32..).zip(answers.iter());
        let of_known = ranked.filter(|(_, (is_known, _))| *is_known);
        let ranks: u32 = of_known.map(|(rank, _)| rank).sum();
        surplus += f64::from(ranks) - block * (2.0 * block + 1.0) / 2.0;
        variance += block * block * (2.0 * block + 1.0) / 12.0;
    }
    surplus / variance.sqrt()
}
