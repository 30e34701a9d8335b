//! Rules about where sound copies are kept.

use super::SoundConfig;
use super::empty::{Rule, is};
use super::forms::{is_blank, is_endpoint};
use crate::domain::sound_place::SoundPlace;

/// Where sound is kept, and what that needs.
pub(super) fn sounds(config: &SoundConfig) -> Vec<Rule> {
    let is_bucket = matches!(config.sound_store, Some(SoundPlace::Bucket { .. }));
    let (id, key) = (&config.sound_store_key_id, &config.sound_store_key);
    let endpoint = &config.sound_store_endpoint;
    vec![
        (
            is(key.as_ref(), is_blank) || id.as_deref().is_some_and(is_blank),
            "SOUND_STORE_KEY_ID or SOUND_STORE_KEY is empty",
        ),
        (
            is_blank(&config.sound_store_region),
            "SOUND_STORE_REGION is empty",
        ),
        (
            is_bucket && (id.is_none() || key.is_none()),
            "a bucket in SOUND_STORE needs SOUND_STORE_KEY_ID and SOUND_STORE_KEY",
        ),
        (
            !is_bucket && (id.is_some() || key.is_some() || endpoint.is_some()),
            "SOUND_STORE_ENDPOINT, SOUND_STORE_KEY_ID and SOUND_STORE_KEY are for a bucket, and SOUND_STORE names none",
        ),
        (
            endpoint.as_ref().is_some_and(|url| !is_endpoint(url)),
            "SOUND_STORE_ENDPOINT must be an https:// URL without a path (http:// on this machine)",
        ),
    ]
}
