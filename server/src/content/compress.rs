//! Compressing what is ready before anybody asks.

use std::io::{self, Write as _};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Level and window of brotli: the most it can do.
const BROTLI: (u32, u32) = (11, 22);

/// The bytes as gzip makes them at its best.
pub fn gzip(body: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body)?;
    Ok(encoder.finish()?.into())
}

/// The bytes as brotli makes them at its best, which takes some fifty milliseconds for twenty kilobytes.
pub fn brotli(body: &[u8]) -> io::Result<Bytes> {
    let (level, window) = BROTLI;
    let mut compressed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut compressed, 1 << 16, level, window);
    encoder.write_all(body)?;
    encoder.flush()?;
    drop(encoder);
    Ok(compressed.into())
}
