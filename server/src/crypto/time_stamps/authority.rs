//! A time-stamp authority for tests: `openssl ts` with a certificate of its own.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// The settings of `openssl ts` (openssl-ts(1), "CONFIGURATION FILE OPTIONS").
const SETTINGS: &str = "
[ tsa ]
default_tsa = main
[ main ]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = root.pem
signer_key = tsa.key
default_policy = 1.2.3.4.1
digests = DIGESTS
signer_digest = SIGNER
ess_cert_id_alg = sha256
clock_precision_digits = PRECISION
tsa_name = yes
";

/// An authority that lives in a folder.
pub(crate) struct Authority {
    folder: TempDir,
}

impl Authority {
    /// Whose key is made with these options of `openssl genpkey`, and who signs with this digest.
    pub(crate) fn new(key: &str, digest: &str) -> Self {
        let authority = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        authority.settings("sha256", digest, "0");
        authority.write("serial", b"01");
        authority.write("for", b"extendedKeyUsage=critical,timeStamping");
        let root =
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=root";
        authority.run(&format!("{root} -keyout root.key -out root.pem"));
        authority.run(&format!("genpkey {key} -out tsa.key"));
        authority.run("req -new -key tsa.key -subj /CN=authority -out tsa.csr");
        let signing = "x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial";
        authority.run(&format!("{signing} -extfile for -days 9 -out tsa.pem"));
        authority
    }

    /// The same with an elliptic curve and SHA-256.
    pub(crate) fn usual() -> Self {
        Self::new("-algorithm EC -pkeyopt ec_paramgen_curve:P-256", "sha256")
    }

    /// From now on it takes hashes of this kind, signs with this digest and tells so many digits of a second.
    pub(crate) fn settings(&self, digests: &str, signer: &str, precision: &str) {
        let text = SETTINGS
            .replace("DIGESTS", digests)
            .replace("SIGNER", signer)
            .replace("PRECISION", precision);
        self.write("settings", text.as_bytes());
    }

    /// The answer to a request, both in DER.
    pub(crate) fn reply(&self, query: &[u8]) -> Vec<u8> {
        self.write("query", query);
        self.run("ts -reply -config settings -queryfile query -out reply");
        fs::read(self.folder.path().join("reply")).unwrap()
    }

    /// Whether `openssl ts -verify` takes a token for a fingerprint, with this authority's root.
    pub(crate) fn verifies(&self, token: &[u8], head: &str) -> bool {
        self.write("token", token);
        let verify = "ts -verify -token_in -in token -CAfile root.pem -digest";
        self.succeeds(&format!("{verify} {head}"))
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join(name), bytes).unwrap();
    }

    fn run(&self, arguments: &str) {
        assert!(self.succeeds(arguments), "openssl {arguments}");
    }

    fn succeeds(&self, arguments: &str) -> bool {
        let mut openssl = Command::new("openssl");
        openssl
            .args(arguments.split(' '))
            .current_dir(self.folder.path());
        openssl.output().unwrap().status.success()
    }
}
