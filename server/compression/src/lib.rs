//! Compression of whole texts.
//!
//! A crate of its own for the sake of development builds: brotli's encoder is generic, so it is compiled where it is used, and the root
//! `Cargo.toml` has this crate optimised always. Inside the server, whose development build is not, compressing the pages took 2.4 s of
//! each start in place of 0.6 s.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

/// How hard brotli tries.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// From 0 to 11, the best.
    pub level: u32,
    /// The window is 2 to this power of bytes, from 10 to 24.
    pub window: u32,
}

/// Brotli's highest level and its usual window of 4 MB; takes about 50 ms for 20 kB.
pub const BEST: Effort = Effort {
    level: 11,
    window: 22,
};

/// Compresses `text` with gzip at its best level. The error is that of a writer; a vector has none.
pub fn gzip(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text)?;
    encoder.finish()
}

/// Compresses `text` with brotli (RFC 7932). The error is that of a writer; a vector has none.
pub fn brotli(text: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let compressed = Vec::with_capacity(text.len() / 2);
    let mut encoder =
        brotli::CompressorWriter::new(compressed, 1 << 14, effort.level, effort.window);
    encoder.write_all(text)?;
    Ok(encoder.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::{BEST, Effort, brotli, gzip};

    fn text() -> Vec<u8> {
        (0_u32..4_000)
            .flat_map(|number| format!("line {} of a text\n", number % 97).into_bytes())
            .collect()
    }

    #[test]
    fn gzip_is_smaller_and_unpacks_to_the_text() {
        let packed = gzip(&text()).unwrap();
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&*packed)
            .read_to_end(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, text());
        assert!(packed.len() * 10 < text().len());
    }

    #[test]
    fn brotli_is_smaller_and_unpacks_to_the_text_at_every_level() {
        for level in 0..=11 {
            let packed = brotli(&text(), Effort { level, ..BEST }).unwrap();
            let mut unpacked = Vec::new();
            brotli::BrotliDecompress(&mut &*packed, &mut unpacked).unwrap();
            assert_eq!(unpacked, text(), "level {level}");
            assert!(packed.len() * 10 < text().len(), "level {level}");
        }
    }
}
