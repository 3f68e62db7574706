#!/usr/bin/env node
// Publishes events (NDJSON) to Auspex as CloudEvents in structured mode, each confirmed by JetStream. Plain Node 18 or newer, no
// packages; a real publisher would use the client library `@nats-io/jetstream` and do the same.
import { createHash } from "node:crypto";
import { createConnection } from "node:net";
import { readFileSync } from "node:fs";

const [url, file] = process.argv.slice(2);
if (!file) {
  console.error("usage: node publish.mjs nats://127.0.0.1:4222 FILE");
  process.exit(2);
}
const KINDS = { transaction: "transaction", scoutAlert: "scout_alert", question: "question", retrievalMiss: "retrieval_miss", directions: "directions", macro: "macro", entityRequest: "entity_request" };

const place = new URL(url);
const socket = createConnection({ host: place.hostname, port: Number(place.port || 4222) });
let buffer = Buffer.alloc(0);
let answered = () => {};
let failed = () => {};
let lost;

/** Nothing can be asked any more: what waits for an answer, and whatever is asked later, is told why. */
function lose(error) {
  lost ??= error;
  failed(lost);
}

/** Reads protocol lines as they come; a message ends a request. */
socket.on("data", (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf("\r\n");
    if (end < 0) return;
    const words = buffer.subarray(0, end).toString().split(" ");
    const size = words[0] === "MSG" || words[0] === "HMSG" ? Number(words.at(-1)) + 2 : 0;
    if (buffer.length < end + 2 + size) return;
    const body = buffer.subarray(end + 2, end + 2 + Math.max(0, size - 2));
    buffer = buffer.subarray(end + 2 + size);
    if (words[0] === "PING") socket.write("PONG\r\n");
    else if (words[0] === "-ERR") lose(new Error(words.join(" ")));
    else if (words[0] === "MSG") answered(JSON.parse(body.toString()));
    else if (words[0] === "HMSG") failed(new Error("nobody keeps this subject: was `auspex topology apply` run?"));
  }
});
socket.on("error", lose);
socket.on("close", () => lose(new Error("the server closed the connection")));
socket.setTimeout(10_000, () => lose(new Error("the server does not answer")));

const options = { verbose: false, pedantic: false, headers: true, no_responders: true, lang: "node", version: "0" };
if (place.username) Object.assign(options, { user: place.username, pass: place.password });
socket.write(`CONNECT ${JSON.stringify(options)}\r\nSUB _INBOX.example 1\r\n`);

/** Publishes one message and resolves with JetStream's answer. */
function request(subject, headers, body) {
  return new Promise((resolve, reject) => {
    answered = resolve;
    failed = reject;
    if (lost) return reject(lost);
    const head = Buffer.from(`NATS/1.0\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
    const payload = Buffer.from(body);
    socket.write(Buffer.concat([Buffer.from(`HPUB ${subject} _INBOX.example ${head.length} ${head.length + payload.length}\r\n`), head, payload, Buffer.from("\r\n")]));
  });
}

let published = 0;
let refused = 0;
for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
  if (!line.trim()) continue;
  try {
    const { id, source, occurredAt, tenant, ...data } = JSON.parse(line);
    const field = Object.keys(data).find((name) => name in KINDS);
    if (!id || !field) throw new Error("an event has an id and one kind");
    const kind = KINDS[field];
    const envelope = { specversion: "1.0", id, source: source || "example", type: `dev.auspex.event.${kind}`, time: occurredAt, tenant, datacontenttype: "application/json", data };
    const subject = `auspex.event.${kind}.${tenant || "default"}`;
    const body = JSON.stringify(envelope);
    // Not the event's id alone: another tenant could guess it, and the stream would drop this message as a duplicate.
    const messageId = createHash("sha256").update(`${subject} ${body}`).digest("hex");
    const headers = { "Nats-Msg-Id": messageId, "Content-Type": "application/cloudevents+json" };
    const answer = await request(subject, headers, body);
    if (answer.error) throw new Error(answer.error.description);
    published += 1;
  } catch (error) {
    refused += 1;
    console.error(`line ${index + 1}: ${error.message}`);
  }
}
console.log(`${published} published, ${refused} refused`);
socket.end();
process.exit(refused ? 3 : 0);
