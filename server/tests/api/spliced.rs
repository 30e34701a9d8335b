//! Pages that are filled like templates equal what the page renders, byte for byte, whatever the texts are.

use std::time::Duration;

use http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use server::bundle::Bundle;
use server::pages::data::{
    CheckoutData, ConfirmData, DownloadData, GiftData, GiftDetails, RedeemData, ShownGift,
    SubscribeData, SuccessData, WrongAddresses,
};
use server::pages::registry::{
    CHECKOUT, DOWNLOAD_SUCCESS, GIFT, GIFT_REDEEM, PAYMENT_SUCCESS, PAYPAL_SUCCESS, Page,
    REDOWNLOAD_CONFIRM, SUBSCRIBE,
};
use server::render::PoolOptions;
use server::render::parts::{self, Pool};

use crate::test_app::{TestApp, one_thread};

/// How many random texts each page gets.
const ROUNDS: usize = 700;

/// What texts are put together from.
const PIECES: &[&str] = &[
    "a",
    "Jo",
    " ",
    "  ",
    "<",
    ">",
    "&",
    "&amp;",
    "\"",
    "'",
    "\0",
    "\n",
    "\r\n",
    "\t",
    "<script>alert(1)</script>",
    "</p>",
    "<!--",
    "-->",
    "<!-- -->",
    "<!--$!-->",
    "\u{1a}",
    "\u{2028}",
    "\u{2029}",
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    "\u{202e}",
    "\u{feff}",
    "\u{fffd}",
    "\u{10ffff}",
    "\u{d7ff}",
    "\u{e000}",
    "\u{1f469}\u{200d}\u{1f680}",
    "\u{e9}",
    "e\u{301}",
    "\u{130}",
    "%00",
    "%41",
    "\\",
    "\\u003c",
    "{",
    "}}",
    "$&",
    "$1",
    "hOlE7x",
    "hOlE7xt1x",
    " a\u{e9}<b>hOlE7xt1x &amp; \"'%41\n\u{5d0}\u{1f600} ",
    "javascript:alert(1)",
    "null",
    "undefined",
    "0",
    "@example.org",
    "https://example.org/gift/",
    "\u{80}",
    "\u{ff}",
    "\u{7f}",
];

/// Random numbers, the same in every run (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap()
    }

    fn text(&mut self) -> String {
        let pieces = if self.below(40) == 0 {
            3000
        } else {
            self.below(7)
        };
        let piece = |_| {
            PIECES
                .get(self.below(PIECES.len()))
                .copied()
                .unwrap_or_default()
        };
        (0..pieces).map(piece).collect()
    }

    fn some_text(&mut self) -> Option<String> {
        (self.below(6) != 0).then(|| self.text())
    }
}

struct Pages {
    app: TestApp,
    /// Renders everything.
    oracle: Pool,
}

impl Pages {
    async fn start() -> Self {
        let patient = PoolOptions {
            budget: Duration::from_secs(5),
            ..one_thread()
        };
        let bundle = Bundle::embedded().unwrap();
        let app = TestApp::with(&[], patient.clone(), bundle.clone()).await;
        let script = bundle.script.into_owned();
        let (snapshot, _) = parts::snapshot(script, Vec::new(), Duration::from_mins(1)).unwrap();
        let oracle = Pool::start(snapshot, Vec::new(), &patient).unwrap();
        Self { app, oracle }
    }

    /// Asserts that the page with this data is what its own payload renders.
    async fn compare<D: Serialize>(&self, page: &Page<D>, path: &str, data: &D) {
        let pages = &self.app.app.pages;
        let shown = pages.show_at(page, path, StatusCode::OK, data).await;
        assert_eq!(shown.status(), 200);
        let document = axum::body::to_bytes(shown.into_body(), usize::MAX);
        let document = String::from_utf8(document.await.unwrap().into()).unwrap();
        let (_, rest) = document.split_once("<div id=\"root\">").unwrap();
        let element = "</div><script type=\"application/json\" id=\"page-data\">";
        let (html, rest) = rest.rsplit_once(element).unwrap();
        let payload = rest.strip_suffix("</script></body></html>").unwrap();
        let sent: Value = serde_json::from_str(payload).unwrap();
        assert_eq!(
            sent.get("data").cloned().unwrap_or_default(),
            serde_json::to_value(data).unwrap()
        );
        let expected = self.oracle.render(sent.to_string()).await.unwrap();
        assert_eq!(html, expected.html, "{payload}");
    }
}

#[tokio::test]
async fn a_filled_page_equals_the_rendered_one_for_any_texts() {
    let pages = Pages::start().await;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..ROUNDS {
        let email = random.some_text();
        let data = SuccessData::Verified { email };
        pages
            .compare(&PAYMENT_SUCCESS, "/payment-success", &data)
            .await;
        pages
            .compare(&PAYPAL_SUCCESS, "/paypal-success", &data)
            .await;
        let data = DownloadData::Gift {
            recipient_email: random.some_text(),
            gift_link: random.text(),
        };
        pages
            .compare(&DOWNLOAD_SUCCESS, "/download-success", &data)
            .await;
        let data = ConfirmData::Ready {
            token: random.text(),
        };
        pages
            .compare(&REDOWNLOAD_CONFIRM, "/redownload/confirm", &data)
            .await;
        let code: String = (0..=random.below(30))
            .map(|_| ["a", "B", "7", "z", "hOlE7xw0x"][random.below(5)])
            .collect();
        let path = match round % 10 {
            0 => "/gift/a%20b%3Cc".to_owned(),
            _ => format!("/gift/{code}"),
        };
        let gift = ShownGift {
            recipient_email: random.text(),
            personal_message: random.some_text(),
        };
        let error = random.some_text();
        let data = RedeemData::Available { gift, error };
        pages.compare(&GIFT_REDEEM, &path, &data).await;
        let data = RedeemData::Unavailable {
            is_used: round % 2 == 0,
            is_temporary: round % 3 == 0,
            reason: random.text(),
        };
        pages.compare(&GIFT_REDEEM, &path, &data).await;
        compare_forms(&pages, &mut random).await;
    }
    for data in [SuccessData::Unpaid, SuccessData::Issue] {
        pages
            .compare(&PAYMENT_SUCCESS, "/payment-success", &data)
            .await;
    }
    let rendered = pages.app.app.pages.rendered();
    let shown = u64::try_from(ROUNDS * 9).unwrap();
    assert!(rendered * 2 < shown, "{rendered} of {shown} were rendered");
}

/// Forms that are shown again with what was typed.
async fn compare_forms(pages: &Pages, random: &mut Random) {
    let data = CheckoutData::Form {
        email: random.text(),
        error: random.text(),
    };
    pages.compare(&CHECKOUT, "/checkout", &data).await;
    let data = SubscribeData {
        error: random.text(),
    };
    pages.compare(&SUBSCRIBE, "/subscribe", &data).await;
    let details = GiftDetails {
        buyer_email: random.text(),
        recipient_email: random.text(),
        personal_message: random.text(),
    };
    let wrong = WrongAddresses {
        buyer: random.below(2) == 0,
        recipient: random.below(2) == 0,
    };
    let error = random.text();
    let data = GiftData {
        details,
        wrong,
        error,
    };
    pages.compare(&GIFT, "/gift", &data).await;
}
