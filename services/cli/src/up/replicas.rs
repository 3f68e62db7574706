//! Number of replicas of each worker and of the gateway: `classifier=2,researcher=4`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use runtime::topology::processes;

/// Maximum replicas per worker; a larger number on one machine is probably a typing error.
const MAX_REPLICAS: usize = 64;

/// Replicas of each worker, in the order of the topology, then of the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replicas(BTreeMap<String, usize>);

impl Replicas {
    /// Sets the given numbers; the other workers have one replica.
    pub fn from_pairs(named: &[(&str, usize)]) -> Self {
        let mut replicas = Self::default();
        replicas.0.extend(named.iter().map(|(name, number)| ((*name).to_owned(), *number)));
        replicas
    }

    /// Returns each worker with its number, upstream first.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, usize)> {
        processes().map(|service| (service.name, self.0.get(service.name).copied().unwrap_or(1)))
    }
}

impl Default for Replicas {
    fn default() -> Self {
        Self(processes().map(|service| (service.name.to_owned(), 1)).collect())
    }
}

impl fmt::Display for Replicas {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.each().map(|(name, number)| format!("{name}={number}")).collect();
        out.write_str(&parts.join(","))
    }
}

impl FromStr for Replicas {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut replicas = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, number) = part.split_once('=').ok_or_else(|| format!("{part:?} is not worker=number"))?;
            let known: Vec<&str> = processes().map(|service| service.name).collect();
            if !known.contains(&name) {
                return Err(format!("there is no worker {name:?}; there are {}", known.join(", ")));
            }
            let number = number.parse().ok().filter(|number| *number <= MAX_REPLICAS);
            let number = number.ok_or_else(|| format!("{part:?}: the number must be 0 to {MAX_REPLICAS}"))?;
            replicas.0.insert(name.to_owned(), number);
        }
        Ok(replicas)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_workers_have_one_replica() {
        let replicas: Replicas = "researcher=4, writer=0".parse().unwrap();
        let each: Vec<_> = replicas.each().collect();
        let workers = [("classifier", 1), ("researcher", 4), ("filter", 1), ("forecaster", 1), ("writer", 0)];
        assert_eq!(each, [workers.as_slice(), &[("gateway", 1)]].concat());
        assert_eq!(replicas.to_string().parse::<Replicas>().unwrap(), replicas);
    }

    #[test]
    fn typing_errors_are_refused() {
        for (text, problem) in
            [("clasifier=2", "no worker"), ("filter", "not worker=number"), ("filter=900", "0 to 64")]
        {
            assert!(text.parse::<Replicas>().unwrap_err().contains(problem), "{text}");
        }
    }
}
