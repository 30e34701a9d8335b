//! The signature of a token: CMS signed data with one signer (RFC 3161, section 2.4.2; RFC 5652, section 5).

use cms::cert::CertificateChoices;
use cms::cert::x509::Certificate;
use cms::cert::x509::attr::Attributes;
use cms::cert::x509::ext::pkix::{ExtendedKeyUsage, SubjectKeyIdentifier};
use cms::cert::x509::spki::SubjectPublicKeyInfoOwned;
use cms::content_info::ContentInfo;
use cms::signed_data::{SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{ObjectIdentifier, OctetString};
use der::oid::AssociatedOid;
use der::{Any, Decode, Encode as _};
use ring::signature as rings;
use ring::signature::{UnparsedPublicKey, VerificationAlgorithm};
use sha2::{Digest as _, Sha256, Sha384, Sha512};

use super::fault::Fault;

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

const SIGNED_DATA: ObjectIdentifier = oid("1.2.840.113549.1.7.2");
/// `id-ct-TSTInfo`.
const STAMP: ObjectIdentifier = oid("1.2.840.113549.1.9.16.1.4");
/// `id-kp-timeStamping`.
const FOR_TIME_STAMPS: ObjectIdentifier = oid("1.3.6.1.5.5.7.3.8");
/// The signed attributes that every signature has (RFC 5652, section 5.3).
const CONTENT_TYPE: ObjectIdentifier = oid("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = oid("1.2.840.113549.1.9.4");
const RSA: ObjectIdentifier = oid("1.2.840.113549.1.1.1");
const CURVES: ObjectIdentifier = oid("1.2.840.10045.2.1");
const P_256: ObjectIdentifier = oid("1.2.840.10045.3.1.7");
const P_384: ObjectIdentifier = oid("1.3.132.0.34");

/// Whether a signature was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signature {
    /// It fits.
    Right,
    /// It is of a kind that this server does not know.
    UnknownKind,
}

/// What is signed, and by whom.
#[derive(Debug)]
pub(super) struct Signed {
    pub(super) content: Vec<u8>,
    pub(super) signer: Signer,
}

/// The one signer, with the certificates of the token.
#[derive(Debug)]
pub(super) struct Signer {
    info: SignerInfo,
    certificates: Vec<Certificate>,
}

/// Reads a token.
pub(super) fn read(token: &[u8]) -> Result<Signed, Fault> {
    parse(token).ok_or(Fault::NoStamp)
}

fn parse(token: &[u8]) -> Option<Signed> {
    let info = ContentInfo::from_der(token).ok()?;
    if info.content_type != SIGNED_DATA {
        return None;
    }
    let data: SignedData = info.content.decode_as().ok()?;
    if data.encap_content_info.econtent_type != STAMP {
        return None;
    }
    let content: OctetString = data.encap_content_info.econtent?.decode_as().ok()?;
    let [info]: [SignerInfo; 1] = data.signer_infos.0.into_vec().try_into().ok()?;
    let all = data.certificates.map(|set| set.0.into_vec());
    let certificates = all.into_iter().flatten().filter_map(|one| match one {
        CertificateChoices::Certificate(certificate) => Some(certificate),
        CertificateChoices::Other(_) => None,
    });
    Some(Signed {
        content: content.into_bytes(),
        signer: Signer {
            info,
            certificates: certificates.collect(),
        },
    })
}

impl Signer {
    /// Checks the signer's certificate at a time in Unix seconds, and the signature.
    pub(super) fn check(&self, content: &[u8], time: i64) -> Result<Signature, Fault> {
        let certificate = self.certificate().ok_or(Fault::NoCertificate)?;
        if !is_for_time_stamps(certificate) {
            return Err(Fault::Purpose);
        }
        if !is_valid_at(certificate, time) {
            return Err(Fault::Expired);
        }
        let attributes = self.info.signed_attrs.as_ref().ok_or(Fault::Signature)?;
        let Some(hash) = Hash::named(self.info.digest_alg.oid) else {
            return Ok(Signature::UnknownKind);
        };
        let kind: Option<ObjectIdentifier> = value(attributes, CONTENT_TYPE);
        let digest: Option<OctetString> = value(attributes, MESSAGE_DIGEST);
        let is_digest = digest.is_some_and(|digest| digest.as_bytes() == hash.of(content));
        if kind != Some(STAMP) || !is_digest {
            return Err(Fault::Signature);
        }
        // What is signed is the set of attributes with its own tag, not that of its place (RFC 5652, section 5.4).
        let text = attributes.to_der().map_err(|_| Fault::Signature)?;
        let info = &certificate.tbs_certificate.subject_public_key_info;
        let hash = Hash::of_signature(self.info.signature_algorithm.oid).unwrap_or(hash);
        let Some(algorithm) = algorithm(info, self.info.signature_algorithm.oid, hash) else {
            return Ok(Signature::UnknownKind);
        };
        let key = UnparsedPublicKey::new(algorithm, info.subject_public_key.raw_bytes());
        let verified = key.verify(&text, self.info.signature.as_bytes());
        verified.map_or(Err(Fault::Signature), |()| Ok(Signature::Right))
    }

    fn certificate(&self) -> Option<&Certificate> {
        self.certificates.iter().find(|one| {
            let fields = &one.tbs_certificate;
            match &self.info.sid {
                SignerIdentifier::IssuerAndSerialNumber(named) => {
                    named.issuer == fields.issuer && named.serial_number == fields.serial_number
                }
                SignerIdentifier::SubjectKeyIdentifier(named) => {
                    extension::<SubjectKeyIdentifier>(one).is_some_and(|own| own == *named)
                }
            }
        })
    }
}

/// The one value of an attribute.
fn value<T>(attributes: &Attributes, kind: ObjectIdentifier) -> Option<T>
where
    T: for<'a> der::Choice<'a> + for<'a> der::DecodeValue<'a>,
{
    let mut named = attributes.iter().filter(|one| one.oid == kind);
    let (Some(attribute), None) = (named.next(), named.next()) else {
        return None;
    };
    let [value]: &[Any; 1] = attribute.values.as_slice().try_into().ok()?;
    value.decode_as().ok()
}

fn extension<T: for<'a> Decode<'a> + AssociatedOid>(certificate: &Certificate) -> Option<T> {
    let all = certificate.tbs_certificate.extensions.iter().flatten();
    let mut named = all.filter(|one| one.extn_id == T::OID);
    T::from_der(named.next()?.extn_value.as_bytes()).ok()
}

fn is_for_time_stamps(certificate: &Certificate) -> bool {
    extension::<ExtendedKeyUsage>(certificate).is_some_and(|uses| uses.0.contains(&FOR_TIME_STAMPS))
}

fn is_valid_at(certificate: &Certificate, time: i64) -> bool {
    let validity = &certificate.tbs_certificate.validity;
    let [from, to] = [&validity.not_before, &validity.not_after]
        .map(|end| i64::try_from(end.to_unix_duration().as_secs()).unwrap_or(i64::MAX));
    (from..=to).contains(&time)
}

/// A hash function that signatures use.
#[derive(Debug, Clone, Copy)]
enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    /// RFC 5754, section 2.
    fn named(name: ObjectIdentifier) -> Option<Self> {
        Some(match name.to_string().as_str() {
            "2.16.840.1.101.3.4.2.1" => Self::Sha256,
            "2.16.840.1.101.3.4.2.2" => Self::Sha384,
            "2.16.840.1.101.3.4.2.3" => Self::Sha512,
            _ => return None,
        })
    }

    /// The one that the name of a signature algorithm says (RFC 5754, section 3).
    fn of_signature(name: ObjectIdentifier) -> Option<Self> {
        Some(match name.to_string().as_str() {
            "1.2.840.113549.1.1.11" | "1.2.840.10045.4.3.2" => Self::Sha256,
            "1.2.840.113549.1.1.12" | "1.2.840.10045.4.3.3" => Self::Sha384,
            "1.2.840.113549.1.1.13" | "1.2.840.10045.4.3.4" => Self::Sha512,
            _ => return None,
        })
    }

    fn of(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(bytes).to_vec(),
            Self::Sha384 => Sha384::digest(bytes).to_vec(),
            Self::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }
}

/// How the signature of a key is verified; none where this server cannot.
fn algorithm(
    key: &SubjectPublicKeyInfoOwned,
    signature: ObjectIdentifier,
    hash: Hash,
) -> Option<&'static dyn VerificationAlgorithm> {
    let is_named = signature == RSA || Hash::of_signature(signature).is_some();
    if !is_named {
        return None;
    }
    let curve = key.algorithm.parameters.as_ref();
    let curve = curve.and_then(|curve| curve.decode_as::<ObjectIdentifier>().ok());
    let (kind, curve) = (
        key.algorithm.oid,
        curve.filter(|_| key.algorithm.oid == CURVES),
    );
    Some(match (kind, curve, hash) {
        (RSA, _, Hash::Sha256) => &rings::RSA_PKCS1_2048_8192_SHA256,
        (RSA, _, Hash::Sha384) => &rings::RSA_PKCS1_2048_8192_SHA384,
        (RSA, _, Hash::Sha512) => &rings::RSA_PKCS1_2048_8192_SHA512,
        (_, Some(P_256), Hash::Sha256) => &rings::ECDSA_P256_SHA256_ASN1,
        (_, Some(P_256), Hash::Sha384) => &rings::ECDSA_P256_SHA384_ASN1,
        (_, Some(P_384), Hash::Sha256) => &rings::ECDSA_P384_SHA256_ASN1,
        (_, Some(P_384), Hash::Sha384) => &rings::ECDSA_P384_SHA384_ASN1,
        _ => return None,
    })
}
