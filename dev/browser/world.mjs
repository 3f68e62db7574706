// Data of the checks: what the demo has answered, hostile questions, results that wait for a review, and dead letters.
import fs from "node:fs";
import net from "node:net";
import { assert } from "./console.mjs";

const WAITING = 30;
const DEAD = 12;
/// Text with markup, script, directions, hidden characters and a word of 40 letters.
export const HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(2)> \u202Egnp.exe\u202C " +
  "\u200Bhidden \u2066isolated\u2069 Donaudampfschifffahrtsgesellschaftskapit\u00E4n " + `${"x".repeat(90)} "'&<b>`;

/// The fleet has not made the data of the checks in time.
export class TooLate extends Error {}

/// Waits until `read` returns something, or until the time of the whole program is over.
async function until(what, read, seconds = 900) {
  const end = Number(process.env.UNTIL || Infinity) * 1000;
  for (let second = 0; second < seconds && Date.now() < end; second += 1) {
    const found = await read();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 1000));
  }
  throw new TooLate(`${what} did not appear in time`);
}

export async function prepare(url, fleet) {
  const token = fs.readFileSync(`${fleet}/gateway.token`, "utf8").trim();
  const settings = JSON.parse(fs.readFileSync(`${fleet}/fleet.json`, "utf8"));
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    assert(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  };
  const get = (path) => call("GET", path);
  const hostile = await call("POST", "/v1/questions", {
    question: `Will ${HOSTILE} rise?`, background: `${HOSTILE} ${"long text ".repeat(6_000)}`, closes: "2027-03-01",
  });
  // The offline world knows this client; data about any other violates the schema.
  for (let number = 0; number < WAITING; number += 1) {
    const client_name = number === 0 ? `Nobody ${HOSTILE}` : "Tidewater Batteries plc";
    await call("POST", "/v1/macros/client-discovery/executions", { params: { client_name } });
  }
  await publishGarbage(settings.nats_url, DEAD);
  const waiting = await until("the results of the macros", async () => {
    const page = await get("/v1/reviews?limit=100");
    return page.items.filter((item) => item.macro_name === "client-discovery" && item.schema_valid).length >= WAITING - 1 && page.items;
  });
  await until("the dead letters", async () => (await get("/v1/dead-letters?limit=50")).items.length >= DEAD);
  const runs = await until("the hostile run", async () => {
    const page = await get("/v1/runs?limit=50");
    return page.items.some((run) => run.question.includes("alert(1)") && run.phase === "done") && page.items;
  });
  const resolved = runs.find((run) => run.phase === "done" && run.crowd !== null);
  await call("POST", `/v1/runs/${resolved.run}/outcome`, { outcome: 1, because: HOSTILE });
  const event = async (kind) => (await get(`/v1/events?kind=${kind}&limit=1`)).items[0].job;
  const events = { question: await event("question"), transaction: await event("transaction"), directions: await event("directions") };
  const reports = (await get("/v1/reports?limit=50")).items;
  const report = reports.find((one) => one.key.startsWith("entities/")) ?? reports[0];
  const entities = reports.filter((one) => one.key.startsWith("entities/")).map((one) => ({ id: one.key.split("/").at(-2) }));
  return { url, token, get, call, hostile, waiting, runs, resolved, events, report, settings, entities };
}

/// Publishes bytes that no version of the classifier can decode.
async function publishGarbage(address, messages) {
  const { hostname, port, username, password } = new URL(address);
  await new Promise((done, failed) => {
    const socket = net.connect(Number(port), hostname);
    socket.on("error", failed);
    socket.on("data", (data) => {
      const text = data.toString();
      if (text.includes("-ERR")) failed(new Error(text));
      if (!text.includes("PONG")) return;
      socket.end();
      done();
    });
    const connect = { verbose: false, pedantic: false, user: username, pass: decodeURIComponent(password), lang: "node", version: "0", headers: true };
    socket.write(`CONNECT ${JSON.stringify(connect)}\r\n`);
    for (let number = 0; number < messages; number += 1) {
      const payload = `not an event ${number} <b>`;
      socket.write(`PUB auspex.event.question.default ${payload.length}\r\n${payload}\r\n`);
    }
    socket.write("PING\r\n");
  });
}
