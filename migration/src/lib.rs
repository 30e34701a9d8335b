//! The ordered list of migrations, each up and down.

use sea_orm_migration::MigrationTrait;
pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::async_trait;

mod m20261121_000001_create_devices;
mod m20261121_000002_create_purchases;
mod m20261121_000003_create_mail;
mod m20261121_000004_create_guards;
mod m20261122_000010_one_open_payment;
mod m20261122_000011_gifts_do_not_expire;
mod m20261122_000020_index_for_size;
mod m20261122_000030_wipe_what_gifts_need_no_more;
mod m20261122_000031_create_data_links;
mod m20261122_000032_version_secrets;
mod m20261122_000040_create_watches;
mod m20261122_000050_find_by_address;
mod m20261125_000060_push_each_item;
mod m20261125_000061_when_items_were_got;
mod m20261125_000062_create_server_clock;
mod m20261125_000070_who_asked_for_links;
mod m20261126_000080_wrap_the_data_key;
mod m20261126_000081_when_servers_ran;
mod m20261126_000082_find_encrypted_orders;
mod m20261126_000090_create_receipt_keys;
mod m20261126_000091_create_sounds;
mod m20261126_000092_create_timestamps;
mod m20261128_000093_place_of_newest_items;
mod m20261128_000094_news_before_items;
mod m20261129_000095_drop_second_index_of_links;
mod m20261129_000096_index_orders_by_status;
mod m20261129_000097_index_for_jobs;

/// Knows every migration in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m20261121_000001_create_devices::Migration),
            Box::new(m20261121_000002_create_purchases::Migration),
            Box::new(m20261121_000003_create_mail::Migration),
            Box::new(m20261121_000004_create_guards::Migration),
            Box::new(m20261122_000010_one_open_payment::Migration),
            Box::new(m20261122_000011_gifts_do_not_expire::Migration),
            Box::new(m20261122_000020_index_for_size::Migration),
            Box::new(m20261122_000030_wipe_what_gifts_need_no_more::Migration),
            Box::new(m20261122_000031_create_data_links::Migration),
            Box::new(m20261122_000032_version_secrets::Migration),
            Box::new(m20261122_000040_create_watches::Migration),
            Box::new(m20261122_000050_find_by_address::Migration),
            Box::new(m20261125_000060_push_each_item::Migration),
            Box::new(m20261125_000061_when_items_were_got::Migration),
            Box::new(m20261125_000062_create_server_clock::Migration),
            Box::new(m20261125_000070_who_asked_for_links::Migration),
            Box::new(m20261126_000080_wrap_the_data_key::Migration),
            Box::new(m20261126_000081_when_servers_ran::Migration),
            Box::new(m20261126_000082_find_encrypted_orders::Migration),
            Box::new(m20261126_000090_create_receipt_keys::Migration),
            Box::new(m20261126_000091_create_sounds::Migration),
            Box::new(m20261126_000092_create_timestamps::Migration),
            Box::new(m20261128_000093_place_of_newest_items::Migration),
            Box::new(m20261128_000094_news_before_items::Migration),
            Box::new(m20261129_000095_drop_second_index_of_links::Migration),
            Box::new(m20261129_000096_index_orders_by_status::Migration),
            Box::new(m20261129_000097_index_for_jobs::Migration),
        ]
    }
}
