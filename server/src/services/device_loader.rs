//! Devices and their access, read in one statement for all requests that wait: the app asks at each start.

use std::cmp::Reverse;
use std::collections::HashMap;

use entity::{device_entitlement, device_session, purchase};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::batch_loader::{BatchLoader, Loader, padded};
use super::database::Database;
use crate::domain::device_token::DeviceId;
use crate::error::Error;

/// A device that stored something.
#[derive(Debug, Clone)]
pub struct KnownDevice {
    /// Its row.
    pub session: device_session::Model,
    /// The purchases that it holds or held, the newest hold first, and of holds that began together the one paid last.
    pub held: Vec<purchase::Model>,
}

/// Loads devices. Cheap to clone.
#[derive(Debug, Clone)]
pub struct DeviceLoader(BatchLoader<Devices>);

impl DeviceLoader {
    /// Those in this database whose purchases are of one mode: of real money, or of simulated.
    pub fn new(db: Database, livemode: bool) -> Self {
        Self(BatchLoader::new(Devices { db, livemode }))
    }

    /// The device, if it has a row: everything that a device has refers to it.
    pub async fn find(&self, device: &DeviceId) -> Result<Option<KnownDevice>, Error> {
        self.0.load(device.to_vec()).await
    }
}

#[derive(Debug, Clone)]
struct Devices {
    db: Database,
    livemode: bool,
}

/// A hold's time and what is held.
type Hold = (i64, purchase::Model);

impl Loader for Devices {
    type Key = Vec<u8>;
    type Value = Option<KnownDevice>;

    async fn load(&self, ids: Vec<Vec<u8>>) -> Result<Vec<Option<KnownDevice>>, Error> {
        let rows = device_session::Entity::find()
            .filter(device_session::Column::Id.is_in(padded(ids.clone())))
            .find_also_related(device_entitlement::Entity)
            .and_also_related(purchase::Entity)
            .all(self.db.read())
            .await?;
        let mut devices: HashMap<Vec<u8>, (device_session::Model, Vec<Hold>)> = HashMap::new();
        for (session, entitlement, purchase) in rows {
            let (_, holds) = devices
                .entry(session.id.clone())
                .or_insert_with(|| (session, Vec::new()));
            let purchase = purchase.filter(|purchase| purchase.livemode == self.livemode);
            holds.extend(entitlement.map(|hold| hold.created_at).zip(purchase));
        }
        let devices: HashMap<_, _> = devices
            .into_iter()
            .map(|(id, (session, holds))| (id, KnownDevice::new(session, holds)))
            .collect();
        Ok(ids.iter().map(|id| devices.get(id).cloned()).collect())
    }
}

impl KnownDevice {
    fn new(session: device_session::Model, mut holds: Vec<Hold>) -> Self {
        holds.sort_by_key(|(since, purchase)| Reverse((*since, purchase.paid_at)));
        let held = holds.into_iter().map(|(_, purchase)| purchase).collect();
        Self { session, held }
    }

    /// The newest paid purchase that it holds.
    pub fn paid(&self) -> Option<&purchase::Model> {
        let is_paid = |held: &&purchase::Model| held.status == purchase::Status::Paid;
        self.held.iter().find(is_paid)
    }

    /// Whether a refund or a dispute ended what it held.
    pub fn is_revoked(&self) -> bool {
        use purchase::Status::{Disputed, Refunded};
        let is_ended = |held: &purchase::Model| matches!(held.status, Refunded | Disputed);
        self.held.iter().any(is_ended)
    }
}
