//! Objects in a bucket, tested with a small S3-compatible server that checks every signature.
#![allow(clippy::unwrap_used, reason = "test code, including the helpers")]

#[path = "s3/bucket.rs"]
mod bucket;
#[path = "s3/sts.rs"]
mod sts;

use std::time::Duration;

use bucket::Bucket;
use runtime::{Failure, FailureAction};
use sts::TokenService;
use worker::config::WebIdentity;
use worker::{ContentHash, ObjectError, Objects, ObjectsConfig, S3Objects};

fn config(bucket: &Bucket, address: &str, secret: &str) -> ObjectsConfig {
    ObjectsConfig {
        address: address.to_owned(),
        endpoint: Some(bucket.url().parse().unwrap()),
        region: bucket::REGION.to_owned(),
        key: Some(bucket::KEY.to_owned().into()),
        secret: Some(secret.to_owned().into()),
        role: None,
    }
}

/// A role instead of a key, with a token in a file of the folder.
fn role_config(bucket: &Bucket, tokens: &TokenService, folder: &std::path::Path) -> ObjectsConfig {
    let role = WebIdentity {
        role: sts::ROLE.to_owned(),
        token_file: folder.join("token").display().to_string(),
        endpoint: Some(tokens.url().parse().unwrap()),
    };
    ObjectsConfig { key: None, secret: None, role: Some(role), ..config(bucket, "s3://reports/auspex", "") }
}

#[tokio::test]
async fn objects_are_read_back_under_their_prefix_and_every_request_is_signed() {
    let bucket = Bucket::start().await;
    let objects = S3Objects::connect(&config(&bucket, "s3://reports/auspex", bucket::SECRET)).unwrap();
    assert_eq!(objects.get("runs/1/report.md").await.unwrap(), None);
    objects.put("runs/1/report.md", b"one").await.unwrap();
    let hash = objects.put("runs/1/report.md", b"two").await.unwrap();
    assert_eq!(hash, ContentHash::from_bytes(b"two"));
    assert_eq!(objects.get("runs/1/report.md").await.unwrap().as_deref(), Some(&b"two"[..]));
    let empty = objects.put("pages/empty", b"").await.unwrap();
    assert_eq!((objects.get("pages/empty").await.unwrap(), empty), (Some(vec![]), ContentHash::from_bytes(b"")));
    assert_eq!(bucket.keys(), ["reports/auspex/pages/empty", "reports/auspex/runs/1/report.md"]);
    assert_eq!(bucket.badly_signed(), 0);
}

#[tokio::test]
async fn the_errors_of_a_wrong_key_and_a_missing_bucket_name_the_fix() {
    let bucket = Bucket::start().await;
    let wrong = S3Objects::connect(&config(&bucket, "s3://reports", "not the secret")).unwrap();
    let refused = wrong.put("a", b"x").await.unwrap_err();
    assert!(refused.to_string().contains("AUSPEX_OBJECTS_SECRET"), "{refused}");
    let expected =
        "the object a cannot be written in s3://reports (403 Forbidden, SignatureDoesNotMatch): the store refuses";
    assert!(refused.to_string().starts_with(expected), "{refused}");
    assert!(wrong.get("a").await.unwrap_err().to_string().contains("s3://reports"));
    assert!(bucket.badly_signed() >= 2 && bucket.keys().is_empty());
    let nowhere = S3Objects::connect(&config(&bucket, "s3://elsewhere", bucket::SECRET)).unwrap();
    let missing = nowhere.put("a", b"x").await.unwrap_err();
    assert!(missing.to_string().contains("no such bucket"), "{missing}");
    let missing = nowhere.get("a").await.unwrap_err();
    assert!(missing.to_string().contains("no such bucket"), "an error instead of an absent object: {missing}");
}

#[tokio::test]
async fn failing_hanging_and_unreachable_stores_are_distinguished() {
    let bucket = Bucket::start().await;
    let mut config = config(&bucket, "s3://reports", bucket::SECRET);
    let objects = S3Objects::with_timeout(&config, Duration::from_millis(300)).unwrap();
    bucket.fail_next(usize::MAX);
    let failing = objects.put("a", b"x").await.unwrap_err();
    assert!(failing.to_string().contains("the store itself fails"), "{failing}");
    assert!(matches!(Failure::from(failing).action(), FailureAction::Defer(_)), "an outage counts no attempt");
    assert_eq!(Failure::from(objects.put("../a", b"").await.unwrap_err()).action(), FailureAction::Reject);
    bucket.hang();
    let late = objects.put("a", b"x").await.unwrap_err().to_string();
    assert!(late.contains("does not answer in time"), "{late}");
    config.endpoint = Some("http://127.0.0.1:1".parse().unwrap());
    let unreachable = S3Objects::connect(&config).unwrap().put("a", b"x").await.unwrap_err().to_string();
    assert!(unreachable.contains("cannot be reached") && unreachable.contains("Connection refused"), "{unreachable}");
}

#[tokio::test]
async fn a_probe_leaves_nothing_behind_and_reports_the_failed_operation() {
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
async fn a_temporary_server_error_is_retried_and_keys_cannot_leave_the_prefix() {
    let bucket = Bucket::start().await;
    let objects = S3Objects::connect(&config(&bucket, "s3://reports/auspex", bucket::SECRET)).unwrap();
    bucket.fail_next(1);
    objects.put("a", b"x").await.unwrap();
    assert_eq!(objects.get("a").await.unwrap().as_deref(), Some(&b"x"[..]));
    for key in ["", "../a", "/a", "a//b", "a?b", "a%2e%2e"] {
        assert!(matches!(objects.put(key, b"").await, Err(ObjectError::Key(_))), "{key:?}");
    }
}

#[tokio::test]
async fn a_role_is_assumed_with_the_newest_token_of_its_file_and_its_session_signs_the_requests() {
    let (bucket, tokens, folder) = (Bucket::start().await, TokenService::start().await, tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("token"), sts::TOKEN).unwrap();
    let objects = S3Objects::connect(&role_config(&bucket, &tokens, folder.path())).unwrap();
    objects.put("a", b"one").await.unwrap();
    assert_eq!(objects.get("a").await.unwrap().as_deref(), Some(&b"one"[..]));
    assert_eq!(
        (tokens.requests(), bucket.badly_signed()),
        (1, 0),
        "credentials are used until they are about to expire"
    );
    assert_eq!(bucket.sessions(), [format!("session of {}", sts::TOKEN), format!("session of {}", sts::TOKEN)]);
    tokens.expire_at_once();
    let objects = S3Objects::connect(&role_config(&bucket, &tokens, folder.path())).unwrap();
    objects.put("a", b"two").await.unwrap();
    std::fs::write(folder.path().join("token"), "renewed").unwrap();
    tokens.accept("renewed");
    objects.put("a", b"three").await.unwrap();
    assert_eq!(bucket.sessions().last().unwrap(), "session of renewed");
    assert_eq!(bucket.badly_signed(), 0);
}

/// MinIO and Ceph answer both kinds of requests at one address.
#[tokio::test]
async fn a_key_comes_before_a_role_and_the_store_is_asked_where_no_token_service_is_named() {
    let (bucket, tokens, folder) = (Bucket::start().await, TokenService::start().await, tempfile::tempdir().unwrap());
    let role = role_config(&bucket, &tokens, folder.path());
    let both = ObjectsConfig { role: role.role.clone(), ..config(&bucket, "s3://reports", bucket::SECRET) };
    S3Objects::connect(&both).unwrap().put("a", b"x").await.unwrap();
    assert_eq!((tokens.requests(), bucket.sessions().len()), (0, 0));
    std::fs::write(folder.path().join("token"), sts::TOKEN).unwrap();
    let identity = WebIdentity { endpoint: None, ..role.role.clone().unwrap() };
    let other = tokens.url().parse().unwrap();
    let same = ObjectsConfig { endpoint: Some(other), role: Some(identity), ..role };
    S3Objects::connect(&same).unwrap().put("a", b"x").await.unwrap_err();
    assert!(tokens.requests() >= 1, "the token service of the store was asked");
}

#[tokio::test]
async fn errors_of_a_role_name_its_settings_and_never_the_token() {
    let (bucket, tokens, folder) = (Bucket::start().await, TokenService::start().await, tempfile::tempdir().unwrap());
    let mut config = role_config(&bucket, &tokens, folder.path());
    let error = async |config: &ObjectsConfig| {
        let error = S3Objects::connect(config).unwrap().put("a", b"x").await.unwrap_err();
        let text = error.to_string();
        assert!(matches!(Failure::from(error).action(), FailureAction::Defer(_)), "no attempt is counted: {text}");
        text
    };
    let unreadable = error(&config).await;
    assert!(unreadable.contains("check AWS_WEB_IDENTITY_TOKEN_FILE"), "{unreadable}");
    std::fs::write(folder.path().join("token"), "a stolen token").unwrap();
    let refused = error(&config).await;
    assert!(refused.contains("403 Forbidden, AccessDenied") && refused.contains("trust policy"), "{refused}");
    config.role.as_mut().unwrap().endpoint = Some("http://127.0.0.1:1".parse().unwrap());
    let unreachable = error(&config).await;
    assert!(unreachable.contains("check AWS_ENDPOINT_URL_STS"), "{unreachable}");
    for text in [refused, unreachable] {
        assert!(!text.contains("stolen"), "{text}");
    }
    assert_eq!(bucket.keys(), Vec::<String>::new());
}

/// A role that the token service knows and the bucket's policy does not.
#[tokio::test]
async fn a_role_without_permission_for_the_bucket_is_told_from_a_refused_key() {
    let (bucket, tokens, folder) = (Bucket::start().await, TokenService::start().await, tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("token"), sts::TOKEN).unwrap();
    tokens.give_wrong_secrets();
    let objects = S3Objects::connect(&role_config(&bucket, &tokens, folder.path())).unwrap();
    let refused = objects.put("a", b"x").await.unwrap_err().to_string();
    assert!(refused.contains("credentials of AWS_ROLE_ARN") && !refused.contains("AUSPEX_OBJECTS_KEY"), "{refused}");
}
