//! What requests cost the database: how many statements each route sends, and that none of them reads a whole table.
//!
//! The counts are those of the server's own log: BEGIN, COMMIT and the limits are in them.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement, TransactionTrait as _};
use serde_json::Value;
use server::pages::registry;
use server::router::routes;

use crate::server::{TestServer, eventually};
use crate::story::Story;

/// The most statements that one request of each route sends to SQLite and to PostgreSQL, in the longest case that `story.rs` tells.
const AT_MOST: &[(&str, u64, u64)] = &[
    ("GET /api/access", 20, 21),
    ("DELETE /api/device", 4, 5),
    ("POST /api/contacts", 12, 14),
    ("GET /api/contacts/primary", 5, 6),
    ("PATCH /api/contacts/{id}", 8, 9),
    ("POST /api/verify-purchase", 8, 9),
    ("POST /api/verify-email", 8, 9),
    ("GET /api/gift-links/{code}", 4, 5),
    ("POST /api/gift-links/{code}/activate", 12, 13),
    ("POST /api/create-payment-intent", 18, 19),
    ("POST /api/create-gift-payment-intent", 19, 20),
    ("POST /buy", 18, 19),
    ("POST /gift/buy", 19, 20),
    ("POST /api/webhooks/stripe", 9, 9),
    ("POST /api/receipts", 4, 5),
    ("POST /api/receipts/nonce", 4, 5),
    ("POST /api/receipts/token", 7, 8),
    ("POST /api/watches", 5, 6),
    ("DELETE /api/watches", 10, 12),
    ("POST /api/watches/claim", 8, 10),
    ("PUT /api/watches/push", 8, 10),
    ("POST /api/watches/items", 11, 13),
    ("POST /api/watches/sounds", 9, 10),
    ("DELETE /api/watches/sounds", 7, 9),
    ("GET /api/watches/sounds/recovery", 4, 5),
    ("PUT /api/watches/sounds/pieces/{kind}/{seq}", 11, 13),
    ("GET /api/watches/sounds/pieces/{kind}/{seq}", 5, 6),
    ("GET /api/watches/sounds/pieces", 6, 7),
    // With two more, because news of the link's claim may wake a request that waits for others.
    ("GET /api/watches/items", 11, 12),
    ("PUT /api/watches/timer", 9, 11),
    ("DELETE /api/watches/timer", 8, 10),
    ("GET /payment-success", 21, 22),
    ("GET /paypal-success", 21, 22),
    ("GET /download-success", 20, 21),
    ("GET /download-success/{email}", 20, 21),
    ("POST /verify", 8, 9),
    ("GET /redownload", 5, 6),
    ("POST /redownload", 8, 9),
    ("GET /redownload/confirm", 4, 5),
    ("POST /redownload/confirm", 11, 12),
    ("GET /your-data", 9, 10),
    ("POST /your-data", 6, 7),
    ("POST /your-data/file", 9, 10),
    ("POST /your-data/erase", 18, 18),
    ("GET /gift/{code}", 6, 7),
    ("POST /gift/{code}/activate", 12, 13),
    ("GET /gift-redeem/{code}", 0, 0),
    ("POST /csp-report", 4, 5),
    ("GET /.well-known/security.txt", 0, 0),
    ("GET /.well-known/time-receipt-keys.json", 0, 0),
    ("GET /healthz", 0, 0),
    ("GET /readyz", 4, 4),
];

/// The day by UTC, counted from the epoch.
fn today() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    now.as_secs() / 86_400
}

#[tokio::test]
async fn every_route_has_a_budget_of_statements_and_keeps_it() {
    let begun_on = today();
    let story = Story::told().await;
    // Once a day, by UTC, a device or a link that asks is noted to be in use: one statement more, where the story is told over midnight.
    let over_midnight = u64::from(begun_on != today());
    let (is_sqlite, sent) = (story.server.place.is_sqlite(), story.sent());
    let pages = registry::without_route().map(|page| (format!("GET {}", page.path), 0));
    let budgets = AT_MOST.iter().map(|(name, on_sqlite, on_postgresql)| {
        let most = if is_sqlite { on_sqlite } else { on_postgresql };
        ((*name).to_owned(), *most)
    });
    let budgets: Vec<(String, u64)> = budgets.chain(pages).collect();
    let mut routed = BTreeSet::new();
    let mut faults = Vec::new();
    for route in routes() {
        let name = format!("{} {}", route.method, route.path);
        if name.contains("/_sandbox/") {
            continue;
        }
        let budget = budgets.iter().find(|(of, _)| *of == name);
        match (budget, sent.get(&name)) {
            (None, _) => faults.push(format!("{name} has no budget")),
            (_, None) => faults.push(format!("{name} was not asked")),
            (Some((_, most)), Some(count)) if most + over_midnight < *count => {
                faults.push(format!("{name} sends {count}, at most {most}"));
            }
            _ => {}
        }
        routed.insert(name);
    }
    let unknown = budgets.iter().filter(|(name, _)| !routed.contains(name));
    faults.extend(unknown.map(|(name, _)| format!("{name} is no route")));
    assert!(faults.is_empty(), "{faults:#?}\n{sent:#?}");
}

#[tokio::test]
async fn asking_what_a_device_has_is_one_statement_where_the_server_does_not_know_the_device() {
    let server = TestServer::with(&[("LOG_LEVEL", "debug"), ("LOG_FORMAT", "json")]).await;
    let made_up = format!("id={}", "A".repeat(43));
    let asked = server.device().request(Method::GET, "/api/access");
    let answer = asked.header("cookie", made_up).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(
        !answer.headers().contains_key("set-cookie"),
        "is not stored"
    );
    let answered = eventually("the line of the request", async || {
        let said = server.process.said();
        let is_of_it = |line: &&str| line.contains("\"/api/access\"");
        said.lines().find(is_of_it).map(str::to_owned)
    });
    let line: Value = serde_json::from_str(&answered.await).unwrap();
    assert_eq!(line["statements"], 1, "{line}");
}

/// What jobs send while the story is told, by words that only one statement has, and by which parts of an index SQLite finds the rows: nearly
/// all others are of another kind, so that it would read all of them by less, and nobody else could write meanwhile.
const JOBS: &[(&str, &str)] = &[
    // Unpaid orders that are due in more than a day, as nearly all paid ones are.
    (
        r#"UPDATE "purchases" SET "next_check_at" = ? WHERE ("id") IN"#,
        "(status=? AND next_check_at>?)",
    ),
    // Those of the other mode stay due.
    (
        r#""livemode" = ? AND "purchases"."next_check_at" <="#,
        "(livemode=? AND next_check_at<?)",
    ),
    // Links that nobody has opened, among those in use.
    (
        r#"UPDATE "watches" SET "expires_at" = ? WHERE ("id") IN"#,
        "(state=? AND expires_at>?)",
    ),
    (r#"DELETE FROM "watches""#, "(state=? AND expires_at<?)"),
    // Some of the many items of a link.
    (
        r#"DELETE FROM "watch_items" WHERE ("watch_id", "direction", "seq") IN"#,
        "(watch_id=? AND direction=? AND seq=?)",
    ),
    // New pushes, among those that have failed.
    (
        r#""watch_pushes"."attempts" = ?"#,
        "(attempts=? AND next_attempt_at<?)",
    ),
];

#[tokio::test]
async fn no_statement_reads_a_whole_table_and_no_job_all_rows_of_another_kind() {
    let story = Story::told().await;
    let statements = story.statements();
    assert!(80 < statements.len(), "{}", statements.len());
    let database = story.server.place.database().await;
    if story.server.place.is_sqlite() {
        for (words, parts) in JOBS {
            let of_job: Vec<_> = statements
                .iter()
                .filter(|sql| sql.contains(words))
                .collect();
            assert!(!of_job.is_empty(), "{words}: {statements:#?}");
            for sql in of_job {
                let plan = plan_of_sqlite(&database, sql).await.join("; ");
                assert!(plan.contains(parts), "{sql}: {plan}");
            }
        }
    }
    let mut scans = Vec::new();
    for sql in statements {
        let found = if story.server.place.is_sqlite() {
            scans_of_sqlite(&database, &sql).await
        } else {
            scans_of_postgresql(&database.begin().await.unwrap(), &sql).await
        };
        scans.extend(found.iter().map(|scan| format!("{scan}: {sql}")));
    }
    assert_eq!(scans, Vec::<String>::new());
}

/// SQLite says how it would find the rows: <https://www.sqlite.org/eqp.html>. Without ANALYZE, which this server does not run, that does not
/// depend on what is in the tables.
async fn plan_of_sqlite(database: &impl ConnectionTrait, sql: &str) -> Vec<String> {
    rows(database, format!("EXPLAIN QUERY PLAN {sql}"), "detail").await
}

async fn scans_of_sqlite(database: &impl ConnectionTrait, sql: &str) -> Vec<String> {
    let plan = plan_of_sqlite(database, sql).await;
    // The rows of an INSERT, whose step two versions of SQLite name differently.
    let is_of_values = |step: &str| step.contains("CONSTANT ROW") || step.contains("VALUES CLAUSE");
    let steps = plan.into_iter();
    steps
        .filter(|step| step.starts_with("SCAN") && !is_of_values(step))
        .collect()
}

/// PostgreSQL reads a small table whole where it may, so it may not: what is left has no index.
async fn scans_of_postgresql(database: &impl ConnectionTrait, sql: &str) -> Vec<String> {
    if sql.starts_with("SET LOCAL") {
        return Vec::new();
    }
    let prepare = "SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan; PREPARE asked AS";
    let prepare = format!("{prepare} {sql}");
    database.execute_unprepared(&prepare).await.unwrap();
    // PostgreSQL takes no more parameters than that.
    let count = (1..=65_535)
        .take_while(|number| sql.contains(&format!("${number}")))
        .count();
    let nothing = vec!["NULL"; count].join(", ");
    let asked = if count == 0 {
        String::new()
    } else {
        format!("({nothing})")
    };
    let plan = rows(
        database,
        format!("EXPLAIN EXECUTE asked{asked}"),
        "QUERY PLAN",
    )
    .await;
    database
        .execute_unprepared("DEALLOCATE asked")
        .await
        .unwrap();
    plan.into_iter()
        .filter(|step| step.contains("Seq Scan"))
        .collect()
}

async fn rows(database: &impl ConnectionTrait, sql: String, column: &str) -> Vec<String> {
    let query = Statement::from_string(database.get_database_backend(), sql);
    let rows = database.query_all_raw(query).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", column).unwrap())
        .collect()
}
