//! Values that are valid by construction: what is parsed here needs no further check.

pub mod address_range;
pub mod chain_head;
pub mod clock;
pub mod clock_rules;
pub mod contact_name;
pub mod database_clock;
pub mod device_token;
pub mod email_address;
pub mod gift_code;
pub mod link_token;
pub mod mailed_token;
pub mod network;
pub mod origin;
pub mod personal_message;
pub mod phone_number;
pub mod price;
pub mod provider_id;
pub mod push_hosts;
pub mod push_subscription;
pub mod sound_place;
