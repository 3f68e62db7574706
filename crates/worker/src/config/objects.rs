//! Settings of object storage.

use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

/// Default region of AWS; other stores accept any.
const REGION: &str = "us-east-1";

/// Address and credentials of object storage.
#[derive(Debug, Clone)]
pub struct ObjectsConfig {
    /// A folder as a path or a `file://` URL, or `s3://bucket/prefix`.
    pub address: String,
    /// URL of an S3-compatible store; `None` for AWS.
    pub endpoint: Option<Url>,
    /// Region of the bucket.
    pub region: String,
    /// Access key id.
    pub key: Option<SecretString>,
    /// Secret access key.
    pub secret: Option<SecretString>,
    /// Role whose temporary credentials take the place of a key.
    pub role: Option<WebIdentity>,
}

/// A role that the process assumes with a token from a file (AssumeRoleWithWebIdentity).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebIdentity {
    /// Name of the role, `arn:aws:iam::ACCOUNT:role/NAME`.
    pub role: String,
    /// File with the token, which its issuer renews.
    pub token_file: String,
    /// URL of the token service; `None`: the store itself if it is not AWS, else that of AWS in the region.
    pub endpoint: Option<Url>,
}

impl Default for ObjectsConfig {
    fn default() -> Self {
        let address = "./objects".to_owned();
        Self { address, endpoint: None, region: REGION.to_owned(), key: None, secret: None, role: None }
    }
}

impl ObjectsConfig {
    /// Reads the `AUSPEX_OBJECTS*` variables.
    pub fn read(env: &mut Env) -> Self {
        let doc = "Object storage for reports, bundles and pages: a folder as a path or a file:// URL, or s3://bucket/prefix.";
        let address = env.text("AUSPEX_OBJECTS", "./objects", doc);
        Self::at(env, address)
    }

    /// Reads the other settings for a given address.
    pub fn at(env: &mut Env, address: String) -> Self {
        let read = Self {
            address,
            endpoint: env.optional_url(
                "AUSPEX_OBJECTS_ENDPOINT",
                "URL of an S3-compatible store (MinIO, Garage, Ceph, R2); AWS if not set.",
            ),
            region: env.text("AUSPEX_OBJECTS_REGION", REGION, "Region of the bucket."),
            key: env.secret("AUSPEX_OBJECTS_KEY", "Access key id of the bucket."),
            secret: env.secret("AUSPEX_OBJECTS_SECRET", "Secret access key of the bucket."),
            role: web_identity(env),
        };
        let has_key = read.key.is_some() || read.secret.is_some();
        if read.address.starts_with("s3://") && (has_key || read.role.is_none()) {
            // Without a key the client would search the machine for credentials that no configuration names.
            let problem = "must be set: AUSPEX_OBJECTS names an S3 bucket. To store files on this machine, name a folder; \
                           for a role, set AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE and no key";
            for (name, value) in [("AUSPEX_OBJECTS_KEY", &read.key), ("AUSPEX_OBJECTS_SECRET", &read.secret)] {
                if value.is_none() {
                    env.mistake(name, problem);
                }
            }
        }
        read
    }
}

/// Reads a role by the names that EKS and other issuers of tokens to pods set.
fn web_identity(env: &mut Env) -> Option<WebIdentity> {
    let doc = "Role for the bucket in place of a key: its temporary credentials are fetched with the token of AWS_WEB_IDENTITY_TOKEN_FILE. \
               EKS sets both in pods whose ServiceAccount names a role.";
    let role = env.optional("AWS_ROLE_ARN", doc);
    let token_file = env.optional("AWS_WEB_IDENTITY_TOKEN_FILE", "File with the process's token for AWS_ROLE_ARN.");
    let doc = "URL of the service that gives credentials for AWS_ROLE_ARN; AUSPEX_OBJECTS_ENDPOINT, or that of AWS in the region, if not set.";
    let endpoint = env.optional_url("AWS_ENDPOINT_URL_STS", doc);
    Some(WebIdentity { role: role?, token_file: token_file?, endpoint })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_needs_its_key_or_a_role_and_a_folder_needs_nothing() {
        let read = |pairs: &[(&str, &str)]| {
            let mut env = Env::from_pairs(pairs.iter().copied());
            ObjectsConfig::read(&mut env);
            env.finish()
        };
        read(&[("AUSPEX_OBJECTS", "/var/lib/auspex")]).unwrap();
        let mistakes = read(&[("AUSPEX_OBJECTS", "s3://bucket"), ("AUSPEX_OBJECTS_KEY", "k")]).unwrap_err().to_string();
        assert!(mistakes.contains("AUSPEX_OBJECTS_SECRET") && !mistakes.contains("AUSPEX_OBJECTS_KEY"), "{mistakes}");
        let role = ("AWS_ROLE_ARN", "arn:aws:iam::1:role/auspex");
        let token = ("AWS_WEB_IDENTITY_TOKEN_FILE", "/var/run/token");
        read(&[("AUSPEX_OBJECTS", "s3://bucket"), role, token]).unwrap();
        for incomplete in [&[role][..], &[token], &[role, token, ("AUSPEX_OBJECTS_KEY", "k")]] {
            let pairs = [&[("AUSPEX_OBJECTS", "s3://bucket")], incomplete].concat();
            let mistakes = read(&pairs).unwrap_err().to_string();
            assert!(
                mistakes.contains("AUSPEX_OBJECTS_SECRET: must be set") && mistakes.contains("AWS_ROLE_ARN"),
                "{mistakes}"
            );
        }
        let mut empty = Env::default();
        assert_eq!(ObjectsConfig::at(&mut empty, "s3://given".to_owned()).address, "s3://given");
        assert!(empty.finish().unwrap_err().to_string().contains("AUSPEX_OBJECTS_KEY"), "for a given address as well");
    }
}
