//! The reply subject of a delivery, which names its place in the stream.

/// Prefix of the reply subject of a copy, in place of `$JS.ACK.`. Nothing is sent to it.
pub(crate) const COPY: &str = "copy.";

/// Returns true for the reply subject of a copy, which was read from the stream and has no acknowledgement.
pub(crate) fn is_copy(reply: &str) -> bool {
    reply.starts_with(COPY)
}

/// Place of a delivery.
pub(crate) struct ReplyInfo {
    pub(crate) deliveries: i64,
    pub(crate) sequence: u64,
    pub(crate) stored_at: i128,
    /// Messages that the consumer has not delivered yet.
    pub(crate) pending: u64,
}

/// Parses a reply subject:
/// `$JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<deliveries>.<sequence>.<consumer sequence>.<nanoseconds>.<pending>[.<token>]`.
pub(crate) fn parse_reply(reply: &str) -> Option<ReplyInfo> {
    let place = reply.strip_prefix("$JS.ACK.").or_else(|| reply.strip_prefix(COPY))?;
    let before = if place.split('.').count() >= 9 { 4 } else { 2 };
    let mut numbers = place.split('.').skip(before);
    let (deliveries, sequence) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let stored_at = numbers.nth(1)?.parse().ok()?;
    let pending = numbers.next()?.parse().ok()?;
    Some(ReplyInfo { deliveries, sequence, stored_at, pending })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_reply_subject_are_parsed() {
        for reply in [
            "copy.S.c.3.17.4.1700000000000000001.9",
            "$JS.ACK.S.c.3.17.4.1700000000000000001.9",
            "$JS.ACK.hub.HASH.S.c.3.17.4.1700000000000000001.9.tok",
        ] {
            let place = parse_reply(reply).unwrap();
            let numbers = (place.deliveries, place.sequence, place.stored_at, place.pending);
            assert_eq!(numbers, (3, 17, 1_700_000_000_000_000_001, 9));
        }
        assert!(parse_reply("_INBOX.x").is_none());
        assert!(parse_reply("$JS.ACK.S.c").is_none());
    }
}
