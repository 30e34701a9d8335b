//! Content negotiation: the encodings that a request accepts and the entity tags that it has (RFC 9110, sections 12.5.3 and 13.1.2).

/// A content encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// No compression.
    Identity,
    /// RFC 1952.
    Gzip,
    /// RFC 7932.
    Brotli,
}

/// The best encoding among those that exist: the one with the highest weight, and brotli before gzip before none.
///
/// `accepted` is the text of `Accept-Encoding`. A client that refuses every encoding gets the body without compression, which the RFC allows.
pub fn encoding(accepted: Option<&str>, has_gzip: bool, has_brotli: bool) -> Encoding {
    let Some(accepted) = accepted else {
        return Encoding::Identity;
    };
    let weights = Weights::parse(accepted);
    let brotli = if has_brotli { weights.brotli() } else { 0 };
    let gzip = if has_gzip { weights.gzip() } else { 0 };
    let identity = weights.identity.unwrap_or(0);
    if 0 < brotli && gzip <= brotli && identity <= brotli {
        Encoding::Brotli
    } else if 0 < gzip && identity <= gzip {
        Encoding::Gzip
    } else {
        Encoding::Identity
    }
}

/// The encoding of a document that is made for one request: the one with the highest weight, and gzip before brotli before none, because
/// gzip costs the least time here.
pub fn encoding_on_request(accepted: Option<&str>) -> Encoding {
    let Some(accepted) = accepted else {
        return Encoding::Identity;
    };
    let weights = Weights::parse(accepted);
    let (brotli, gzip) = (weights.brotli(), weights.gzip());
    let identity = weights.identity.unwrap_or(0);
    if 0 < gzip && brotli <= gzip && identity <= gzip {
        Encoding::Gzip
    } else if 0 < brotli && identity <= brotli {
        Encoding::Brotli
    } else {
        Encoding::Identity
    }
}

/// Weights in thousandths; `None` where the header has none.
#[derive(Default)]
struct Weights {
    brotli: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    any: Option<u16>,
}

impl Weights {
    fn parse(accepted: &str) -> Self {
        let mut weights = Self::default();
        for part in accepted.split(',') {
            let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
            let weight = Some(weight(parameters));
            match name.trim().to_ascii_lowercase().as_str() {
                "br" => weights.brotli = weight,
                "gzip" | "x-gzip" => weights.gzip = weight,
                "identity" => weights.identity = weight,
                "*" => weights.any = weight,
                _ => {}
            }
        }
        weights
    }

    fn brotli(&self) -> u16 {
        self.brotli.or(self.any).unwrap_or(0)
    }

    fn gzip(&self) -> u16 {
        self.gzip.or(self.any).unwrap_or(0)
    }
}

/// The weight in `;q=0.5`, in thousandths: 1000 when there is none, 0 when it cannot be read.
fn weight(parameters: &str) -> u16 {
    let value = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    let Some(value) = value else { return 1000 };
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let is_digits = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    match (whole, is_digits) {
        ("1", true) => 1000,
        ("0", true) => format!("{fraction:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

/// Whether `If-None-Match` names `tag`, by weak comparison: the client has this body already.
pub fn has_tag(if_none_match: &str, tag: &str) -> bool {
    let mut tags = if_none_match.split(',').map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_encoding_is_chosen() {
        let cases = [
            (None, Encoding::Identity),
            (Some(""), Encoding::Identity),
            (Some("br"), Encoding::Brotli),
            (Some("gzip, deflate, br, zstd"), Encoding::Brotli),
            (Some("GZIP"), Encoding::Gzip),
            (Some("gzip;q=1.0, br;q=0.8"), Encoding::Gzip),
            (Some("gzip;q=0.5, br;q=0.5"), Encoding::Brotli),
            (Some("br;q=0, gzip"), Encoding::Gzip),
            (Some("br;q=0, gzip;q=0"), Encoding::Identity),
            (Some("*"), Encoding::Brotli),
            (Some("br;q=0, *;q=0.1"), Encoding::Gzip),
            (Some("identity, br;q=0.5"), Encoding::Identity),
            (Some("identity;q=0, *;q=0"), Encoding::Identity),
            (Some("br;q=nonsense, gzip;q=0.001"), Encoding::Gzip),
            (Some("zstd"), Encoding::Identity),
        ];
        for (accepted, expected) in cases {
            assert_eq!(encoding(accepted, true, true), expected, "{accepted:?}");
        }
    }

    #[test]
    fn gzip_comes_first_for_a_document_that_is_made_for_one_request() {
        let cases = [
            (None, Encoding::Identity),
            (Some("gzip, deflate, br, zstd"), Encoding::Gzip),
            (Some("br"), Encoding::Brotli),
            (Some("*"), Encoding::Gzip),
            (Some("gzip;q=0.5, br"), Encoding::Brotli),
            (Some("gzip;q=0, br;q=0"), Encoding::Identity),
            (Some("identity, gzip;q=0.5"), Encoding::Identity),
            (Some("zstd"), Encoding::Identity),
        ];
        for (accepted, expected) in cases {
            assert_eq!(encoding_on_request(accepted), expected, "{accepted:?}");
        }
    }

    #[test]
    fn an_encoding_that_does_not_exist_is_never_chosen() {
        assert_eq!(encoding(Some("br, gzip"), true, false), Encoding::Gzip);
        assert_eq!(encoding(Some("br, gzip"), false, false), Encoding::Identity);
    }

    #[test]
    fn tags_are_compared_weakly_and_in_lists() {
        let tag = "\"abc-b\"";
        for known in [
            "\"abc-b\"",
            "W/\"abc-b\"",
            "\"x\", \"abc-b\"",
            "\"x\",W/\"abc-b\"",
            "*",
        ] {
            assert!(has_tag(known, tag), "{known}");
        }
        for known in ["", "\"abc-g\"", "abc-b", "W/\"x\", \"y\""] {
            assert!(!has_tag(known, tag), "{known}");
        }
    }
}
