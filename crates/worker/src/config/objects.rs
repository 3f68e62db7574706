//! Where files lie.

use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

/// Where AWS puts a bucket of which nobody says where; other stores accept any.
const REGION: &str = "us-east-1";

/// Where files lie, and what the store wants to know.
#[derive(Debug, Clone)]
pub struct ObjectsConfig {
    /// A folder, as a path or a `file://` URL; or `s3://bucket/prefix`.
    pub address: String,
    /// An S3-compatible store's own address; `None`: AWS.
    pub endpoint: Option<Url>,
    /// The bucket's region.
    pub region: String,
    /// The key's id.
    pub key: Option<SecretString>,
    /// The key itself.
    pub secret: Option<SecretString>,
}

impl Default for ObjectsConfig {
    fn default() -> Self {
        let address = "./objects".to_owned();
        Self { address, endpoint: None, region: REGION.to_owned(), key: None, secret: None }
    }
}

impl ObjectsConfig {
    /// Reads `AUSPEX_OBJECTS*`.
    pub fn read(env: &mut Env) -> Self {
        let doc = "Where reports, bundles and pages lie: a folder, as a path or a file:// URL, or s3://bucket/prefix.";
        let address = env.text("AUSPEX_OBJECTS", "./objects", doc);
        Self::at(env, address)
    }

    /// Reads what else must be known of objects at this address.
    pub fn at(env: &mut Env, address: String) -> Self {
        let read = Self {
            address,
            endpoint: env.optional_url(
                "AUSPEX_OBJECTS_ENDPOINT",
                "Address of an S3-compatible store (MinIO, Garage, Ceph, R2); AWS without it.",
            ),
            region: env.text("AUSPEX_OBJECTS_REGION", REGION, "Region of the bucket."),
            key: env.secret("AUSPEX_OBJECTS_KEY", "Access key id of the bucket."),
            secret: env.secret("AUSPEX_OBJECTS_SECRET", "Secret access key of the bucket."),
        };
        if read.address.starts_with("s3://") {
            // Without a key the client would look for one of the machine's, in places that no configuration names.
            let problem = "must be set: AUSPEX_OBJECTS names an S3 bucket. For files on this machine, name a folder";
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
        let mut nothing = Env::default();
        assert_eq!(ObjectsConfig::at(&mut nothing, "s3://said".to_owned()).address, "s3://said");
        assert!(nothing.finish().unwrap_err().to_string().contains("AUSPEX_OBJECTS_KEY"), "wherever it is said");
    }
}
