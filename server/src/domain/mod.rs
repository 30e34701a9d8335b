//! The words of the product as types: whatever came in as text is parsed here once and never checked again.

pub mod clock;
pub mod contact_name;
pub mod device_token;
pub mod email_address;
pub mod gift_code;
pub mod personal_message;
pub mod phone_number;
pub mod price;
