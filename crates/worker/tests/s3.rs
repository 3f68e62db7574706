//! Objects in a bucket, against a small server that speaks S3 and checks every signature.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

#[path = "s3/bucket.rs"]
mod bucket;

use std::time::Duration;

use bucket::Bucket;
use runtime::{Failure, Verdict};
use worker::{ContentHash, ObjectError, Objects, ObjectsConfig, S3Objects};

fn config(bucket: &Bucket, address: &str, secret: &str) -> ObjectsConfig {
    ObjectsConfig {
        address: address.to_owned(),
        endpoint: Some(bucket.url().parse().unwrap()),
        region: bucket::REGION.to_owned(),
        key: Some(bucket::KEY.to_owned().into()),
        secret: Some(secret.to_owned().into()),
    }
}

#[tokio::test]
async fn what_is_put_is_read_back_signed_and_under_its_prefix() {
    let bucket = Bucket::start().await;
    let objects = S3Objects::connect(&config(&bucket, "s3://reports/auspex", bucket::SECRET)).unwrap();
    assert_eq!(objects.get("runs/1/report.md").await.unwrap(), None);
    objects.put("runs/1/report.md", b"one").await.unwrap();
    let hash = objects.put("runs/1/report.md", b"two").await.unwrap();
    assert_eq!(hash, ContentHash::of(b"two"));
    assert_eq!(objects.get("runs/1/report.md").await.unwrap().as_deref(), Some(&b"two"[..]));
    let empty = objects.put("pages/empty", b"").await.unwrap();
    assert_eq!((objects.get("pages/empty").await.unwrap(), empty), (Some(vec![]), ContentHash::of(b"")));
    assert_eq!(bucket.keys(), ["reports/auspex/pages/empty", "reports/auspex/runs/1/report.md"]);
    assert_eq!(bucket.badly_signed(), 0);
}

#[tokio::test]
async fn a_wrong_key_and_a_missing_bucket_say_how_to_mend_it() {
    let bucket = Bucket::start().await;
    let wrong = S3Objects::connect(&config(&bucket, "s3://reports", "not the secret")).unwrap();
    let refused = wrong.put("a", b"x").await.unwrap_err();
    assert!(refused.to_string().contains("AUSPEX_OBJECTS_SECRET"), "{refused}");
    let told =
        "the object a cannot be written in s3://reports (403 Forbidden, SignatureDoesNotMatch): the store refuses";
    assert!(refused.to_string().starts_with(told), "{refused}");
    assert!(wrong.get("a").await.unwrap_err().to_string().contains("s3://reports"));
    assert!(bucket.badly_signed() >= 2 && bucket.keys().is_empty());
    let nowhere = S3Objects::connect(&config(&bucket, "s3://elsewhere", bucket::SECRET)).unwrap();
    let missing = nowhere.put("a", b"x").await.unwrap_err();
    assert!(missing.to_string().contains("no such bucket"), "{missing}");
    let missing = nowhere.get("a").await.unwrap_err();
    assert!(missing.to_string().contains("no such bucket"), "not an object that is missing: {missing}");
}

#[tokio::test]
async fn a_store_that_fails_hangs_or_is_away_is_told_apart() {
    let bucket = Bucket::start().await;
    let mut config = config(&bucket, "s3://reports", bucket::SECRET);
    let objects = S3Objects::with_timeout(&config, Duration::from_millis(300)).unwrap();
    bucket.stumble(usize::MAX);
    let ill = objects.put("a", b"x").await.unwrap_err();
    assert!(ill.to_string().contains("the store itself fails"), "{ill}");
    assert!(matches!(Failure::from(ill).verdict(), Verdict::Defer(_)), "an outage uses up no attempt");
    assert_eq!(Failure::from(objects.put("../a", b"").await.unwrap_err()).verdict(), Verdict::Reject);
    bucket.hang();
    let late = objects.put("a", b"x").await.unwrap_err().to_string();
    assert!(late.contains("does not answer in time"), "{late}");
    config.endpoint = Some("http://127.0.0.1:1".parse().unwrap());
    let away = S3Objects::connect(&config).unwrap().put("a", b"x").await.unwrap_err().to_string();
    assert!(away.contains("cannot be reached") && away.contains("Connection refused"), "{away}");
}

#[tokio::test]
async fn a_probe_leaves_nothing_behind_and_says_what_cannot_be_done() {
    let bucket = Bucket::start().await;
    let objects = S3Objects::connect(&config(&bucket, "s3://reports/auspex", bucket::SECRET)).unwrap();
    worker::objects::probe(&objects, "1").await.unwrap();
    assert_eq!(bucket.keys(), Vec::<String>::new());
    let wrong = S3Objects::connect(&config(&bucket, "s3://reports", "not the secret")).unwrap();
    assert!(worker::objects::probe(&wrong, "1").await.unwrap_err().to_string().contains("written"));
    let folder = tempfile::tempdir().unwrap();
    worker::objects::probe(&worker::LocalObjects::new(folder.path()), "1").await.unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_store_that_stumbles_is_asked_again_and_no_key_leaves_its_prefix() {
    let bucket = Bucket::start().await;
    let objects = S3Objects::connect(&config(&bucket, "s3://reports/auspex", bucket::SECRET)).unwrap();
    bucket.stumble(1);
    objects.put("a", b"x").await.unwrap();
    assert_eq!(objects.get("a").await.unwrap().as_deref(), Some(&b"x"[..]));
    for key in ["", "../a", "/a", "a//b", "a?b", "a%2e%2e"] {
        assert!(matches!(objects.put(key, b"").await, Err(ObjectError::Key(_))), "{key:?}");
    }
}
