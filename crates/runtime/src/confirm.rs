//! Answers to the server about a delivery, confirmed.
//!
//! Never `ack()`, which is only queued and lost at exit, nor `double_ack()`, which takes "no responders" for a yes
//! (RELIABILITY E1, E12). A request that is answered is the only proof. A failure is no error either: the message comes
//! again and the inbox knows it.

use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::{Client, Request, Subject};
use bytes::Bytes;

/// The server answers within a millisecond, or is gone.
const TIMEOUT: Duration = Duration::from_secs(2);
const ATTEMPTS: u32 = 3;
/// A leader election, a reconnect.
const PAUSE: Duration = Duration::from_millis(250);

/// What to say about a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// It is done.
    Ack,
    /// It shall come again after this long; never at once.
    Nak(Duration),
    /// It shall never come again.
    Term,
    /// It is being worked on.
    Progress,
}

impl Word {
    fn bytes(self) -> Bytes {
        match self {
            Self::Ack => Bytes::from_static(b"+ACK"),
            Self::Nak(delay) => format!("-NAK {{\"delay\":{}}}", delay.as_nanos()).into(),
            Self::Term => Bytes::from_static(b"+TERM"),
            Self::Progress => Bytes::from_static(b"+WPI"),
        }
    }
}

/// Says it until the server confirms; false if it did not.
pub(crate) async fn say(client: &Client, reply: &Subject, word: Word) -> bool {
    for attempt in 1..=ATTEMPTS {
        let request = Request::new().payload(word.bytes()).timeout(Some(TIMEOUT));
        match client.send_request(reply.clone(), request).await {
            Ok(_) => return true,
            Err(error) => {
                let gone = error.kind() == RequestErrorKind::NoResponders;
                tracing::debug!(attempt, gone, %error, "the server did not confirm {word:?}");
            }
        }
        if attempt < ATTEMPTS {
            tokio::time::sleep(PAUSE).await;
        }
    }
    false
}

/// Says "in progress", unconfirmed: a confirmed one proves nothing either (RELIABILITY 1.1), and the next one is near.
pub(crate) async fn progress(client: &Client, reply: Subject) {
    let _ = client.publish(reply, Word::Progress.bytes()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a consumer (deleted, or without a leader) nobody answers: that must not pass for a yes.
    #[tokio::test]
    async fn only_an_answer_is_a_confirmation() {
        use futures::StreamExt;
        let nats = local_servers::Nats::start(local_servers::NatsOptions::default()).await.expect("nats-server starts");
        let client = async_nats::connect(nats.url()).await.expect("it answers");
        let (gone, there) = (Subject::from("$JS.ACK.gone"), Subject::from("$JS.ACK.there"));
        assert!(!say(&client, &gone, Word::Ack).await, "no responders");
        let mut heard = client.subscribe(there.clone()).await.expect("a subscription");
        let other = client.clone();
        let answering = tokio::spawn(async move {
            let message = heard.next().await.expect("the word");
            let reply = message.reply.expect("somebody waits for an answer");
            other.publish(reply, Bytes::new()).await.expect("an answer");
            message.payload
        });
        assert!(say(&client, &there, Word::Ack).await);
        assert_eq!(answering.await.expect("it was heard"), "+ACK");
    }

    #[test]
    fn a_nak_always_has_a_delay_in_nanoseconds() {
        assert_eq!(Word::Nak(Duration::from_millis(1500)).bytes(), "-NAK {\"delay\":1500000000}");
    }
}
