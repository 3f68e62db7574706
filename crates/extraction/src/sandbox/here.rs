//! Reading in this very process: for tests, and for bytes that are our own.

use crate::Document;
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::sandbox::wire::Answer;
use crate::sandbox::{Failed, Reads, Unread};

/// No child, no protection.
#[derive(Debug, Clone, Copy, Default)]
pub struct Here;

impl Reads for Here {
    fn read<'a>(&'a self, unread: &'a Unread) -> BoxFuture<'a, Result<Document, Failed>> {
        let read = crate::read(&unread.bytes, &unread.label.content_type, &unread.label.url);
        std::future::ready(Answer::of(read).into_result()).boxed()
    }
}
