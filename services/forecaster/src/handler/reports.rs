//! Fourth part of [`super::rounds`]: the further rounds of a report, and its end. Outline, sections and summary are
//! paid steps of their own, so that a repetition pays none of them twice.

use domain::run::{NoForecast, Question, RunState};
use research::support::request::{self, SupportReply, SupportVerdicts};
use runtime::Failure;
use runtime::handler::{Attempt, Outcome};
use store::Runs;
use worker::Answered;

use super::rounds::{Deciding, Rounds};
use crate::decompose::{self, DecompositionReply};
use crate::deep_report::assembly::{WrittenParts, assembled};
use crate::deep_report::material::Material;
use crate::deep_report::outline::{self, MAX_SECTIONS, Outline, OutlineReply};
use crate::deep_report::plan;
use crate::deep_report::writing::{self, Checker, Paragraphs, SectionReply, WrittenParagraph};
use crate::digest::Digest;
use crate::model::{ModelCall, Task};
use crate::outcome::ended;
use crate::past::Past;

/// Calls beside those of the sections: outline and summary.
const FRAME_CALLS: u32 = 2;

impl<R: Runs, P: Past> Rounds<R, P> {
    /// Decides a round of a report: another round of research, or the report.
    pub(super) async fn reported(&self, state: &RunState, depth: u8, attempt: &Attempt) -> Result<Outcome, Failure> {
        let mut deciding = self.deciding(state, attempt).await?;
        deciding.digest = Digest::within(state, plan::max_tokens(depth));
        if let Some(questions) = self.further_round(&mut deciding, depth).await? {
            return Ok(self.extended(deciding, questions, "another_round"));
        }
        let material = Material::of(&deciding.digest);
        if material.is_empty() {
            deciding.troubles.push("the research found nothing that a report could state".to_owned());
        }
        let outline = self.outline(&mut deciding, &material).await?;
        let mut checker = Checker::new(&material);
        let (mut sections, model) = self.sections(&mut deciding, &outline, &mut checker).await?;
        self.judge(&mut deciding, &mut checker, (&mut sections, true)).await?;
        checker.fill(&outline.outline.sections, &mut sections);
        let summary = self.summary(&mut deciding, &outline, &sections).await?;
        let mut summary = [checker.summary(summary)];
        self.judge(&mut deciding, &mut checker, (&mut summary, false)).await?;
        let summary = checker.summary_or_first(std::mem::take(&mut summary[0]), &sections);
        let parts = WrittenParts {
            outline: outline.outline,
            sections,
            summary,
            flags: deciding.troubles,
            model,
            prompt_version: self.model.prompt_version(state.run.id).to_owned(),
        };
        let made = assembled(state, parts, &checker, &material);
        tracing::info!(
            run = %state.run.id, sections = made.sections.len(), findings = made.references.len(),
            published = made.checks.published(), removed = made.checks.removed(), "report written"
        );
        let label = if made.flags.is_empty() { "report" } else { "flagged_report" };
        Ok(ended(state, NoForecast::Reported(Box::new(made)), attempt.now()).labelled(label))
    }

    /// Returns the questions of another round, if the depth has one and the money suffices.
    async fn further_round(&self, deciding: &mut Deciding<'_>, depth: u8) -> Result<Option<Vec<Question>>, Failure> {
        if deciding.is_cancelled() {
            return Ok(None);
        }
        let (state, limits) = (deciding.state, self.config.limits_of(&deciding.state.run));
        let Some((purpose, most)) = plan::round(depth, state.iteration + 1) else { return Ok(None) };
        if deciding.is_barred(&limits) {
            return Ok(None);
        }
        let call = ModelCall {
            task: Task::Plan(purpose),
            round: state.iteration,
            step: purpose.name().to_owned(),
            input: plan::further_input(state, &deciding.digest, (purpose, most)),
        };
        let reply = self.reply::<DecompositionReply>(deciding, call).await?;
        let proposed = reply.map(|answered| answered.value.questions).unwrap_or_default();
        let questions = decompose::questions(proposed, state.iteration + 1, most, &state.questions);
        Ok((!questions.is_empty()).then_some(questions))
    }

    async fn outline(&self, deciding: &mut Deciding<'_>, material: &Material) -> Result<ReportOutline, Failure> {
        let state = deciding.state;
        let by_code = || ReportOutline { outline: outline::by_question(state, material), by_code: true };
        let left = self.config.limits_of(&state.run).turns.saturating_sub(deciding.turns);
        let most = usize::try_from(left.saturating_sub(FRAME_CALLS)).unwrap_or(usize::MAX).min(MAX_SECTIONS);
        if material.is_empty() {
            return Ok(by_code());
        }
        if most == 0 {
            deciding
                .troubles
                .push(format!("{} turns of the round are used up: code writes the report", deciding.turns));
            return Ok(by_code());
        }
        let call = ModelCall {
            task: Task::Outline,
            round: state.iteration,
            step: "outline".to_owned(),
            input: outline::input(state, &deciding.digest, (material, most)),
        };
        let Some(answered) = self.reply::<OutlineReply>(deciding, call).await? else { return Ok(by_code()) };
        Ok(match outline::accepted(answered.value, state, (material, most)) {
            Some(outline) => ReportOutline { outline, by_code: false },
            None => {
                deciding.troubles.push("outline: no section names a finding".to_owned());
                by_code()
            }
        })
    }

    /// Writes all sections at once, and names the model. Without an outline by the model, code copies the findings.
    async fn sections(
        &self,
        deciding: &mut Deciding<'_>,
        outline: &ReportOutline,
        checker: &mut Checker<'_>,
    ) -> Result<(Vec<Paragraphs>, String), Failure> {
        let plans = &outline.outline.sections;
        if outline.by_code {
            return Ok((plans.iter().map(|plan| checker.section(plan, None)).collect(), String::new()));
        }
        let (state, attempt) = (deciding.state, deciding.attempt);
        let call = |(n, plan): (usize, &outline::SectionPlan)| ModelCall {
            task: Task::Section,
            round: state.iteration,
            step: format!("section-{}", n + 1),
            input: writing::section_input(state, &outline.outline, (plan, checker.material())),
        };
        let calls: Vec<ModelCall> = plans.iter().enumerate().map(call).collect();
        let replies = self.model.ask_all::<SectionReply>(&state.run, &calls, attempt).await?;
        let (mut sections, mut model) = (Vec::with_capacity(plans.len()), String::new());
        for (plan, reply) in plans.iter().zip(replies) {
            let written = deciding.take(reply).map(|answered| {
                model = answered.model;
                answered.value
            });
            sections.push(checker.section(plan, written));
        }
        Ok((sections, model))
    }

    /// Has the model judge the sentences of which code cannot tell whether the findings state them. Those of the
    /// summary are kept only if it finds them supported.
    async fn judge(
        &self,
        deciding: &mut Deciding<'_>,
        checker: &mut Checker<'_>,
        (written, is_section): (&mut [Paragraphs], bool),
    ) -> Result<(), Failure> {
        let queries = checker.queries();
        if queries.is_empty() {
            return Ok(());
        }
        let (state, step) = (deciding.state, if is_section { "judge-sections" } else { "judge-summary" });
        // The call of the summary comes first.
        let spare = if is_section { 1 } else { 0 };
        let left = self.config.limits_of(&state.run).turns.saturating_sub(deciding.turns);
        let mut verdicts = SupportVerdicts::new();
        if left > spare {
            let call = ModelCall {
                task: Task::JudgeSentences,
                round: state.iteration,
                step: step.to_owned(),
                input: serde_json::json!(queries),
            };
            if let Some(answered) = self.reply::<SupportReply>(deciding, call).await? {
                match request::match_verdicts(&queries, answered.value) {
                    Ok(found) => verdicts = found,
                    Err(missing) => deciding.troubles.push(format!("{step}: {}", missing.join("; "))),
                }
            }
        }
        checker.settle(written, &verdicts, is_section);
        Ok(())
    }

    async fn summary(
        &self,
        deciding: &mut Deciding<'_>,
        outline: &ReportOutline,
        sections: &[Paragraphs],
    ) -> Result<Option<WrittenParagraph>, Failure> {
        if outline.by_code || sections.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let call = ModelCall {
            task: Task::Summary,
            round: deciding.state.iteration,
            step: "summary".to_owned(),
            input: writing::summary_input(deciding.state, &outline.outline, sections),
        };
        Ok(self.reply::<WrittenParagraph>(deciding, call).await?.map(|answered| answered.value))
    }

    /// Calls the model. Without a usable reply the reason becomes a flag.
    async fn reply<T: serde::de::DeserializeOwned>(
        &self,
        deciding: &mut Deciding<'_>,
        call: ModelCall,
    ) -> Result<Option<Answered<T>>, Failure> {
        let reply = self.model.ask::<T>(&deciding.state.run, call, deciding.attempt).await?;
        Ok(deciding.take(reply))
    }
}

/// An outline, and whether code made it.
struct ReportOutline {
    outline: Outline,
    by_code: bool,
}

#[cfg(test)]
#[path = "reports_test.rs"]
mod tests;
