//! The state of a bundle in progress. Pure.

use std::sync::Arc;
use std::time::Duration;

use domain::event::Episode;
use domain::{MicroUsd, ResearchTask};
use serde_json::{Value, json};
use tools::addresses;
use tools::workspace::{Todo, TodoBoard, TodoState, TodoStatus, todo_list};

use super::dossier::Dossier;
use super::end::FinishedTodo;
use super::schedule::Account;
use super::{EpisodeBundle, summary};

/// A bundle in progress.
pub(crate) struct Progress {
    pub(crate) folder: String,
    pub(crate) episode: Episode,
    pub(crate) board: TodoBoard,
    /// Size of a group of todos.
    at_once: usize,
    /// The finished todos, by index.
    pub(crate) finished: Vec<Option<FinishedTodo>>,
}

impl Progress {
    pub(crate) fn new(task: &ResearchTask, named: &EpisodeBundle<'_>, at_once: usize) -> Self {
        let todos: Arc<[Todo]> = todo_list(named.bundle).into();
        let states = vec![TodoState::new(TodoStatus::Open); todos.len()];
        Self {
            folder: domain::bundle_folder(&task.tenant, &named.episode.id, &named.bundle.id),
            episode: named.episode.clone(),
            at_once: at_once.max(1),
            finished: vec![None; todos.len()],
            board: TodoBoard { states, todos, notes_lock: Arc::default() },
        }
    }

    /// Returns the finished todos in the order of the list.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&Todo, &FinishedTodo)> {
        self.board.todos.iter().zip(&self.finished).filter_map(|(todo, one)| Some((todo, one.as_ref()?)))
    }

    fn before(&self, n: usize) -> impl Iterator<Item = &FinishedTodo> {
        self.finished[..n].iter().flatten()
    }

    /// Returns the summary of the todos before `n`, the first one of a group. The summaries of the group before include
    /// those before it.
    pub(crate) fn so_far(&self, n: usize) -> String {
        let begin = n.saturating_sub(1) / self.at_once * self.at_once;
        summary::joined(self.finished[begin.min(n)..n].iter().flatten().map(|finished| finished.so_far.as_str()))
    }

    /// Returns the board as todo `n` of the group that starts at `begin` sees it: later todos are open.
    pub(crate) fn board_before(&self, begin: usize, n: usize) -> TodoBoard {
        let mut board = self.board.clone();
        board.states[begin..].fill(TodoState::new(TodoStatus::Open));
        board.states[n].status = TodoStatus::InProgress;
        board
    }

    /// Returns what the episode is about and what the bundle names beside the entity of todo `n`, for the prompts.
    pub(crate) fn context(&self, n: usize) -> String {
        let Episode { title, context, .. } = &self.episode;
        let own = &self.board.todos[n].name;
        let mut others: Vec<&str> = Vec::new();
        for name in self.board.todos.iter().map(|todo| todo.name.as_str()).filter(|name| name != own) {
            if !others.contains(&name) {
                others.push(name);
            }
        }
        let title = if title.is_empty() { String::new() } else { format!("Episode: {title}.") };
        let others = if others.is_empty() {
            String::new()
        } else {
            format!("Other names of the bundle: {}.", others.join("; "))
        };
        let parts = [title.as_str(), context, &others].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Returns the addresses that a todo may fetch from the start: its candidate sources, those of its own text unless
    /// strangers have influenced it, and the pages that todos before its group have read, which the summary and their
    /// files name.
    pub(crate) fn own_addresses(&self, begin: usize, n: usize, is_foreign: bool) -> Vec<String> {
        let todo = &self.board.todos[n];
        let earlier = self.before(begin).flat_map(|finished| &finished.research.sources);
        let read = earlier.filter(|source| !source.content_hash.is_empty()).map(|source| &source.url);
        let known = todo.sources.iter().chain(read).filter(|url| web::guard::check(url).is_ok()).cloned();
        let written = if is_foreign { Vec::new() } else { addresses::in_text(&todo.question()) };
        known.chain(written).collect()
    }

    pub(crate) fn spent(&self) -> MicroUsd {
        self.rows().map(|(_, finished)| finished.research.cost).sum()
    }

    /// Returns the account when the group that starts at `begin` starts.
    pub(crate) fn account(&self, begin: usize, (budget, elapsed): (MicroUsd, Duration)) -> Account {
        let worked = || self.before(begin).filter(|finished| finished.state.status != TodoStatus::Skipped);
        let spent = worked().map(|finished| finished.research.cost).sum();
        let is_required = |n: &usize| !self.board.todos[*n].direction.optional && self.finished[*n].is_none();
        Account {
            left: budget.saturating_sub(self.spent()),
            spent,
            worked: worked().count() as u64,
            required: (begin..self.board.todos.len()).filter(is_required).count() as u64,
            elapsed,
        }
    }

    /// Returns the dossiers of all entities, in the order of the bundle.
    pub(crate) fn dossiers<'a>(&'a self, named: &EpisodeBundle<'a>) -> Vec<Dossier<'a>> {
        let of_entity = |entity: &'a domain::event::DirectedEntity| {
            let todos = self.rows().filter(|(todo, _)| todo.name == entity.name && todo.kind == entity.kind).collect();
            Dossier { episode: &self.episode, entity, todos }
        };
        named.bundle.entities.iter().map(of_entity).collect()
    }

    /// Returns the content of `todos.json`.
    pub(crate) fn listed(&self) -> Value {
        let mut listed = self.board.listed();
        listed["episode"] = json!(self.episode);
        listed
    }

    pub(crate) fn key(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }
}
