//! What a browser already has, and in which encoding it gets the rest.

use reqwest::{Method, Response};

use crate::test_app::{TestApp, header, until};

/// Waits until the pages are compressed with brotli too, which happens after the start.
async fn compressed(app: &TestApp) {
    until("a page in brotli", async || {
        let page = app.get_with("/", "accept-encoding", "br").await;
        header(&page, "content-encoding") == "br"
    })
    .await;
}

async fn text(response: Response) -> String {
    response.text().await.unwrap()
}

#[tokio::test]
async fn each_encoding_has_its_own_entity_tag() {
    let app = TestApp::spawn().await;
    compressed(&app).await;
    let cases = [
        ("br", "br"),
        ("gzip", "gzip"),
        ("br;q=0.1, gzip", "gzip"),
        ("*", "br"),
        ("br;q=0, gzip;q=0", ""),
        ("zstd", ""),
    ];
    for path in ["/", "/assets/eager-1.js"] {
        let mut tags = Vec::new();
        for (accepted, expected) in cases {
            let response = app.get_with(path, "accept-encoding", accepted).await;
            assert_eq!(response.status(), 200);
            assert_eq!(
                header(&response, "content-encoding"),
                expected,
                "{path} {accepted}"
            );
            let varies = response
                .headers()
                .get_all("vary")
                .iter()
                .any(|value| value == "Accept-Encoding");
            assert!(varies, "{path} {accepted}");
            tags.push((expected, header(&response, "etag").to_owned()));
        }
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 3, "one tag an encoding: {tags:?}");
        let other = app.get_with(path, "accept-encoding", "br").await;
        assert_eq!(header(&other, "accept-ranges"), "", "no ranges are offered");
    }
}

#[tokio::test]
async fn a_decompressed_page_equals_the_plain_page() {
    let app = TestApp::spawn().await;
    compressed(&app).await;
    let plain = text(app.get("/").await).await;
    let brotli = app
        .get_with("/", "accept-encoding", "br")
        .await
        .bytes()
        .await
        .unwrap();
    let mut unpacked = Vec::new();
    brotli::BrotliDecompress(&mut brotli.as_ref(), &mut unpacked).unwrap();
    assert_eq!(String::from_utf8(unpacked).unwrap(), plain);
    let gzip = app
        .get_with("/", "accept-encoding", "gzip")
        .await
        .bytes()
        .await
        .unwrap();
    let mut unpacked = String::new();
    std::io::Read::read_to_string(
        &mut flate2::read::GzDecoder::new(gzip.as_ref()),
        &mut unpacked,
    )
    .unwrap();
    assert_eq!(unpacked, plain);
}

#[tokio::test]
async fn a_matching_entity_tag_is_answered_304() {
    let app = TestApp::spawn().await;
    for path in ["/", "/checkout", "/favicon.svg", "/assets/eager-1.js"] {
        let tag = header(&app.get(path).await, "etag").to_owned();
        for known in [
            tag.clone(),
            format!("W/{tag}"),
            format!("\"other\", {tag}"),
            "*".to_owned(),
        ] {
            let response = app.get_with(path, "if-none-match", &known).await;
            assert_eq!(response.status(), 304, "{path} {known}");
            assert_eq!(header(&response, "etag"), tag);
            assert_ne!(header(&response, "cache-control"), "");
            assert_eq!(header(&response, "x-content-type-options"), "nosniff");
            assert_eq!(text(response).await, "");
        }
        assert_eq!(
            app.get_with(path, "if-none-match", "\"other\"")
                .await
                .status(),
            200
        );
    }
    let unknown = app.get_with("/nope", "if-none-match", "*").await;
    assert_eq!(
        unknown.status(),
        404,
        "a page that is not there cannot be unchanged"
    );
}

#[tokio::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let app = TestApp::spawn().await;
    for (path, status) in [
        ("/", 200),
        ("/checkout", 200),
        ("/nope", 404),
        ("/assets/eager-1.js", 200),
        ("/robots.txt", 200),
    ] {
        let get = app.get(path).await;
        let head = app.request(Method::HEAD, path).send().await.unwrap();
        assert_eq!(head.status(), status, "{path}");
        for name in [
            "content-type",
            "content-length",
            "etag",
            "content-security-policy",
            "cache-control",
        ] {
            assert_eq!(header(&head, name), header(&get, name), "{path} {name}");
        }
        assert_ne!(header(&head, "content-length"), "0", "{path}");
        assert_eq!(text(head).await, "");
    }
}

#[tokio::test]
async fn hashed_files_are_immutable_and_other_files_are_revalidated() {
    let app = TestApp::spawn().await;
    let hashed = app.get("/assets/client-1.js").await;
    assert_eq!(
        header(&hashed, "cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(
        header(&hashed, "content-type"),
        "text/javascript; charset=utf-8"
    );
    for path in ["/favicon.svg", "/sw.js"] {
        assert_eq!(
            header(&app.get(path).await, "cache-control"),
            "no-cache",
            "{path}"
        );
    }
    assert_eq!(app.get("/assets/none.js").await.status(), 404);
    let uncompressed = app
        .get_with("/assets/client-1.js", "accept-encoding", "br, gzip")
        .await;
    assert_eq!(
        header(&uncompressed, "content-encoding"),
        "",
        "nothing is compressed on request"
    );
    let range = app
        .get_with("/assets/client-1.js", "range", "bytes=0-1")
        .await;
    assert_eq!(
        (range.status().as_u16(), text(range).await.as_str()),
        (200, "identity")
    );
}

#[tokio::test]
async fn a_page_that_is_made_for_a_request_is_compressed_as_the_client_likes() {
    let app = TestApp::spawn().await;
    let ask = async |accepted: &str| {
        let request = app.request(Method::POST, "/buy");
        let request = request.header("accept-encoding", accepted);
        let response = request.form(&[("email", "a&b")]).send().await.unwrap();
        assert_eq!(response.status(), 422);
        assert_eq!(header(&response, "vary"), "Accept-Encoding");
        let encoding = header(&response, "content-encoding").to_owned();
        (encoding, response.bytes().await.unwrap())
    };
    let (_, plain) = ask("identity").await;
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", "gzip"),
        ("br", "br"),
        ("gzip;q=0.1, br", "br"),
        ("zstd", ""),
        ("gzip;q=0", ""),
    ] {
        let (encoding, body) = ask(accepted).await;
        assert_eq!(encoding, expected, "{accepted}");
        let mut unpacked = Vec::new();
        match encoding.as_str() {
            "gzip" => {
                let mut decoder = flate2::read::GzDecoder::new(body.as_ref());
                std::io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
            }
            "br" => brotli::BrotliDecompress(&mut body.as_ref(), &mut unpacked).unwrap(),
            _ => unpacked.extend_from_slice(&body),
        }
        assert_eq!(unpacked, plain, "{accepted}");
        assert_eq!(encoding.is_empty(), body.len() == plain.len(), "{accepted}");
    }
}
