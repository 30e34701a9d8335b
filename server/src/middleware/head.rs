//! Limits on a request's head.

use http::Version;
use http::header::HOST;

use crate::error::Error;

/// The longest path with its query, in bytes.
const MAX_URL_BYTES: usize = 2048;
/// The most header fields.
const MAX_FIELDS: usize = 64;
/// The total size of all header fields, in bytes.
const MAX_HEADER_BYTES: usize = 32 << 10;

/// Fails where the URL or the headers are too large, or the host is missing or given twice.
pub(crate) fn check<B>(request: &http::Request<B>) -> Result<(), Error> {
    let url = request
        .uri()
        .path_and_query()
        .map_or(0, |url| url.as_str().len());
    if MAX_URL_BYTES < url {
        return Err(Error::UriTooLong);
    }
    let headers = request.headers();
    // RFC 9112, section 3.2.
    let hosts = headers.get_all(HOST).iter().count();
    if 1 < hosts || (hosts == 0 && request.version() == Version::HTTP_11) {
        return Err(Error::Invalid("The request must name one host."));
    }
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + 4)
        .sum();
    if MAX_FIELDS < headers.len() || MAX_HEADER_BYTES < bytes {
        Err(Error::HeadersTooLarge)
    } else {
        Ok(())
    }
}
