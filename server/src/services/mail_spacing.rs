//! When a mailbox gets one more link. Mails that come often attract attention, and somebody who knows an address must keep nobody from a
//! link: where none works any more, one is always mailed.

/// The length of a hash.
const HASH_LENGTH: usize = 32;
/// As long as a link works, no stranger causes more mails than that in a day.
const MAX_PER_DAY: usize = 3;

/// A link that was mailed within a day.
#[derive(Debug, Clone)]
pub struct MailedLink {
    /// Whether it still works.
    pub is_usable: bool,
    /// Who asked for it.
    pub asker: Option<Vec<u8>>,
}

/// Who asks, as `Counted::asker` puts it together.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Asker<'a> {
    /// The network.
    pub network: &'a [u8],
    /// The device, where the request has its cookie. Anybody can make one up, so that it tells only owners apart.
    pub device: Option<&'a [u8]>,
}

impl<'a> Asker<'a> {
    /// Takes the stored form apart.
    pub fn of(stored: &'a [u8]) -> Self {
        let (network, device) = stored.split_at(HASH_LENGTH.min(stored.len()));
        Self {
            network,
            device: Some(device).filter(|device| !device.is_empty()),
        }
    }
}

/// Whether one more link is mailed. While one works, each network gets one more, up to a few a day; a device of the mailbox's owner gets
/// its own, whatever others asked for.
pub fn is_due(mailed: &[MailedLink], asker: &Asker<'_>, is_owner: bool) -> bool {
    let usable = mailed.iter().filter(|link| link.is_usable);
    let mut of_usable = usable.filter_map(|link| link.asker.as_deref().map(Asker::of));
    if !mailed.iter().any(|link| link.is_usable) {
        return true;
    }
    if is_owner {
        return of_usable.all(|other| other.device != asker.device);
    }
    mailed.len() < MAX_PER_DAY && of_usable.all(|other| other.network != asker.network)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(network: u8, device: Option<u8>) -> Vec<u8> {
        let device = device.map_or(Vec::new(), |device| vec![device; HASH_LENGTH]);
        [vec![network; HASH_LENGTH], device].concat()
    }

    fn mailed(networks: &[u8], is_usable: bool) -> Vec<MailedLink> {
        let link = |network: &u8| MailedLink {
            is_usable,
            asker: Some(asker(*network, Some(9))),
        };
        networks.iter().map(link).collect()
    }

    fn gets(mailed: &[MailedLink], network: u8) -> bool {
        is_due(mailed, &Asker::of(&asker(network, None)), false)
    }

    #[test]
    fn where_no_link_works_one_is_mailed_however_many_were_and_whoever_asks() {
        assert!(gets(&[], 1));
        assert!(gets(&mailed(&[1; 24], false), 1));
        assert!(gets(&mailed(&[1, 2, 3, 4], false), 5));
    }

    #[test]
    fn while_a_link_works_each_network_gets_one_and_all_together_three_a_day() {
        assert!(!gets(&mailed(&[1], true), 1));
        assert!(gets(&mailed(&[1], true), 2));
        assert!(gets(&mailed(&[1, 2], true), 3));
        assert!(!gets(&mailed(&[1, 2, 3], true), 4));
        let before = [mailed(&[1, 2, 3], false), mailed(&[4], true)].concat();
        assert!(!gets(&before, 5));
    }

    #[test]
    fn a_device_of_the_owner_gets_its_own_link_whatever_strangers_asked_for() {
        let own = asker(1, Some(7));
        let strangers = mailed(&[1, 2, 3, 4], true);
        assert!(is_due(&strangers, &Asker::of(&own), true));
        assert!(!is_due(&strangers, &Asker::of(&own), false));
        let mine = MailedLink {
            is_usable: true,
            asker: Some(own.clone()),
        };
        assert!(!is_due(
            &[strangers, vec![mine]].concat(),
            &Asker::of(&own),
            true
        ));
    }

    #[test]
    fn a_link_of_which_nobody_knows_who_asked_counts_as_a_strangers() {
        let unknown = [MailedLink {
            is_usable: true,
            asker: None,
        }];
        assert!(gets(&unknown, 1));
    }
}
