// Prints the results of a tenant as they are made, each once, also after a lost connection. Node 18 or newer, no packages.
//
//     AUSPEX_URL=http://127.0.0.1:8088 AUSPEX_TOKEN=... node results.mjs [from-start] [NUMBER OF RESULTS]
//
// `id` is the position of a result, `event` its kind, `data` the result as JSON. The last id is sent as `Last-Event-ID`, so that the stream
// continues after it.
const url = process.env.AUSPEX_URL ?? "http://127.0.0.1:8088";
const token = process.env.AUSPEX_TOKEN ?? "";
const words = process.argv.slice(2);
const most = Number(words.find((word) => /^\d+$/.test(word)) ?? 0);
let position = words.includes("from-start") ? "0" : "";
let printed = 0;

function parsed(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at <= 0) continue; // A comment keeps the connection open.
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
    fields[name] = name === "data" && "data" in fields ? `${fields.data}\n${value}` : value;
  }
  return fields;
}

async function* events() {
  const headers = { authorization: `Bearer ${token}`, ...(position && { "last-event-id": position }) };
  const answer = await fetch(`${url}/v1/results`, { headers });
  if (!answer.ok && answer.status < 500 && answer.status !== 429) {
    console.error(`the gateway answers ${answer.status}: ${await answer.text()}`);
    process.exit(1);
  }
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  let text = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk.replaceAll("\r\n", "\n");
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      yield parsed(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
}

for (;;) {
  try {
    for await (const event of events()) {
      if (event.event === "gap" || event.event === "reset") {
        console.error(`${event.event}: ${event.data}`);
        process.exit(1);
      }
      if (event.data) {
        console.log(JSON.stringify({ kind: event.event, result: JSON.parse(event.data) }));
        printed += 1;
      }
      position = event.id ?? position;
      if (most && printed >= most) process.exit(0);
    }
  } catch (lost) {
    console.error(`connection lost (${lost.message}); it is opened again`);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
