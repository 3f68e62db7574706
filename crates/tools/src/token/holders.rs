//! Distribution of a mint's holders.

use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use serde_json::json;
use web::Web;
use web::tokens::Holders;

use super::statements::Statement;
use super::{MintInput, ServiceData, ServiceStatements, TokenAnswer, to_model, unknown};
use crate::notebook::Notes;
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{schema, text_schema};

const TOOL: &str = "get_holder_distribution";
/// Publisher of a holder index, which has no name.
const INDEX: &str = "holder index";

pub(crate) struct GetHolders<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for GetHolders<W> {
    type Input = MintInput;
    type Output = TokenAnswer;

    fn spec(&self) -> ToolSpec {
        let about = "Holders of a mint, and how concentrated they are.";
        schema(TOOL, about, 1, &[("mint", text_schema("Mint address."))])
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn bounds(&self) -> Bounds {
        crate::TOKEN_BOUNDS
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.token
    }

    async fn call(&self, session: &Session, input: MintInput) -> Result<ToolAnswer<Self::Output, Notes>, ToolError> {
        let mint = input.mint(session)?;
        let call = async { self.0.web.holders(mint).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(TOOL, &json!({"mint": mint}), call).await?;
        let Some(holders) = found else { return Ok(unknown("the holder service", mint, basis)) };
        let service = if holders.service == "RugCheck" { "RugCheck" } else { INDEX };
        let statements = statements_of(mint, &holders);
        let service = ServiceStatements { service, call: (TOOL, mint.to_owned()), statements };
        Ok(ServiceData { mint, data: json!(holders), basis }.answer(session, vec![service]))
    }
}

fn statements_of(mint: &str, holders: &Holders) -> Vec<Statement> {
    let left_out = match holders.accounts_left_out {
        Some(count) => format!("without pools, bonding curves and lockers ({count} of the listed accounts)"),
        None => "pools and lockers may be among them".to_owned(),
    };
    let share = |who: &str, percent: f64, suffix: &str| {
        format!("The {who} of {mint} hold{suffix} {percent:.1} per cent, {left_out}")
    };
    let top = holders.top10_percent.map(|percent| {
        format!("{} ({} concentration).", share("ten largest holders", percent, ""), holders.concentration)
    });
    let largest = holders.largest_percent.map(|percent| format!("{}.", share("largest holder", percent, "s")));
    let insiders = holders.insider_percent.filter(|percent| *percent > 0.0).map(|percent| {
        format!(
            "{} of the largest holders of {mint} are marked as insiders; they hold {percent:.1} per cent.",
            holders.insiders
        )
    });
    let total = holders.total.map(|total| format!("{mint} has {total} holders."));
    [top, largest, insiders, total].into_iter().flatten().map(Statement::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_say_whether_pools_are_among_the_holders() {
        let index = Holders {
            top10_percent: Some(44.04),
            largest_percent: Some(20.0),
            concentration: "medium".into(),
            ..Holders::default()
        };
        let texts = |holders: &Holders| statements_of("M", holders).into_iter().map(|one| one.text).collect::<Vec<_>>();
        assert_eq!(
            texts(&index),
            [
                "The ten largest holders of M hold 44.0 per cent, pools and lockers may be among them (medium concentration).",
                "The largest holder of M holds 20.0 per cent, pools and lockers may be among them.",
            ]
        );
        let report =
            Holders { accounts_left_out: Some(2), total: Some(9), insiders: 1, insider_percent: Some(5.0), ..index };
        let texts = texts(&report);
        assert!(
            texts[0].contains("without pools, bonding curves and lockers (2 of the listed accounts) (medium"),
            "{texts:?}"
        );
        assert_eq!(texts[2], "1 of the largest holders of M are marked as insiders; they hold 5.0 per cent.");
        assert_eq!(texts[3], "M has 9 holders.");
        assert!(statements_of("M", &Holders::default()).is_empty());
    }
}
