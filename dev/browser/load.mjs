// Measures the pages of the console with a large database and prints a table. Environment: LINK, a login; FLEET, the folder of the fleet.
import fs from "node:fs";

const REQUESTS = 40;
const MAX_MILLISECONDS = 100;
const MAX_BYTES = 120 * 1024;

const { LINK, FLEET } = process.env;
const url = new URL(LINK).origin;
const token = fs.readFileSync(`${FLEET}/gateway.token`, "utf8").trim();
const signed = await fetch(`${url}/console/sign-in`, {
  method: "POST", redirect: "manual", headers: { origin: url, "content-type": "application/x-www-form-urlencoded" }, body: new URLSearchParams({ token }),
});
const cookie = signed.headers.get("set-cookie").split(";")[0];
const get = (path) => fetch(url + path, { headers: { cookie } });
const run = JSON.parse(fs.readFileSync(`${FLEET}/../run.json`, "utf8")).items.find((one) => one.phase === "done");

/// Returns the bytes of a file as they are sent to a browser.
async function sent(asset) {
  const answer = await fetch(url + asset, { headers: { cookie, "accept-encoding": "gzip" } });
  await answer.arrayBuffer();
  return Number(answer.headers.get("content-length"));
}

const PAGES = [
  "/console/now", "/console/runs", "/console/runs?state=open", "/console/runs?state=forecast", `/console/runs/${run.run}`, "/console/events",
  "/console/events?kind=question&state=answered", "/console/reviews", "/console/forecasts", "/console/memory", "/console/memory?q=Harbour",
  "/console/dead-letters", "/console/dead-letters/list?open=true", "/console/spend", "/console/setup",
];

let failed = 0;
console.log("| page | median | p95 | page | page, style and scripts |\n|---|---|---|---|---|");
for (const path of PAGES) {
  const times = [];
  let text = "";
  for (let number = 0; number < REQUESTS; number += 1) {
    const began = performance.now();
    const answer = await get(path);
    text = await answer.text();
    times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  }
  times.sort((one, two) => one - two);
  let all = Buffer.byteLength(text);
  for (const [asset] of text.matchAll(/\/console\/assets\/[0-9a-f]+\.(css|js)/g)) all += await sent(asset);
  const [median, p95] = [times[REQUESTS / 2], times[Math.ceil(REQUESTS * 0.95) - 1]];
  const bytes = Buffer.byteLength(text);
  if (p95 > MAX_MILLISECONDS || bytes > MAX_BYTES) failed += 1;
  const name = path.replace(run.run, "{run}").replace("/console", "");
  console.log(`| \`${name}\` | ${median.toFixed(0)} ms | ${p95.toFixed(0)} ms | ${(bytes / 1024).toFixed(0)} kB | ${(all / 1024).toFixed(0)} kB |`);
}
console.log(failed === 0 ? "console-load: every page within its limits" : `console-load: ${failed} pages above ${MAX_MILLISECONDS} ms or ${MAX_BYTES / 1024} kB`);
process.exit(failed === 0 ? 0 : 1);
