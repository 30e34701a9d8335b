//! The structures of RFC 3161, as far as they are sent and read here.

use cms::cert::x509::spki::AlgorithmIdentifierOwned;
use der::asn1::{AnyRef, BitStringRef, ObjectIdentifier, OctetString};
use der::{DateTime, Decode as _, ErrorKind, Reader as _, Sequence, SliceReader, Tag, Tagged as _};

/// SHA-256, without parameters (RFC 5754, section 2).
pub(super) const SHA_256: AlgorithmIdentifierOwned = AlgorithmIdentifierOwned {
    oid: ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1"),
    parameters: None,
};

/// `MessageImprint`.
#[derive(Debug, Sequence)]
pub(super) struct MessageImprint {
    pub(super) algorithm: AlgorithmIdentifierOwned,
    pub(super) hash: OctetString,
}

impl MessageImprint {
    /// Whether it is this SHA-256.
    pub(super) fn is_of(&self, hash: &[u8]) -> bool {
        self.algorithm.oid == SHA_256.oid && self.hash.as_bytes() == hash
    }
}

/// `TimeStampReq`.
#[derive(Debug, Sequence)]
pub(super) struct TimeStampReq {
    pub(super) version: u8,
    pub(super) imprint: MessageImprint,
    pub(super) number: u64,
    pub(super) with_certificate: bool,
}

/// `PKIStatusInfo`, without its text.
#[derive(Debug)]
pub(super) struct PkiStatusInfo {
    status: u32,
    failure: i16,
}

impl PkiStatusInfo {
    fn read(status: AnyRef<'_>) -> der::Result<Self> {
        status.sequence(|reader| {
            let status = u32::decode(reader)?;
            let bits = last_of(reader, Tag::BitString)?;
            let bits = bits
                .map(AnyRef::decode_as::<BitStringRef<'_>>)
                .transpose()?;
            let first = bits.and_then(|bits| bits.bits().position(|is_set| is_set));
            let failure = first.and_then(|bit| bit.try_into().ok()).unwrap_or(-1);
            Ok(Self { status, failure })
        })
    }

    /// Why no token was granted: the status, and the first bit of the failure or -1.
    pub(super) fn refusal(&self) -> Option<(u32, i16)> {
        // granted, grantedWithMods
        (1 < self.status).then_some((self.status, self.failure))
    }
}

/// `TimeStampResp`.
#[derive(Debug)]
pub(super) struct TimeStampResp<'a> {
    pub(super) status: PkiStatusInfo,
    /// As it came.
    pub(super) token: Option<AnyRef<'a>>,
}

impl<'a> TimeStampResp<'a> {
    pub(super) fn read(answer: &'a [u8]) -> der::Result<Self> {
        AnyRef::from_der(answer)?.sequence(|reader| {
            Ok(Self {
                status: PkiStatusInfo::read(AnyRef::decode(reader)?)?,
                token: Option::decode(reader)?,
            })
        })
    }
}

/// `TSTInfo`.
#[derive(Debug)]
pub(super) struct TstInfo {
    pub(super) imprint: MessageImprint,
    /// In Unix seconds.
    pub(super) time: i64,
    pub(super) number: Option<u64>,
}

impl TstInfo {
    pub(super) fn read(content: &[u8]) -> der::Result<Self> {
        AnyRef::from_der(content)?.sequence(|reader| {
            let _version = u8::decode(reader)?;
            let _policy = ObjectIdentifier::decode(reader)?;
            let imprint = MessageImprint::decode(reader)?;
            let _serial = AnyRef::decode(reader)?;
            let time = seconds(AnyRef::decode(reader)?)?;
            // One that is longer is not the server's.
            let number = last_of(reader, Tag::Integer)?.and_then(|one| one.decode_as().ok());
            Ok(Self {
                imprint,
                time,
                number,
            })
        })
    }
}

/// Reads the fields that are left, which may be missing. Returns the last one with a tag.
fn last_of<'a>(reader: &mut SliceReader<'a>, tag: Tag) -> der::Result<Option<AnyRef<'a>>> {
    let mut found = None;
    while !reader.is_finished() {
        let field = AnyRef::decode(reader)?;
        if field.tag() == tag {
            found = Some(field);
        }
    }
    Ok(found)
}

/// A `GeneralizedTime`, which may have a fraction of a second here (RFC 3161, section 2.4.2).
fn seconds(time: AnyRef<'_>) -> der::Result<i64> {
    time.tag().assert_eq(Tag::GeneralizedTime)?;
    read_time(time.value()).ok_or_else(|| ErrorKind::DateTime.into())
}

fn read_time(text: &[u8]) -> Option<i64> {
    let text = str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    if whole.len() != 14 || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let two = |at: usize| whole.get(at..at + 2)?.parse::<u8>().ok();
    let year = whole.get(..4)?.parse().ok()?;
    let time = DateTime::new(year, two(4)?, two(6)?, two(8)?, two(10)?, two(12)?).ok()?;
    time.unix_duration().as_secs().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_a_fraction() {
        for (text, seconds) in [
            ("20261126225500Z", Some(1_795_733_700)),
            ("20261126225500.25Z", Some(1_795_733_700)),
            ("20261126225500", None),
            ("20261126225500.Z", None),
            ("20261326225500Z", None),
            ("2026112622550Z", None),
            ("+0261126225500Z", None),
            ("", None),
        ] {
            assert_eq!(read_time(text.as_bytes()), seconds, "{text}");
        }
    }
}
