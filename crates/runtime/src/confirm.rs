//! Acknowledgements that the server confirms.
//!
//! async-nats' `ack()` only queues the message, which is lost at exit; its `double_ack()` takes "no responders" for a
//! confirmation. Only a reply to a request proves that the server has the acknowledgement. A failure is not an error:
//! the message is redelivered and the inbox recognises it.

use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::{Client, Request, Subject};
use bytes::Bytes;

/// Time for one request. A reachable server answers within a millisecond.
const TIMEOUT: Duration = Duration::from_secs(2);
const ATTEMPTS: u32 = 3;
/// Delay before the next attempt: enough for a leader election or a reconnect.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// Kinds of acknowledgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AckKind {
    /// The delivery is settled.
    Ack,
    /// Redeliver after this time, which is never zero.
    Nak(Duration),
    /// Terminate the message: never redeliver.
    Term,
    /// Work is in progress; extends the acknowledgement deadline.
    Progress,
}

impl AckKind {
    pub(crate) fn bytes(self) -> Bytes {
        match self {
            Self::Ack => Bytes::from_static(b"+ACK"),
            Self::Nak(delay) => format!("-NAK {{\"delay\":{}}}", delay.as_nanos()).into(),
            Self::Term => Bytes::from_static(b"+TERM"),
            Self::Progress => Bytes::from_static(b"+WPI"),
        }
    }
}

/// Acknowledges many deliveries: sends all but the last one without waiting, and the last one as [`send`] does. The
/// server handles acknowledgements of a connection in order, so the confirmation of the last one covers the others;
/// those that a reconnect loses are redelivered, and the journal recognises them.
pub(crate) async fn send_all(client: &Client, replies: &[Subject], kind: AckKind) -> bool {
    let Some((last, others)) = replies.split_last() else { return true };
    for reply in others {
        if client.publish(reply.clone(), kind.bytes()).await.is_err() {
            return false;
        }
    }
    send(client, last, kind).await
}

/// Sends the acknowledgement until the server confirms it; returns false if it did not.
pub(crate) async fn send(client: &Client, reply: &Subject, kind: AckKind) -> bool {
    for attempt in 1..=ATTEMPTS {
        let request = Request::new().payload(kind.bytes()).timeout(Some(TIMEOUT));
        match client.send_request(reply.clone(), request).await {
            Ok(_) => return true,
            Err(error) => {
                let gone = error.kind() == RequestErrorKind::NoResponders;
                tracing::debug!(attempt, gone, %error, "the server did not confirm {kind:?}");
            }
        }
        if attempt < ATTEMPTS {
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
    false
}

/// Sends "in progress" unconfirmed: the server confirms one for a message that it has already redelivered too, and the
/// next one follows soon.
pub(crate) async fn progress(client: &Client, reply: Subject) {
    let _ = client.publish(reply, AckKind::Progress.bytes()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a consumer (deleted, or without a leader) no reply arrives, which must not count as a confirmation.
    #[tokio::test]
    async fn only_a_reply_is_a_confirmation() {
        use futures::StreamExt;
        let nats = local_servers::Nats::start(local_servers::NatsOptions::default()).await.expect("nats-server starts");
        let client = async_nats::connect(nats.url()).await.expect("it answers");
        let (gone, there) = (Subject::from("$JS.ACK.gone"), Subject::from("$JS.ACK.there"));
        assert!(!send(&client, &gone, AckKind::Ack).await, "no responders");
        let mut requests = client.subscribe(there.clone()).await.expect("a subscription");
        let other = client.clone();
        let answering = tokio::spawn(async move {
            let message = requests.next().await.expect("the acknowledgement");
            let reply = message.reply.expect("a request");
            other.publish(reply, Bytes::new()).await.expect("an answer");
            message.payload
        });
        assert!(send(&client, &there, AckKind::Ack).await);
        assert_eq!(answering.await.expect("it was received"), "+ACK");
    }

    #[test]
    fn a_nak_always_has_a_delay_in_nanoseconds() {
        assert_eq!(AckKind::Nak(Duration::from_millis(1500)).bytes(), "-NAK {\"delay\":1500000000}");
    }
}
