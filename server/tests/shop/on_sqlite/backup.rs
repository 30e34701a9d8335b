//! The restore drill: a copy that was made while people paid, in the place of the database.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use tempfile::tempdir;

use crate::device::Device;
use crate::operator::{operate, operate_with};
use crate::server::{Place, TestServer, eventually};

/// Pays until the task is ended.
async fn shop(base: String) {
    for number in 0_u64.. {
        let email = format!("later{number}@example.com");
        Device::new(&base).start_payment(&email).await;
    }
}

// People go on paying in one thread while the other waits for the copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_copy_that_was_made_while_people_paid_every_earlier_buyer_has_access() {
    let TestServer { place, mut process } = TestServer::on_sqlite(&[]).await;
    let mut owners = Vec::new();
    for number in 0..3 {
        let owner = process.device();
        owner.buy(&format!("owner{number}@example.com")).await;
        owners.push(owner);
    }
    let elsewhere = tempdir().unwrap();
    let copy = elsewhere.path().join("copy.sqlite");
    let backup = ["backup", copy.to_str().unwrap()];
    let shopping = tokio::spawn(shop(process.base.clone()));
    eventually("a later order", async || {
        let orders = place.number("SELECT COUNT(*) FROM purchases").await;
        (3 < orders).then_some(())
    })
    .await;
    let done = operate(&place, &backup);
    assert!(!shopping.is_finished(), "nobody failed to pay meanwhile");
    shopping.abort();
    assert!(done.status.success(), "{done:?}");
    let mode = fs::metadata(&copy).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "for its owner only");
    let again = operate(&place, &backup);
    assert_eq!(again.status.code(), Some(1));
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(said.contains("exists already"), "{said}");

    process.kill();
    let data = place.folder.path().join("data");
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("app.sqlite") {
            fs::remove_file(path).unwrap();
        }
    }
    fs::copy(&copy, data.join("app.sqlite")).unwrap();
    let is_whole = "SELECT (SELECT integrity_check FROM pragma_integrity_check) = 'ok'";
    assert_eq!(place.number(is_whole).await, 1);
    let process = place.start(&[]).await;
    for owner in &owners {
        assert!(owner.at(&process.base).has_access().await);
    }
    secret_opens(&place);
}

/// The secret opens the copy, and another one does not.
fn secret_opens(place: &Place) {
    let find = ["find", "owner1@example.com"];
    let found = operate(place, &find);
    let said = String::from_utf8(found.stdout).unwrap();
    assert!(said.contains("\"paid\""), "{said}");
    let other = [("SERVER_SECRET", "another-secret-of-32-characters-!")];
    let strange = operate_with(place, &other, &find);
    assert_eq!(strange.status.code(), Some(2));
    let said = String::from_utf8(strange.stderr).unwrap();
    assert!(said.contains("does not open this database"), "{said}");
}
