//! Grafana of compose: what its files name exists. Grafana starts without a folder, a data source or a panel that it
//! cannot read, so nothing else reports a wrong name.

use std::collections::{BTreeMap, BTreeSet};

use super::{read, root};

const DATA_SOURCES: &str = "deploy/grafana/provisioning/datasources/datasources.yaml";
const FOLDERS: &str = "deploy/grafana/provisioning/dashboards/dashboards.yaml";

/// Width of a dashboard in units of its grid.
const WIDTH: u64 = 24;

/// Returns the values of a key, wherever it is.
fn values<'a>(yaml: &'a str, key: &str) -> Vec<&'a str> {
    let name = format!("{key}: ");
    let text = yaml.split(&name).skip(1);
    text.map(|rest| rest.split([',', '}', '\n']).next().unwrap_or_default().trim().trim_matches('"')).collect()
}

fn dashboards() -> Vec<(String, serde_json::Value)> {
    let files = std::fs::read_dir(root().join("deploy/grafana/dashboards")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names
        .map(|name| (name.clone(), serde_json::from_str(&read(&format!("deploy/grafana/dashboards/{name}"))).unwrap()))
        .collect()
}

/// Returns the lines of a service of compose.
fn service(name: &str) -> String {
    let compose = read("deploy/compose.yaml");
    let (_, rest) = compose.split_once(&format!("\n  {name}:\n")).unwrap_or_else(|| panic!("compose has no {name}"));
    rest.lines().take_while(|line| line.is_empty() || line.starts_with("   ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn grafana_reads_the_folders_that_compose_mounts() {
    let grafana = service("grafana");
    // The folder of which Grafana reads its provisioning by default.
    assert!(grafana.contains("- ./grafana/provisioning:/etc/grafana/provisioning:ro"), "{grafana}");
    for folder in ["dashboards", "datasources"] {
        let files = std::fs::read_dir(root().join("deploy/grafana/provisioning").join(folder)).unwrap();
        assert!(files.count() > 0, "{folder}: Grafana reads these two folders by name");
    }
    for path in values(&read(FOLDERS), "path") {
        assert!(grafana.contains(&format!("- ./grafana/dashboards:{path}:ro")), "{path} is not mounted: {grafana}");
    }
    assert!(read(FOLDERS).contains("apiVersion: 1") && read(DATA_SOURCES).contains("apiVersion: 1"));
    assert!(!dashboards().is_empty());
}

/// The ports are those of the services: Prometheus has its own default, and Tempo's is in its file.
#[test]
fn the_addresses_of_data_sources_are_services_of_compose() {
    let ports = BTreeMap::from(
        [("prometheus", "9090"), ("tempo", values(&read("deploy/tempo.yaml"), "http_listen_port")[0])]
            .map(|(name, port)| (name.to_owned(), port.to_owned())),
    );
    let urls = read(DATA_SOURCES);
    let urls = values(&urls, "url");
    assert_eq!(urls.len(), ports.len(), "{urls:?}");
    for url in urls {
        let (name, port) = url.strip_prefix("http://").and_then(|address| address.split_once(':')).unwrap();
        assert!(!service(name).is_empty());
        assert_eq!(ports.get(name).map(String::as_str), Some(port), "{url}");
    }
}

/// A dashboard finds a data source by its uid: in its variables, and in the links from points to traces.
#[test]
fn the_data_sources_that_dashboards_choose_exist() {
    let sources = read(DATA_SOURCES);
    let uids: BTreeSet<&str> = values(&sources, "uid").into_iter().collect();
    let kinds: BTreeMap<&str, &str> = values(&sources, "uid").into_iter().zip(values(&sources, "type")).collect();
    assert!(values(&sources, "datasourceUid").iter().all(|uid| uids.contains(uid)), "{sources}");
    for (name, board) in dashboards() {
        let variables = board["templating"]["list"].as_array().unwrap();
        let chosen = variables.iter().filter(|variable| variable["type"] == "datasource");
        for variable in chosen.filter(|variable| variable["current"]["value"].is_string()) {
            let uid = variable["current"]["value"].as_str().unwrap();
            assert_eq!(kinds.get(uid).copied(), variable["query"].as_str(), "{name}: {}", variable["name"]);
        }
    }
}

/// Panels with the same id or place hide each other.
#[test]
fn panels_have_an_id_and_a_place_of_their_own() {
    let mut boards = BTreeSet::new();
    for (name, board) in dashboards() {
        let uid = board["uid"].as_str().unwrap();
        assert!(boards.insert(uid.to_owned()) && uid.len() <= 40, "{name}: {uid}");
        let (mut ids, mut taken) = (BTreeSet::new(), BTreeMap::new());
        let rows = board["panels"].as_array().unwrap();
        let inner = rows.iter().flat_map(|row| row["panels"].as_array().into_iter().flatten());
        assert_eq!(inner.count(), 0, "{name}: a collapsed row would need rules of its own");
        for panel in rows {
            let title = panel["title"].as_str().unwrap();
            assert!(ids.insert(panel["id"].as_u64().unwrap()), "{name}: {title} has the id of another panel");
            let [x, y, w, h] = ["x", "y", "w", "h"].map(|key| panel["gridPos"][key].as_u64().unwrap());
            assert!(w > 0 && h > 0 && x + w <= WIDTH, "{name}: {title} is outside of the grid");
            for place in (x..x + w).flat_map(|column| (y..y + h).map(move |line| (column, line))) {
                let other = taken.insert(place, title);
                assert_eq!(other, None, "{name}: {title} covers it at {place:?}");
            }
        }
    }
}
