//! The address of the gateway's API: that of AUSPEX_GATEWAY_ADDR, else the one of the last start in this folder, else
//! port 8088, else a free port.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use anyhow::{Context as _, ensure};
use local_servers::{Port, private};
use runtime::config::Env;

/// Port of a gateway, unless another process has it.
const USUAL: u16 = 8_088;
/// File with the port of the last start.
const FILE: &str = "gateway.port";

/// Address at which a gateway listens.
pub(super) struct Api {
    /// Address and port.
    pub(super) address: String,
    /// Reserved while the fleet runs, unless the user named the address.
    _port: Option<Port>,
}

impl Api {
    /// Chooses the address of the first gateway and remembers its port in the fleet's folder.
    pub(super) fn first(env: &mut Env, dir: &Path) -> anyhow::Result<Self> {
        if let Some(address) = env.optional("AUSPEX_GATEWAY_ADDR", "") {
            let parsed: SocketAddr = address
                .parse()
                .with_context(|| format!("AUSPEX_GATEWAY_ADDR: {address:?} is not like 127.0.0.1:8088"))?;
            ensure!(
                TcpListener::bind(parsed).is_ok(),
                "AUSPEX_GATEWAY_ADDR: {address} is in use; stop the other process"
            );
            return Ok(Self { address, _port: None });
        }
        let file = dir.join(FILE);
        let last = std::fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok());
        let port = last.into_iter().chain([USUAL]).find_map(Port::claim);
        let api = Self::on(port.map_or_else(Port::free, Ok)?);
        private::write(&file, api.address.rsplit(':').next().unwrap_or_default())?;
        Ok(api)
    }

    /// Uses a port of this machine.
    pub(super) fn on(port: Port) -> Self {
        Self { address: format!("127.0.0.1:{}", port.number()), _port: Some(port) }
    }

    /// Returns the URL for a client on this machine. With a certificate in the user's environment the gateway speaks
    /// TLS only.
    pub(super) fn url(&self, env: &mut Env) -> String {
        let scheme = if env.optional("AUSPEX_GATEWAY_TLS_CERT_FILE", "").is_some() { "https" } else { "http" };
        let address = self.address.replace("0.0.0.0:", "127.0.0.1:").replace("[::]:", "[::1]:");
        format!("{scheme}://{address}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_remembered_and_the_setting_is_obeyed() {
        let dir = tempfile::tempdir().unwrap();
        let first = Api::first(&mut Env::default(), dir.path()).unwrap().address;
        assert_eq!(Api::first(&mut Env::default(), dir.path()).unwrap().address, first);
        let free = Port::free().unwrap().number().to_string();
        std::fs::write(dir.path().join(FILE), &free).unwrap();
        assert!(Api::first(&mut Env::default(), dir.path()).unwrap().address.ends_with(&free));
        let mut env = Env::from_pairs([("AUSPEX_GATEWAY_ADDR", "0.0.0.0:0")]);
        let wanted = Api::first(&mut env, dir.path()).unwrap();
        assert_eq!((wanted.address.as_str(), wanted.url(&mut env).as_str()), ("0.0.0.0:0", "http://127.0.0.1:0"));
        let mut bad = Env::from_pairs([("AUSPEX_GATEWAY_ADDR", "8088")]);
        assert!(Api::first(&mut bad, dir.path()).err().unwrap().to_string().contains("AUSPEX_GATEWAY_ADDR"));
    }

    #[test]
    fn with_a_certificate_the_address_is_that_of_tls() {
        let api = Api::on(Port::fixed(8443));
        assert_eq!(api.url(&mut Env::default()), "http://127.0.0.1:8443");
        let mut with = Env::from_pairs([("AUSPEX_GATEWAY_TLS_CERT_FILE", "a.pem")]);
        assert_eq!(api.url(&mut with), "https://127.0.0.1:8443");
    }
}
