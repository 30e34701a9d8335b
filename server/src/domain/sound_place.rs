//! Where the pieces of sound copies are kept: the value of `SOUND_STORE`.

use std::path::PathBuf;
use std::str::FromStr;

use url::Url;

const FORM: &str =
    "must be a folder (file:///folder) or a bucket (s3://bucket or s3://bucket/prefix)";

/// A folder, or a bucket of S3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SoundPlace {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A bucket.
    Bucket {
        /// Its name.
        name: String,
        /// What the names of objects begin with, without slashes around it; it may be empty.
        prefix: String,
    },
}

impl FromStr for SoundPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|_| FORM)?;
        if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
            return Err(FORM);
        }
        match (url.scheme(), url.host_str()) {
            ("file", None) => url.to_file_path().map(Self::Folder).map_err(|()| FORM),
            ("s3", Some(name)) if url.port().is_none() => Ok(Self::Bucket {
                name: name.to_owned(),
                prefix: url.path().trim_matches('/').to_owned(),
            }),
            _ => Err(FORM),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_a_bucket_are_read_and_nothing_else() {
        let read = |text: &str| text.parse::<SoundPlace>();
        let folder = SoundPlace::Folder(PathBuf::from("/var/lib/sounds"));
        assert_eq!(read("file:///var/lib/sounds"), Ok(folder));
        let bucket = |prefix: &str| SoundPlace::Bucket {
            name: "evidence".to_owned(),
            prefix: prefix.to_owned(),
        };
        assert_eq!(read("s3://evidence"), Ok(bucket("")));
        assert_eq!(read("s3://evidence/a/b/"), Ok(bucket("a/b")));
        for bad in [
            "",
            "sounds",
            "file://other-machine/sounds",
            "s3:///prefix",
            "s3://key:secret@bucket",
            "s3://bucket?region=x",
            "https://bucket",
        ] {
            assert_eq!(read(bad), Err(FORM), "{bad}");
        }
    }
}
