//! Decodes message bodies: protobuf or JSON, and for publishers' events CloudEvents too.

use domain::{Event, Tenant};
use prost::Message;
use serde::de::DeserializeOwned;

use crate::event::{Envelope, InvalidEvent};
use crate::format::{Format, message, parse_content_type};
use crate::subject::{self, Address};
use crate::{cloud, json, v1};

/// Decodes a body in protobuf or JSON.
pub(crate) fn body<M: Message + Default + DeserializeOwned>(
    envelope: &Envelope<'_>,
    bytes: &[u8],
) -> Result<M, InvalidEvent> {
    match parse_content_type(content_type(envelope))? {
        Format::Protobuf => message(bytes),
        Format::Json => json::parse(bytes),
        Format::CloudEvent => Err(InvalidEvent::new("Content-Type", "only published events may be CloudEvents")),
    }
}

/// Returns `Content-Type`, or the attribute that replaces it in a CloudEvent in binary mode.
fn content_type<'a>(envelope: &Envelope<'a>) -> &'a str {
    if !envelope.content_type.is_empty() {
        return envelope.content_type;
    }
    envelope.header("content-type").or_else(|| envelope.header("ce-datacontenttype")).unwrap_or_default()
}

/// Decodes a publisher's event from protobuf, JSON or a CloudEvent and validates all fields. The tenant of the subject
/// is the event's: a body without a tenant is given it, and a body that names another one is refused. An event from a
/// file has no subject.
pub(crate) fn published(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Event, InvalidEvent> {
    let Some(address) = subject::parse(envelope.subject) else {
        return Event::try_from(wire(envelope, bytes)?);
    };
    let address = address?;
    let mut wire = wire(envelope, bytes)?;
    if wire.tenant.is_empty() {
        address.tenant.as_str().clone_into(&mut wire.tenant);
    }
    if wire.tenant != address.tenant.as_str() {
        return Err(other_tenant(&address, &wire));
    }
    let event = Event::try_from(wire)?;
    check_kind(&address, event.kind.name())?;
    Ok(event)
}

/// Decodes an event of a publisher who may publish for one tenant only. An event without a tenant is given this one.
///
/// # Errors
/// The event is invalid or names another tenant; the error names the field.
pub fn published_by(tenant: &Tenant, envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Event, InvalidEvent> {
    let mut wire = wire(envelope, bytes)?;
    if wire.tenant.is_empty() {
        tenant.as_str().clone_into(&mut wire.tenant);
    }
    if wire.tenant != tenant.as_str() {
        return Err(InvalidEvent::new("tenant", "names another tenant than the publisher's; leave it out"));
    }
    let event = Event::try_from(wire)?;
    if let Some(address) = subject::parse(envelope.subject) {
        check_kind(&address?, event.kind.name())?;
    }
    Ok(event)
}

fn wire(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<v1::Event, InvalidEvent> {
    let declared = content_type(envelope);
    match parse_content_type(declared)? {
        // A CloudEvent in structured mode names itself; not every sender has the header for it.
        Format::Json if cloud::is_structured(bytes) => cloud::structured(bytes),
        Format::Protobuf if declared.is_empty() && cloud::is_structured(bytes) => cloud::structured(bytes),
        Format::Protobuf => cloud::binary(envelope, message(bytes)?),
        Format::Json => cloud::binary(envelope, json::parse(bytes)?),
        Format::CloudEvent => cloud::structured(bytes),
    }
}

/// Checks that the subject and the body name the same kind.
fn check_kind(address: &Address<'_>, kind: &str) -> Result<(), InvalidEvent> {
    let Address { kind: named, tenant, .. } = address;
    if *named == kind {
        return Ok(());
    }
    let publish = subject::event(kind, tenant);
    Err(InvalidEvent::new(
        "kind",
        format!("the subject names {named:?}, but the body is a {kind}; publish it on {publish}"),
    ))
}

fn other_tenant(address: &Address<'_>, wire: &v1::Event) -> InvalidEvent {
    let Address { kind, tenant, .. } = address;
    let problem = match Tenant::parse(&wire.tenant) {
        Ok(named) => {
            let publish = subject::event(kind, &named);
            format!("is {named}, but the subject belongs to the tenant {tenant}; publish it on {publish}")
        }
        Err(invalid) => format!("{invalid}; leave it out, since the subject names the tenant {tenant}"),
    };
    InvalidEvent::new("tenant", problem)
}
