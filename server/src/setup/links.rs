//! The links between two phones, the sound copies and the time-stamp tokens, and what they need outside.

use crate::config::Config;
use crate::domain::push_hosts::PushHosts;
use crate::gateway::push::PushGateway;
use crate::gateway::sound_store::{SoundStore, StoreSettings};
use crate::gateway::timestamp_authority::TimestampAuthority;
use crate::pages::registry::WATCH;
use crate::services::database::Database;
use crate::services::shop::Shop;
use crate::services::timestamps::Timestamps;
use crate::services::watches::sounds::Sounds;
use crate::services::watches::{Watches, push_key};

/// The links between two phones, and what pushes to them.
pub(super) async fn open_watches(config: &Config, shop: &Shop) -> anyhow::Result<Watches> {
    let signer = push_key::load_or_create(&shop.db, &shop.keys).await?;
    let hosts = PushHosts::new(&config.push_hosts);
    let push = PushGateway::new(hosts, signer, &config.support_email)?;
    let page = format!("{}{}", shop.settings.public_url, WATCH.path);
    Ok(Watches::new(
        shop.db.clone(),
        shop.keys.clone(),
        push,
        &page,
    ))
}

/// The sound copies, and what keeps their bytes. The key by which push services know an installation tells its objects from those of others.
pub(super) fn open_sounds(config: &Config, watches: &Watches) -> anyhow::Result<Sounds> {
    let installation = blake3::hash(watches.push.public_key().as_bytes()).to_hex();
    let store = sound_store(config, installation.chars().take(16).collect())?;
    let quota = megabytes(config.sounds.sound_quota_mb);
    Ok(Sounds::new(watches, store, quota))
}

/// What keeps the bytes of sound copies. `installation` is what the names of its objects begin with.
pub(super) fn sound_store(config: &Config, installation: String) -> anyhow::Result<SoundStore> {
    let settings = &config.sounds;
    let key = settings.sound_store_key_id.clone();
    SoundStore::new(&StoreSettings {
        place: settings.place(&config.shop.data_dir),
        endpoint: settings.sound_store_endpoint.clone(),
        region: settings.sound_store_region.clone(),
        key: key.zip(settings.sound_store_key.clone()),
        reserve: megabytes(settings.sound_reserve_mb),
        installation,
    })
}

fn megabytes(number: u32) -> u64 {
    u64::from(number) * 1_000_000
}

/// The time-stamp tokens, from the authority where there is one.
pub(super) fn open_timestamps(config: &Config, db: &Database) -> anyhow::Result<Timestamps> {
    let url = config.timestamp_url.as_ref();
    let authority = url.map(TimestampAuthority::new).transpose()?;
    Ok(Timestamps::new(db.clone(), authority))
}
