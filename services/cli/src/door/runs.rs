//! Runs and their outcomes through the door.

use domain::RunId;
use operations::Page;
use operations::answer_scores::AnswerScore;
use operations::outcomes::{
    OutcomeBatch, OutcomeWithdrawal, OutcomeWithdrawn, OutcomesRecorded, QuestionHistory, SubjectQuery,
};
use operations::pages::{ArchivedPage, Citation};
use operations::runs::{Cancel, Cancelled, RelatedRunItem, RunCallItem, RunItem, RunOutput, RunQuery};
use operations::scores::{ScoredItem, ScoredQuery};
use operations::threshold::{ThresholdProbability, ThresholdQuery};
use reqwest::Method;

use super::{Door, DoorError};

impl Door {
    /// Cancels a run.
    ///
    /// # Errors
    /// The operation fails; `conflict` if the run is over or cancelled already.
    pub async fn cancel(&self, run: RunId, wanted: Cancel) -> Result<Cancelled, DoorError> {
        self.send(Method::POST, &["v1", "runs", &run.to_string(), "cancel"], &wanted).await
    }

    /// Returns the newest runs of the tenant, or of those in whose research an entity plays a part.
    pub(crate) async fn runs(&self, limit: u32, entity: Option<&str>) -> Result<Vec<RunItem>, DoorError> {
        let query = RunQuery { entity: entity.map(str::to_owned), limit: Some(limit), ..RunQuery::default() };
        Ok(self.get::<Page<RunItem>>(&["v1", "runs"], &query).await?.items)
    }

    /// Returns a page of the tenant's runs whose forecast is published, newest first.
    pub(crate) async fn forecast_runs(&self, cursor: Option<String>) -> Result<Page<RunItem>, DoorError> {
        let state = Some("forecast".to_owned());
        self.get(&["v1", "runs"], &RunQuery { state, limit: Some(super::PAGE), cursor, ..RunQuery::default() }).await
    }

    /// Returns other runs with the question of a run or about its market.
    pub(crate) async fn related_runs(&self, run: RunId) -> Result<Vec<RelatedRunItem>, DoorError> {
        self.get(&["v1", "runs", &run.to_string(), "related"], &()).await
    }

    /// Returns the model calls of a run.
    pub(crate) async fn run_calls(&self, run: RunId) -> Result<Vec<RunCallItem>, DoorError> {
        self.get(&["v1", "runs", &run.to_string(), "calls"], &()).await
    }

    /// Returns the text of a page that a run cites, by its hash.
    pub(crate) async fn cited_page(&self, hash: &str, citation: &Citation) -> Result<ArchivedPage, DoorError> {
        self.get(&["v1", "pages", hash], citation).await
    }

    /// Returns a run with its questions, its budgets, its forecast and the review that it waits for.
    pub(crate) async fn run(&self, run: RunId) -> Result<RunOutput, DoorError> {
        self.get(&["v1", "runs", &run.to_string()], &()).await
    }

    /// Returns the report of a run, in Markdown.
    pub(crate) async fn report(&self, run: RunId) -> Result<String, DoorError> {
        self.text(&["v1", "runs", &run.to_string(), "report"]).await
    }

    /// Returns the report of a run as a page.
    pub(crate) async fn report_page(&self, run: RunId) -> Result<String, DoorError> {
        self.page(&["v1", "runs", &run.to_string(), "report"]).await
    }

    /// Returns the report of a run as PDF.
    ///
    /// # Errors
    /// As for [`Self::report`]; `conflict` if the gateway has no browser.
    pub async fn report_pdf(&self, run: RunId) -> Result<Vec<u8>, DoorError> {
        self.bytes(&["v1", "runs", &run.to_string(), "report"], "application/pdf").await
    }

    /// Returns the probability that the answer of a run is at most a threshold.
    ///
    /// # Errors
    /// The operation fails; `conflict` if the forecast has no quantiles.
    pub async fn probability(&self, run: RunId, at_most: &str) -> Result<ThresholdProbability, DoorError> {
        let query = ThresholdQuery { at_most: at_most.to_owned() };
        self.get(&["v1", "runs", &run.to_string(), "probability"], &query).await
    }

    /// Records outcomes of questions.
    pub(crate) async fn record_outcomes(&self, batch: &OutcomeBatch) -> Result<OutcomesRecorded, DoorError> {
        self.send(Method::POST, &["v1", "outcomes"], batch).await
    }

    /// Withdraws the outcome of a run's question.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn withdraw_outcome(
        &self,
        run: RunId,
        wanted: &OutcomeWithdrawal,
    ) -> Result<OutcomeWithdrawn, DoorError> {
        self.send(Method::POST, &["v1", "runs", &run.to_string(), "outcome", "withdraw"], wanted).await
    }

    /// Returns the recorded outcomes of questions.
    pub(crate) async fn outcomes(&self, query: &SubjectQuery) -> Result<Vec<QuestionHistory>, DoorError> {
        self.get(&["v1", "outcomes"], query).await
    }

    /// Returns the forecasts of resolved questions.
    pub(crate) async fn scored(&self, query: &ScoredQuery) -> Result<Vec<ScoredItem>, DoorError> {
        self.get(&["v1", "scored-forecasts"], query).await
    }

    /// Returns the forecasts of other kinds whose questions are answered.
    pub(crate) async fn scored_answers(&self, query: &ScoredQuery) -> Result<Vec<AnswerScore>, DoorError> {
        self.get(&["v1", "scored-answers"], query).await
    }
}
