//! The door to the operations: the HTTP API of a gateway. One method per verb, with the input and output types of
//! `operations`.

mod dead_letters;
mod entities;
mod error;
mod events;
mod find;
mod http;
mod macros;
mod memory;
mod publication;
mod redrives;
mod research;
mod reviews;
mod runs;
mod schedules;
mod server_events;
mod summary;
mod webhooks;

pub use error::{DoorError, Problem};
pub use http::Door;
pub use macros::Executed;
pub use reviews::ReadResult;
pub use server_events::{ServerEvent, ServerEvents};

use operations::PageQuery;

/// Maximum rows of a page.
const PAGE: u32 = 200;

/// Returns the query of a page.
fn page(cursor: Option<String>) -> PageQuery {
    PageQuery { limit: Some(PAGE), cursor }
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;
    use crate::Context;

    #[test]
    fn without_a_gateway_one_sentence_says_how_to_get_one() {
        let context = Context::new(Env::from_pairs([("AUSPEX_NATS_URL", "nats://n")]), true).unwrap();
        let error = Door::open(&context).err().unwrap().to_string();
        assert!(error.contains("`auspex up`") && error.contains("AUSPEX_URL and AUSPEX_TOKEN"), "{error}");
    }

    #[tokio::test]
    async fn a_command_without_a_door_names_the_variables_of_a_direct_connection() {
        let mut context = Context::new(Env::from_pairs([("AUSPEX_URL", "http://h:1")]), true).unwrap();
        context.command = "score".to_owned();
        for error in [context.store().await.err().unwrap(), context.client().await.err().unwrap()] {
            let text = error.to_string();
            assert!(text.contains("`auspex score`") && text.contains("AUSPEX_POSTGRES_URL"), "{text}");
        }
        assert!(Door::open(&context).err().unwrap().to_string().contains("AUSPEX_TOKEN"));
    }
}
