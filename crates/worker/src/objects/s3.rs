//! Objects in an S3-compatible store: AWS, MinIO, Garage, Ceph, R2.
//!
//! The client is `object_store`'s over our own HTTP client ([`telemetry::http::client`]), so that no proxy of the
//! environment is used and TLS settings are the process's. S3 replaces an object as a whole, so a reader sees the old
//! or the new bytes.

use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey};
use object_store::client::{HttpClient, HttpConnector, HttpError, HttpErrorKind};
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStoreExt, PutPayload, RetryConfig};
use secrecy::ExposeSecret;
use telemetry::http::{ClientConfig, Redirects};

use super::{ContentHash, ObjectError, Objects, checked};
use crate::config::{ObjectsConfig, WebIdentity};

/// URL scheme of such an address.
pub(super) const SCHEME: &str = "s3://";

/// Maximum time of one request. Objects are reports and pages of at most megabytes.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Retries of the library are few: a failed message returns to the queue, where waiting is free.
const MAX_RETRIES: usize = 2;
const RETRY_TIMEOUT: Duration = Duration::from_secs(10);

/// Name under which the store's log shows what was done with a role.
const SESSION: &str = "auspex";

/// A bucket, or a prefix in it.
#[derive(Debug)]
pub struct S3Objects {
    store: AmazonS3,
    prefix: String,
    place: String,
    has_role: bool,
}

impl S3Objects {
    /// Creates the client without sending a request.
    ///
    /// # Errors
    /// The address has no bucket, or the client rejects the settings.
    pub fn connect(config: &ObjectsConfig) -> Result<Self, ObjectError> {
        Self::with_timeout(config, TIMEOUT)
    }

    /// As [`S3Objects::connect`], with another maximum time of one request.
    ///
    /// # Errors
    /// The same as those of [`S3Objects::connect`].
    pub fn with_timeout(config: &ObjectsConfig, timeout: Duration) -> Result<Self, ObjectError> {
        let address = || ObjectError::Address(config.address.clone());
        let rest = config.address.strip_prefix(SCHEME).ok_or_else(address)?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.trim_end_matches('/');
        if bucket.is_empty() || (!prefix.is_empty() && checked(prefix).is_err()) {
            return Err(address());
        }
        let retry = RetryConfig { max_retries: MAX_RETRIES, retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_region(&config.region)
            .with_retry(retry)
            // The plain request for one object, which every compatible store supports.
            .with_disable_bulk_delete(true)
            .with_http_connector(OwnHttp { timeout });
        if let Some(endpoint) = &config.endpoint {
            let plain = endpoint.scheme() == "http";
            builder = builder.with_endpoint(endpoint.as_str().trim_end_matches('/')).with_allow_http(plain);
        }
        if let Some(key) = &config.key {
            builder = builder.with_access_key_id(key.expose_secret());
        }
        if let Some(secret) = &config.secret {
            builder = builder.with_secret_access_key(secret.expose_secret());
        }
        let role = config.role.as_ref().filter(|_| config.key.is_none() && config.secret.is_none());
        if let Some(role) = role {
            builder = assuming(builder, role, config);
        }
        let settings = |source| ObjectError::Settings { place: config.address.clone(), source: Box::new(source) };
        let store = builder.build().map_err(settings)?;
        Ok(Self { store, prefix: prefix.to_owned(), place: format!("{SCHEME}{bucket}"), has_role: role.is_some() })
    }

    fn path(&self, key: &str) -> Result<Path, ObjectError> {
        let key = checked(key)?;
        Ok(if self.prefix.is_empty() { Path::from(key) } else { Path::from(format!("{}/{key}", self.prefix)) })
    }

    async fn failed(&self, key: &str, verb: &'static str, source: object_store::Error) -> ObjectError {
        let (because, mend) = match self.credentials_error().await {
            Some(error) => (cause(&error), role_advice(&error)),
            None => (cause(&source), advice(&source, self.has_role)),
        };
        tracing::warn!(key, place = self.place, because, mend, "an object could not be {verb}");
        ObjectError::Remote { key: key.to_owned(), verb, place: self.place.clone(), because, mend }
    }

    /// Returns the error of the token service, if a role is configured and that is what failed.
    async fn credentials_error(&self) -> Option<object_store::Error> {
        if !self.has_role {
            return None;
        }
        self.store.credentials().get_credential().await.err()
    }
}

/// Fetches credentials of a role in place of a key. The token's file is read again for each of them.
fn assuming(builder: AmazonS3Builder, identity: &WebIdentity, config: &ObjectsConfig) -> AmazonS3Builder {
    let builder = builder
        .with_config(AmazonS3ConfigKey::RoleArn, &identity.role)
        .with_config(AmazonS3ConfigKey::WebIdentityTokenFile, &identity.token_file)
        .with_config(AmazonS3ConfigKey::RoleSessionName, SESSION);
    match identity.endpoint.as_ref().or(config.endpoint.as_ref()) {
        Some(endpoint) => builder.with_config(AmazonS3ConfigKey::StsEndpoint, endpoint.as_str()),
        None => builder,
    }
}

/// Returns how to fix an error of the service that gives credentials for a role.
fn role_advice(error: &object_store::Error) -> &'static str {
    let text = cause(error);
    if text.contains("token file") {
        "the token of the role cannot be read: check AWS_WEB_IDENTITY_TOKEN_FILE and who may read the file"
    } else if text.starts_with('4') {
        "the token service refuses the role: check AWS_ROLE_ARN, its trust policy (issuer, audience, ServiceAccount) and the token in \
         AWS_WEB_IDENTITY_TOKEN_FILE"
    } else {
        "no credentials for AWS_ROLE_ARN: check AWS_ENDPOINT_URL_STS, and that this machine can reach the token service; the work is deferred"
    }
}

/// Returns the innermost cause. Of a response it keeps status and error code only, instead of a page of XML.
fn cause(error: &object_store::Error) -> String {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    let cause = causes.last().map(ToString::to_string).unwrap_or_default();
    let code = cause.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>")).map(|(code, _)| code);
    match (cause.split_once("status code: ").and_then(|(_, rest)| rest.split(": ").next()), code) {
        (Some(status), Some(code)) => format!("{status}, {code}"),
        (Some(status), None) => status.trim_end_matches(':').to_owned(),
        (None, _) => cause,
    }
}

/// Returns how to fix the error.
fn advice(error: &object_store::Error, has_role: bool) -> &'static str {
    match error {
        object_store::Error::PermissionDenied { .. } | object_store::Error::Unauthenticated { .. } if has_role => {
            "the store refuses the credentials of AWS_ROLE_ARN: check that the role may get, put and delete objects of the bucket, and \
             AUSPEX_OBJECTS_REGION"
        }
        object_store::Error::PermissionDenied { .. } | object_store::Error::Unauthenticated { .. } => {
            "the store refuses AUSPEX_OBJECTS_KEY and AUSPEX_OBJECTS_SECRET: check both, AUSPEX_OBJECTS_REGION, the machine's clock, \
             and that the key has permission to read and write"
        }
        object_store::Error::NotFound { .. } => "there is no such bucket: create it, or name another in AUSPEX_OBJECTS",
        other => transport_advice(other),
    }
}

/// Distinguishes a missing response, a late one, and a server error of the store.
fn transport_advice(error: &object_store::Error) -> &'static str {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    match causes.filter_map(|cause| cause.downcast_ref::<HttpError>()).map(HttpError::kind).next() {
        Some(HttpErrorKind::Timeout) => {
            "it does not answer in time: check the store and the network; the work is deferred"
        }
        Some(_) => {
            "it cannot be reached: check AUSPEX_OBJECTS_ENDPOINT, that the store is running and that this machine can reach it"
        }
        // The library hides the error's type, so its text is examined; a test checks the text.
        None if error.to_string().contains("status code: 5") => {
            "the store itself fails: check the store; the work is deferred"
        }
        None => "the store rejects the request: check AUSPEX_OBJECTS_ENDPOINT and AUSPEX_OBJECTS_REGION",
    }
}

fn is_missing_bucket(error: &object_store::Error) -> bool {
    error.to_string().contains("NoSuchBucket")
}

impl Objects for S3Objects {
    fn put<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<ContentHash, ObjectError>> {
        async move {
            let path = self.path(key)?;
            let put = self.store.put(&path, PutPayload::from(bytes.to_vec())).await;
            match put {
                Ok(_) => Ok(ContentHash::from_bytes(bytes)),
                Err(error) => Err(self.failed(key, "written", error).await),
            }
        }
        .boxed()
    }

    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, ObjectError>> {
        async move {
            let path = self.path(key)?;
            let read = async { self.store.get(&path).await?.bytes().await };
            match read.await {
                Ok(bytes) => Ok(Some(bytes.to_vec())),
                // A missing bucket is an error, not an absent object.
                Err(error @ object_store::Error::NotFound { .. }) if !is_missing_bucket(&error) => Ok(None),
                Err(error) => Err(self.failed(key, "read", error).await),
            }
        }
        .boxed()
    }

    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), ObjectError>> {
        async move {
            let path = self.path(key)?;
            match self.store.delete(&path).await {
                Err(error @ object_store::Error::NotFound { .. }) if !is_missing_bucket(&error) => Ok(()),
                Ok(()) => Ok(()),
                Err(error) => Err(self.failed(key, "removed", error).await),
            }
        }
        .boxed()
    }

    fn location(&self, key: &str) -> String {
        let prefix = if self.prefix.is_empty() { String::new() } else { format!("{}/", self.prefix) };
        format!("{}/{prefix}{key}", self.place)
    }
}

/// Provides our own HTTP client to the library.
#[derive(Debug)]
struct OwnHttp {
    timeout: Duration,
}

impl HttpConnector for OwnHttp {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        // No decompression: objects are returned as they were written.
        let config = ClientConfig {
            timeout: self.timeout,
            read_timeout: self.timeout,
            redirects: Redirects::Never,
            decompress: false,
            ..ClientConfig::default()
        };
        let failed = |source| object_store::Error::Generic { store: "S3", source: Box::new(source) };
        Ok(HttpClient::new(telemetry::http::client(config).map_err(failed)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_bucket_or_with_an_invalid_prefix_is_refused() {
        for address in ["s3://", "s3:///x", "s3://bucket/../x", "s3://bucket/a//b"] {
            let config = ObjectsConfig { address: address.to_owned(), ..ObjectsConfig::default() };
            assert!(matches!(S3Objects::connect(&config), Err(ObjectError::Address(_))), "{address}");
        }
    }

    #[test]
    fn an_object_is_located_under_the_bucket_and_the_prefix() {
        let at = |address: &str| {
            let config = ObjectsConfig { address: address.to_owned(), ..ObjectsConfig::default() };
            S3Objects::connect(&config).unwrap().location("runs/1/report.md")
        };
        assert_eq!(at("s3://bucket"), "s3://bucket/runs/1/report.md");
        assert_eq!(at("s3://bucket/auspex/prod/"), "s3://bucket/auspex/prod/runs/1/report.md");
    }
}
