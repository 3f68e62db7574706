//! `market.proto`: prediction markets and watched traders.

use domain::event::{Market, MarketEvent, MarketMatch, ScoutAlert, Side, Trade, Trader};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::ScoutAlert> for ScoutAlert {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ScoutAlert) -> Result<Self, InvalidEvent> {
        let v1::ScoutAlert { trader, trade, market } = wire;
        let alert = Self {
            trader: check::required(trader, "trader")?,
            trade: check::required(trade, "trade")?,
            market: check::required(market, "market")?,
        };
        if alert.market.question.trim().is_empty() {
            return Err(InvalidEvent::new("market.question", "is empty; a scout alert says what its market asks"));
        }
        Ok(alert)
    }
}

impl From<&ScoutAlert> for v1::ScoutAlert {
    fn from(alert: &ScoutAlert) -> Self {
        let ScoutAlert { trader, trade, market } = alert;
        Self { trader: Some(trader.into()), trade: Some(trade.into()), market: Some(market.into()) }
    }
}

impl TryFrom<v1::Trader> for Trader {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Trader) -> Result<Self, InvalidEvent> {
        let v1::Trader { address, alias, win_rate, trades, profit_micro_usd, tags } = wire;
        Ok(Self {
            address: check::filled_text(address, "address", check::NAME)?,
            alias: check::text(alias, "alias", check::NAME)?,
            win_rate: win_rate.map(|rate| check::fraction(rate, "win_rate")).transpose()?,
            trades,
            profit_micro_usd,
            tags: check::texts(tags, "tags", check::NAME)?,
        })
    }
}

impl From<&Trader> for v1::Trader {
    fn from(trader: &Trader) -> Self {
        let Trader { address, alias, win_rate, trades, profit_micro_usd, tags } = trader;
        Self {
            address: address.clone(),
            alias: alias.clone(),
            win_rate: *win_rate,
            trades: *trades,
            profit_micro_usd: *profit_micro_usd,
            tags: tags.clone(),
        }
    }
}

impl TryFrom<v1::Trade> for Trade {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Trade) -> Result<Self, InvalidEvent> {
        let v1::Trade { side, usd_value_micro_usd, price, size, outcome, time } = wire;
        Ok(Self {
            side: check::choice(side, "side", side_from_wire)?,
            usd_value: check::money(usd_value_micro_usd, "usd_value_micro_usd")?,
            price: check::fraction(price, "price")?,
            size: check::amount(size, "size")?,
            outcome: check::text(outcome, "outcome", check::NAME)?,
            time: check::time_opt(time, "time")?,
        })
    }
}

impl From<&Trade> for v1::Trade {
    fn from(trade: &Trade) -> Self {
        let Trade { side, usd_value, price, size, outcome, time } = trade;
        Self {
            side: side_to_wire(*side).into(),
            usd_value_micro_usd: usd_value.0,
            price: *price,
            size: *size,
            outcome: outcome.clone(),
            time: time.map(check::stamp),
        }
    }
}

fn side_from_wire(side: v1::Side) -> Option<Side> {
    match side {
        v1::Side::Unspecified => None,
        v1::Side::Buy => Some(Side::Buy),
        v1::Side::Sell => Some(Side::Sell),
    }
}

fn side_to_wire(side: Side) -> v1::Side {
    match side {
        Side::Buy => v1::Side::Buy,
        Side::Sell => v1::Side::Sell,
    }
}

impl TryFrom<v1::Market> for Market {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Market) -> Result<Self, InvalidEvent> {
        let v1::Market { condition_id, question, price, volume_micro_usd, end, url, found } = wire;
        Ok(Self {
            condition_id: check::text(condition_id, "condition_id", check::NAME)?,
            question: check::text(question, "question", check::LINE)?,
            price: price.map(|price| check::fraction(price, "price")).transpose()?,
            volume: check::money_opt(volume_micro_usd, "volume_micro_usd")?,
            end: check::time_opt(end, "end")?,
            url: check::text(url, "url", check::LINE)?,
            found: found.map(MarketMatch::try_from).transpose()?,
        })
    }
}

impl TryFrom<v1::MarketMatch> for MarketMatch {
    type Error = InvalidEvent;

    fn try_from(wire: v1::MarketMatch) -> Result<Self, InvalidEvent> {
        let v1::MarketMatch { id, price_at, inverse, reason, event } = wire;
        let event = event.map(|v1::MarketEvent { id, options }| {
            Ok::<_, InvalidEvent>(MarketEvent { id: check::text(id, "found.event.id", check::NAME)?, options })
        });
        Ok(Self {
            id: check::text(id, "found.id", check::NAME)?,
            price_at: check::time_opt(price_at, "found.price_at")?,
            inverse,
            reason: check::text(reason, "found.reason", check::LINE)?,
            event: event.transpose()?,
        })
    }
}

impl From<&MarketMatch> for v1::MarketMatch {
    fn from(found: &MarketMatch) -> Self {
        let MarketMatch { id, price_at, inverse, reason, event } = found.clone();
        let event = event.map(|MarketEvent { id, options }| v1::MarketEvent { id, options });
        Self { id, price_at: price_at.map(check::stamp), inverse, reason, event }
    }
}

impl From<&Market> for v1::Market {
    fn from(market: &Market) -> Self {
        let Market { condition_id, question, price, volume, end, url, found } = market;
        Self {
            condition_id: condition_id.clone(),
            question: question.clone(),
            price: *price,
            volume_micro_usd: volume.map(|amount| amount.0),
            end: end.map(check::stamp),
            url: url.clone(),
            found: found.as_ref().map(v1::MarketMatch::from),
        }
    }
}
