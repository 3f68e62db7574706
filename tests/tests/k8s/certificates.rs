//! Certificates of `k8s/servers`: the names that clients ask for, and what loads a renewed one.

use std::collections::{BTreeMap, BTreeSet};

use rcgen::{CertificateParams, KeyPair};
use rustls_pki_types::{CertificateDer, ServerName};
use serde_json::Value;
use url::Url;

use crate::{OVERLAYS, folder, name, of_kind, resources, servers};

/// Returns true if TLS clients of the fleet accept a certificate with these names for the host. They use webpki, whose
/// rules are stricter than those of Go: a wildcard with fewer than two labels behind it matches nothing.
fn is_valid_for(names: &[String], host: &str) -> bool {
    let certificate = CertificateParams::new(names).unwrap().self_signed(&KeyPair::generate().unwrap()).unwrap();
    let der = CertificateDer::from(certificate.der().to_vec());
    let parsed = webpki::EndEntityCert::try_from(&der).unwrap();
    parsed.verify_is_valid_for_subject_name(&ServerName::try_from(host.to_owned()).unwrap()).is_ok()
}

/// Returns the names of each server's certificate, by server.
fn certificates() -> BTreeMap<String, Vec<String>> {
    let servers = folder("servers");
    let names = |one: &Value| {
        let names = one["spec"]["dnsNames"].as_array()?.iter().map(|name| name.as_str().unwrap().to_owned());
        Some((name(one).to_owned(), names.collect()))
    };
    of_kind(&servers, "Certificate").filter_map(names).collect()
}

/// Returns the hosts of all URLs of servers in a text.
fn hosts(text: &str) -> BTreeSet<String> {
    let mut hosts = BTreeSet::new();
    for word in text.split(|c: char| c.is_whitespace() || ",\"'`()<>".contains(c)) {
        let word = word.rsplit_once('=').map_or(word, |(_, value)| value);
        let is_server = ["nats://", "tls://", "redis://", "rediss://", "postgres://"];
        if is_server.iter().any(|scheme| word.starts_with(scheme)) {
            hosts.extend(Url::parse(word).ok().and_then(|url| url.host_str().map(str::to_owned)));
        }
    }
    hosts
}

/// The server of a host: the first part of its name.
fn server_of(host: &str) -> &str {
    ["nats", "postgres", "valkey"].into_iter().find(|server| host.starts_with(server)).unwrap_or("none")
}

fn assert_covered(what: &str, text: &str) {
    let certificates = certificates();
    let found = hosts(text);
    for host in &found {
        let names = certificates.get(server_of(host)).unwrap_or_else(|| panic!("{what}: {host} has no certificate"));
        assert!(is_valid_for(names, host), "{what}: the certificate of {host} is for {names:?}");
    }
    assert!(!found.is_empty(), "{what} names no server");
}

#[test]
fn every_host_of_every_url_is_a_name_of_its_servers_certificate() {
    for overlay in OVERLAYS.into_iter().filter(|overlay| *overlay != "dev") {
        let maps = of_kind(&resources(overlay), "ConfigMap").map(ToString::to_string).collect::<String>();
        // With TLS the base's address of Redis is replaced, and production has it in a secret.
        assert_covered(overlay, &maps.replace("redis://valkey:6379", "rediss://valkey:6379"));
    }
    assert_covered("the secrets", &crate::secrets::printed());
    assert_covered("the routes of nats-server", servers::NATS);
    assert_covered("the chart", include_str!("../../../k8s/helm/values.yaml"));
}

/// The analysis itself must be able to fail: nats-server accepts this wildcard, and the fleet does not.
#[test]
fn a_wildcard_of_one_label_covers_no_host() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert!(!is_valid_for(&names(&["*.nats", "nats"]), "nats-0.nats"));
    assert!(is_valid_for(&names(&["*.nats.auspex.svc"]), "nats-0.nats.auspex.svc"));
    assert!(is_valid_for(&names(&["nats-0.nats"]), "nats-0.nats"));
    assert_eq!(hosts("A=nats://u:p@a.b:1,nats://c:1 x").into_iter().collect::<Vec<_>>(), ["a.b", "c"]);
}

/// A certificate of 90 days that no server loads again ends the fleet.
#[test]
fn every_server_loads_a_renewed_certificate() {
    let servers = folder("servers");
    let reloads = |secret: &str| {
        let certificate = of_kind(&servers, "Certificate").find(|one| one["spec"]["secretName"] == secret);
        certificate.is_some_and(|one| one["spec"]["secretTemplate"]["labels"]["cnpg.io/reload"].is_string())
    };
    let postgres = of_kind(&servers, "Cluster").next().unwrap();
    let secrets = postgres["spec"]["certificates"].as_object().unwrap();
    assert_eq!(secrets.len(), 4);
    for secret in secrets.values() {
        assert!(reloads(secret.as_str().unwrap()), "CloudNativePG keeps the old certificate of {secret}");
    }
    let valkey = of_kind(&servers, "StatefulSet").find(|one| name(one) == "valkey").unwrap();
    let arguments = valkey["spec"]["template"]["spec"]["containers"][0]["args"].as_array().unwrap();
    let place = arguments.iter().position(|one| one == "--tls-auto-reload-interval").expect("Valkey never looks");
    assert!((1..=86_400).contains(&arguments[place + 1].as_str().unwrap().parse::<u32>().unwrap()));
    let nats = servers::nats();
    let set = of_kind(&nats, "StatefulSet").next().unwrap();
    let containers = set["spec"]["template"]["spec"]["containers"].as_array().unwrap();
    let reloader = containers.iter().find(|one| one["name"] == "reloader").expect("nats-server is told nothing");
    assert!(reloader["args"].as_array().unwrap().iter().any(|one| one == "/etc/nats-certs/nats/tls.crt"));
}

/// Each process has a certificate, whose name is its role, in the secret that `components/tls` mounts.
#[test]
fn every_mounted_certificate_is_requested() {
    let servers = folder("servers");
    let requested: BTreeSet<&str> =
        of_kind(&servers, "Certificate").map(|one| one["spec"]["secretName"].as_str().unwrap()).collect();
    let tls = resources("tls");
    let pods = tls.iter().filter_map(|one| one["spec"]["template"]["spec"]["volumes"].as_array()).flatten();
    let sources = pods.filter_map(|volume| volume["projected"]["sources"].as_array()).flatten();
    let mounted: BTreeSet<&str> = sources.filter_map(|source| source["secret"]["name"].as_str()).collect();
    assert_eq!(mounted.len(), 7, "{mounted:?}");
    assert!(mounted.is_subset(&requested), "{mounted:?} of {requested:?}");
}
