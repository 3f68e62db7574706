//! The two thresholds: is a trade large enough for a forecast, was a look-up unsure enough for research?

use domain::MicroUsd;
use domain::event::{RetrievalMiss, ScoutAlert};

/// A trade is large if its value is **over** the threshold; exactly at the threshold it is not.
pub fn large(alert: &ScoutAlert, threshold: MicroUsd) -> bool {
    alert.trade.usd_value > threshold
}

/// A look-up was unsure if its score is **under** its threshold; exactly at the threshold it was sure enough.
pub fn unsure(miss: &RetrievalMiss) -> bool {
    miss.score < miss.threshold
}

#[cfg(test)]
mod tests {
    use domain::event::{Market, Side, Trade, Trader};

    use super::*;

    fn alert(micros: u64) -> ScoutAlert {
        ScoutAlert {
            trader: Trader::default(),
            trade: Trade {
                side: Side::Buy,
                usd_value: MicroUsd(micros),
                price: 0.5,
                size: 1.0,
                outcome: "Yes".into(),
                time: None,
            },
            market: Market::default(),
        }
    }

    #[test]
    fn at_the_threshold_a_trade_is_not_over_it() {
        let threshold = MicroUsd::dollars(5_000);
        assert!(!large(&alert(5_000_000_000), threshold));
        assert!(large(&alert(5_000_000_001), threshold));
        assert!(!large(&alert(4_999_999_999), threshold));
    }

    #[test]
    fn at_the_threshold_a_look_up_is_not_under_it() {
        let miss =
            |score| RetrievalMiss { query: "q".into(), score, threshold: 0.5, context: String::new(), max_sources: 5 };
        assert!(!unsure(&miss(0.5)));
        assert!(unsure(&miss(0.499_999)));
        assert!(!unsure(&miss(f64::NAN)), "nonsense starts no research");
    }
}
