//! Compression of prebuilt responses, at the best level.

use std::io::{self, Write as _};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Brotli's highest level and its usual window (2 to the power of 22 bytes).
const BROTLI: (u32, u32) = (11, 22);

/// Compresses `body` with gzip.
pub fn gzip(body: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body)?;
    Ok(encoder.finish()?.into())
}

/// Compresses `body` with brotli, which takes about 50 ms for 20 kB.
pub fn brotli(body: &[u8]) -> io::Result<Bytes> {
    let (level, window) = BROTLI;
    let mut compressed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut compressed, 1 << 16, level, window);
    encoder.write_all(body)?;
    encoder.flush()?;
    drop(encoder);
    Ok(compressed.into())
}
