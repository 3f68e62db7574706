// Live pages: what a stream changes, pause, a page that loses its server, and what 200 viewers cost the gateway.
import fs from "node:fs";
import { assert } from "./console.mjs";
import { paths } from "./pages.mjs";

const VIEWERS = 200;
const STREAMS_PER_SESSION = 4;
const SECONDS = 10;
/// Share of a core that all viewers may use.
const MAX_SHARE = 0.05;

export async function rows(console_) {
  await console_.with("/console/runs", {}, async (page) => {
    await page.getByRole("button", { name: "Live" }).waitFor();
    const before = await page.locator("tr[data-row]").count();
    await console_.world.call("POST", "/v1/questions", { question: "Will the new row wait behind its link?", closes: "2027-03-01" });
    await page.getByText(/^\d+ new$/).waitFor({ timeout: 20_000 });
    assert((await page.locator("tr[data-row]").count()) === before, "a new row has moved the others");
    await page.keyboard.press(".");
    await page.getByRole("link", { name: "Will the new row wait behind its link?" }).first().waitFor();
  });
}

export async function pause(console_) {
  await console_.with("/console/now", {}, async (page) => {
    let requests = 0;
    await page.getByRole("button", { name: "Live" }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("button", { name: /paused/ }).waitFor();
    page.on("request", () => { requests += 1; });
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await new Promise((done) => setTimeout(done, 6500));
    assert(requests === 0, `${requests} requests while live updates are paused`);
    const resumed = page.waitForRequest((request) => request.url().includes("/console/live"), { timeout: 8000 });
    await page.keyboard.press("p");
    await resumed;
  });
}

export async function silence(console_) {
  await console_.with(paths(console_.world).runs, {}, async (page) => {
    await page.getByRole("button", { name: "Live" }).waitFor();
    // A browser that is set offline keeps its open streams, so the gateway stops for a while instead.
    const gateway = Number(listener(Number(new URL(console_.world.url).port)));
    process.kill(gateway, "SIGSTOP");
    try {
      await page.locator(".banner").waitFor({ state: "visible", timeout: 20_000 });
    } finally {
      process.kill(gateway, "SIGCONT");
    }
    await page.locator(".banner").waitFor({ state: "hidden", timeout: 60_000 });
  });
}

/// The gateway is killed under an open list and starts again. New rows arrive once, and none of the others is lost.
export async function killed(console_) {
  const { world } = console_;
  const found = await reported(console_);
  assert(found.length === 0, found.join("\n"));
  await console_.with("/console/runs", {}, async (page) => {
    await page.getByRole("button", { name: "Live" }).waitFor();
    process.kill(Number(listener(Number(new URL(world.url).port))), "SIGKILL");
    // It may start again before the page misses it; the check of silence is another one.
    for (let second = 0; !(await answers(world)); second += 1) {
      assert(second < 90, "the gateway did not start again");
      await page.waitForTimeout(1000);
    }
    await page.locator(".banner").waitFor({ state: "hidden", timeout: 90_000 });
    await world.call("POST", "/v1/questions", { question: "Will the row after the kill arrive once?", closes: "2027-03-01" });
    await page.getByText(/^\d+ new$/).waitFor({ timeout: 30_000 });
    await page.keyboard.press(".");
    await page.getByRole("link", { name: "Will the row after the kill arrive once?" }).first().waitFor();
    const shown = await page.locator("tr[data-row][id^=run-]").evaluateAll((rows) => rows.map((row) => row.id.slice(4)));
    const listed = (await world.get("/v1/runs?limit=50")).items.map((run) => run.run);
    assert(new Set(shown).size === shown.length, `a row is doubled: ${shown}`);
    assert(JSON.stringify(shown) === JSON.stringify(listed), `the page shows ${shown}, the list is ${listed}`);
  });
}

async function answers(world) {
  return world.get("/v1/runs?limit=1").then(() => true, () => false);
}

/// Returns the breaches of the policy that browsers have reported to the gateway since its start.
export async function reported({ world }) {
  const gateway = world.settings.services.find((service) => service.name === "gateway");
  const metrics = await (await fetch(new URL("/metrics", gateway.url))).text();
  return metrics.split("\n").filter((line) => line.startsWith("auspex_console_csp_reports_total") && !line.endsWith(" 0"));
}

/// Returns the process that listens on a port.
function listener(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const lines = ["tcp", "tcp6"].flatMap((file) => fs.readFileSync(`/proc/net/${file}`, "utf8").split("\n").slice(1));
  const inodes = lines.map((line) => line.trim().split(/\s+/)).filter((fields) => fields[1]?.endsWith(`:${hex}`) && fields[3] === "0A").map((fields) => `socket:[${fields[9]}]`);
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).find((pid) => {
    try {
      return fs.readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(fs.readlinkSync(`/proc/${pid}/fd/${fd}`)));
    } catch {
      return false;
    }
  });
}

/// Returns the processor time of a process in seconds.
function used(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function session({ url, token }) {
  const answer = await fetch(`${url}/console/sign-in`, {
    method: "POST", redirect: "manual", headers: { origin: url, "content-type": "application/x-www-form-urlencoded" }, body: new URLSearchParams({ token }),
  });
  return answer.headers.get("set-cookie").split(";")[0];
}

/// Opens the streams of 200 viewers and measures the gateway with them and without.
export async function viewers(console_) {
  const { world } = console_;
  const gateway = listener(Number(new URL(world.url).port));
  assert(gateway, "no process listens on the port of the gateway");
  const measure = async () => {
    const before = used(gateway);
    await new Promise((done) => setTimeout(done, SECONDS * 1000));
    return (used(gateway) - before) / SECONDS;
  };
  const idle = await measure();
  const stop = new AbortController();
  let bytes = 0;
  const read = async (answer) => {
    try {
      for await (const chunk of answer.body) bytes += chunk.length;
    } catch { /* the end of the check */ }
  };
  for (let opened = 0; opened < VIEWERS; opened += STREAMS_PER_SESSION) {
    const cookie = await session(world);
    for (let tab = 0; tab < STREAMS_PER_SESSION; tab += 1) {
      const answer = await fetch(`${world.url}/console/live?view=runs`, { headers: { cookie }, signal: stop.signal });
      assert(answer.status === 200, `a stream was answered with ${answer.status}`);
      read(answer);
    }
  }
  bytes = 0;
  const busy = await measure();
  stop.abort();
  const share = busy - idle;
  const note = `${VIEWERS} viewers use ${(share * 100).toFixed(1)} % of a core (${(idle * 100).toFixed(1)} % without them), ${Math.round(bytes / SECONDS / 1024)} kB/s`;
  assert(share < MAX_SHARE, note);
  return note;
}
