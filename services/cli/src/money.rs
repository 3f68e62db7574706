//! Money of a run as text: what is spent and what is reserved are never added up.

use domain::MicroUsd;
use operations::runs::RunMoney;

/// Formats what a run has spent, for its progress: what is reserved for calls in progress is mostly returned.
pub fn spent(money: &RunMoney) -> String {
    format!("{} spent of {}", MicroUsd(money.spent_micro_usd), MicroUsd(money.limit_micro_usd))
}

/// Formats the money of a run: `$0.016000 spent, up to $0.058000 reserved, of $1.000000`.
pub fn line(money: &RunMoney) -> String {
    let RunMoney { spent_micro_usd, reserved_micro_usd, limit_micro_usd } = *money;
    let reserved = match reserved_micro_usd {
        0 => String::new(),
        reserved => format!(", up to {} reserved,", MicroUsd(reserved)),
    };
    format!("{} spent{reserved} of {}", MicroUsd(spent_micro_usd), MicroUsd(limit_micro_usd))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reservation_is_not_spent() {
        let money = RunMoney { spent_micro_usd: 16_000, reserved_micro_usd: 58_000, limit_micro_usd: 1_000_000 };
        assert_eq!(line(&money), "$0.016000 spent, up to $0.058000 reserved, of $1.000000");
        assert_eq!(spent(&money), "$0.016000 spent of $1.000000");
        assert_eq!(line(&RunMoney { reserved_micro_usd: 0, ..money }), "$0.016000 spent of $1.000000");
    }
}
