//! The push services that the server sends requests to. Browsers name an address of theirs; any other address is refused, so that nobody
//! can make the server ask machines of its own network.

use std::collections::HashMap;
use std::str::FromStr;

use url::{Host, Url};

/// Google's (Chrome and most other browsers) and Mozilla's.
const KNOWN: [&str; 2] = ["fcm.googleapis.com", "updates.push.services.mozilla.com"];
/// Microsoft's and Apple's, which have several hosts. Apple asks for all of its (developer.apple.com, "Sending web push notifications in web
/// apps and browsers").
const KNOWN_SUFFIXES: [&str; 2] = [".notify.windows.com", ".push.apple.com"];

/// The known push services. Cheap enough to clone once.
#[derive(Debug, Clone, Default)]
pub struct PushHosts {
    further: HashMap<String, Option<Url>>,
}

/// A further push service: its host, and where its requests go instead, for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushHost {
    host: String,
    instead: Option<Url>,
}

impl PushHost {
    /// Whether its requests go elsewhere.
    pub fn is_mapped(&self) -> bool {
        self.instead.is_some()
    }
}

impl FromStr for PushHost {
    type Err = String;

    /// Reads `host` or `host=http://address`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (host, instead) = text
            .split_once('=')
            .map_or((text, None), |(host, url)| (host, Some(url)));
        let is_domain = matches!(Host::parse(host), Ok(Host::Domain(domain)) if domain == host);
        if !is_domain {
            return Err("a push service is a host name in lower case".to_owned());
        }
        let instead = instead.map(Url::parse).transpose();
        let instead = instead.map_err(|cause| format!("the address behind the host: {cause}"))?;
        if instead.as_ref().is_some_and(|url| url.scheme() != "http") {
            return Err("the address behind the host is http".to_owned());
        }
        Ok(Self {
            host: host.to_owned(),
            instead,
        })
    }
}

impl PushHosts {
    /// The known push services and further ones.
    pub fn new(further: &[PushHost]) -> Self {
        let further = further
            .iter()
            .map(|one| (one.host.clone(), one.instead.clone()));
        Self {
            further: further.collect(),
        }
    }

    /// Whether a subscription at this host is taken.
    pub fn is_known(&self, host: &str) -> bool {
        KNOWN.contains(&host)
            || KNOWN_SUFFIXES.iter().any(|suffix| host.ends_with(suffix))
            || self.further.contains_key(host)
    }

    /// Where requests to this host go instead.
    pub fn instead(&self, host: &str) -> Option<&Url> {
        self.further.get(host)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_push_services_are_known_and_those_of_the_settings() {
        let hosts = PushHosts::new(&["push.example.com".parse().unwrap()]);
        for known in [
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
            "eu.web.push.apple.com",
            "wns2-par02p.notify.windows.com",
            "push.example.com",
        ] {
            assert!(hosts.is_known(known), "{known}");
        }
        for unknown in [
            "",
            "localhost",
            "example.com",
            "evil.example.com",
            "a.push.example.com",
            "fcm.googleapis.com.example.com",
            "evilnotify.windows.com",
            "evilpush.apple.com",
            "web.push.apple.com.example.com",
            "apple.com",
            "notify.windows.com.example.com",
        ] {
            assert!(!hosts.is_known(unknown), "{unknown}");
        }
    }

    #[test]
    fn a_further_push_service_may_be_mapped() {
        let mapped: PushHost = "a.example.com=http://127.0.0.1:9".parse().unwrap();
        assert!(mapped.is_mapped());
        let hosts = PushHosts::new(&[mapped]);
        let instead = hosts.instead("a.example.com").unwrap();
        assert_eq!(instead.as_str(), "http://127.0.0.1:9/");
        assert!(hosts.instead("fcm.googleapis.com").is_none());
        for wrong in [
            "",
            "=http://a",
            "a.example.com=b",
            "a.example.com=https://b",
            "127.0.0.1",
            "A.example.com",
            "https://a",
        ] {
            assert!(wrong.parse::<PushHost>().is_err(), "{wrong}");
        }
    }
}
