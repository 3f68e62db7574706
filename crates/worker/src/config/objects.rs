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
}

impl Default for ObjectsConfig {
    fn default() -> Self {
        let address = "./objects".to_owned();
        Self { address, endpoint: None, region: REGION.to_owned(), key: None, secret: None }
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
        };
        if read.address.starts_with("s3://") {
            // Without a key the client would search the machine for credentials that no configuration names.
            let problem =
                "must be set: AUSPEX_OBJECTS names an S3 bucket. To store files on this machine, name a folder";
            for (name, value) in [("AUSPEX_OBJECTS_KEY", &read.key), ("AUSPEX_OBJECTS_SECRET", &read.secret)] {
                if value.is_none() {
                    env.mistake(name, problem);
                }
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_needs_its_key_and_a_folder_needs_nothing() {
        let read = |pairs: &[(&str, &str)]| {
            let mut env = Env::from_pairs(pairs.iter().copied());
            ObjectsConfig::read(&mut env);
            env.finish()
        };
        read(&[("AUSPEX_OBJECTS", "/var/lib/auspex")]).unwrap();
        let mistakes = read(&[("AUSPEX_OBJECTS", "s3://bucket"), ("AUSPEX_OBJECTS_KEY", "k")]).unwrap_err().to_string();
        assert!(mistakes.contains("AUSPEX_OBJECTS_SECRET") && !mistakes.contains("AUSPEX_OBJECTS_KEY"), "{mistakes}");
        let mut empty = Env::default();
        assert_eq!(ObjectsConfig::at(&mut empty, "s3://given".to_owned()).address, "s3://given");
        assert!(empty.finish().unwrap_err().to_string().contains("AUSPEX_OBJECTS_KEY"), "for a given address as well");
    }
}
