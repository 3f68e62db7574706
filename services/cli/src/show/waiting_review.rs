//! A forecast that waits for its review, as text or JSON.

use operations::runs::AwaitedReview;
use serde_json::json;

use crate::Context;

/// Prints how to decide about the forecast, which is not printed: it is not published.
pub(super) fn print(review: &AwaitedReview, context: &Context) -> anyhow::Result<()> {
    context.print(&json!({ "review": review }), |_| lines(review))
}

fn lines(review: &AwaitedReview) -> [String; 3] {
    let id = review.result;
    let expires = review.expires_at.map(|at| format!(" until {}", at.format("%F %T"))).unwrap_or_default();
    [
        format!("review       the forecast waits for a person{expires}; it is published when it is approved"),
        format!("             auspex review show {id}"),
        format!("             auspex review approve {id}   (or edit, or reject)"),
    ]
}
