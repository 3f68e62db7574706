// Every page: it answers, fits its width, is accessible, breaks no word, and shows text of others as text.
import { AxeBuilder } from "@axe-core/playwright";
import { SCHEMES, WIDTHS, assert, isLate } from "./console.mjs";
import { HOSTILE } from "./world.mjs";

/// Name and path of every page.
export function paths(world) {
  const by = (list, condition) => list.find(condition) ?? list[0];
  const run = by(world.runs, (one) => one.phase === "done" && one.flags > 0 && !one.question.includes("alert(1)"));
  const pending = world.runs.find((one) => one.phase === "pending");
  const hostile = by(world.runs, (one) => one.question.includes("alert(1)"));
  const macro = by(world.waiting, (one) => one.macro_name === "client-discovery" && one.schema_valid);
  const forecast = world.waiting.find((one) => one.macro_name === "forecast");
  const list = {
    now: "/console/now",
    runs: "/console/runs",
    "runs-open": "/console/runs?state=open",
    run: `/console/runs/${run.run}`,
    "run-resolved": `/console/runs/${world.resolved.run}`,
    "run-hostile": `/console/runs/${hostile.run}`,
    "run-report": `/console/runs/${run.run}/report`,
    reports: "/console/reports",
    report: `/console/reports/content?key=${encodeURIComponent(world.report.key)}`,
    events: "/console/events",
    "events-none": "/console/events?kind=macro&state=dead",
    event: `/console/events/${world.events.question}`,
    "event-directions": `/console/events/${world.events.directions}`,
    bundles: `/console/bundles/${world.events.directions}`,
    "bundle-file": `/console/bundles/${world.events.directions}/file?bundle=tidewater-people&path=todos.json`,
    "event-transaction": `/console/events/${world.events.transaction}`,
    reviews: "/console/reviews",
    "reviews-approved": "/console/reviews?state=approved",
    review: `/console/reviews/${macro.result_id}`,
    "review-invalid": `/console/reviews/${by(world.waiting, (one) => !one.schema_valid).result_id}`,
    forecasts: "/console/forecasts",
    memory: "/console/memory",
    "memory-found": "/console/memory?q=Harbour",
    "memory-none": "/console/memory?q=%3Cscript%3E",
    "dead-letters": "/console/dead-letters",
    "dead-letters-list": "/console/dead-letters/list?open=true",
    "redrive-new": "/console/redrives/new?class=undecodable",
    spend: "/console/spend",
    setup: "/console/setup",
    "sign-in": "/console/sign-in?out=1",
    missing: "/console/nothing",
  };
  if (pending) list["run-pending"] = `/console/runs/${pending.run}`;
  if (forecast) list["review-forecast"] = `/console/reviews/${forecast.result_id}`;
  if (world.entities.length > 0) {
    list.entity = `/console/entities/${encodeURIComponent(world.entities[0].id)}`;
    list["entity-report"] = `${list.entity}/report`;
  }
  return list;
}

/** Names the elements of a page that end behind its right edge. */
function beyondTheEdge() {
  const ends = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth);
  return ends.slice(0, 8).map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")} with "${one.textContent.slice(0, 80)}"`);
}

export async function everyPage(console_) {
  let count = 0;
  for (const [width, height] of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const context = await console_.open({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(paths(console_.world))) {
        if (isLate()) break;
        const answer = await page.goto(console_.world.url + path);
        assert(answer.status() === (name === "missing" ? 404 : 200), `${path}: ${answer.status()}`);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const wide = beyond > 0 ? await page.evaluate(beyondTheEdge) : [];
        assert(beyond <= 0, `${name} at ${width} px is ${beyond} px too wide: ${wide.join(", ")}`);
        const hidden = await page.evaluate(undrawn);
        assert(hidden.length === 0, `${name} at ${width} px: ${hidden.join("; ")}`);
        count += 1;
      }
      await context.close();
    }
  }
  return `${count} pages`;
}

/// Parts of pictures that are not drawn, text that is cut, and links or buttons under something else.
function undrawn() {
  const found = [];
  for (const part of document.querySelectorAll("svg :is(line, rect, circle, path, polyline)")) {
    if (part.closest("svg :is(line, rect, circle, path, polyline) *")) found.push(`a <${part.localName}> inside another shape`);
  }
  for (const part of document.querySelectorAll("button, .state, td.num, th, .filters a, .menu a, h1, h2, h3, dt")) {
    const style = getComputedStyle(part);
    if (style.overflow !== "visible" && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1) found.push(`cut off: ${part.textContent.slice(0, 40)}`);
  }
  for (const part of document.querySelectorAll("main a, main button:not(.sr), main summary")) {
    const box = part.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.height < 12) found.push(`${part.textContent.slice(0, 30)} is ${box.height} px high`);
  }
  return found;
}

export async function accessible(console_) {
  const found = [];
  for (const [width, height, colorScheme] of [[1440, 900, "light"], [1440, 900, "dark"], [360, 740, "light"]]) {
    const context = await console_.open({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(paths(console_.world))) {
      if (isLate()) break;
      await page.goto(console_.world.url + path);
      const axe = new AxeBuilder({ page });
      // The other scheme has the same elements in other colours.
      const { violations } = await (colorScheme === "dark" ? axe.withRules("color-contrast") : axe).analyze();
      for (const one of violations.filter(({ impact }) => impact === "serious" || impact === "critical")) {
        found.push(`${name} at ${width} px ${colorScheme}: ${one.id}: ${one.nodes.slice(0, 2).map((node) => `${node.target} ${node.failureSummary.split("\n")[1]}`).join(" | ")}`);
      }
    }
    await context.close();
  }
  assert(found.length === 0, `\n${found.join("\n")}`);
}

/// Returns words of at most 40 letters that end on another line than they begin.
function brokenWords() {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("pre, textarea, svg, .run, .url, [hidden]")) continue;
    for (const match of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (match[0].length > 40 || match[0].length < 2) continue;
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top / 4)));
      if (tops.size > 1) broken.push(match[0]);
    }
  }
  return broken;
}

export async function wholeWords(console_) {
  for (const [width, height] of WIDTHS) {
    const context = await console_.open({ viewport: { width, height } });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(paths(console_.world))) {
      if (isLate()) break;
      await page.goto(console_.world.url + path);
      const broken = await page.evaluate(brokenWords);
      assert(broken.length === 0, `${name} at ${width} px breaks ${broken.slice(0, 5).join(", ")}`);
    }
    await context.close();
  }
}

export async function hostileText(console_) {
  const hostile = console_.world.runs.find((run) => run.question.includes("alert(1)"));
  for (const path of [`/console/runs/${hostile.run}`, "/console/runs", "/console/memory?q=alert", "/console/reviews"]) {
    await console_.with(path, { viewport: { width: 360, height: 740 } }, async (page) => {
      const foreign = await page.evaluate(() => document.querySelectorAll("main script, main img, main b, main iframe, main [onerror]").length);
      assert(foreign === 0, `${path} has ${foreign} elements of a publisher`);
      const text = await page.locator("main").innerText();
      assert(!/[\u202A-\u202E\u2066-\u2069\u200B]/.test(text), `${path} shows a hidden character as it is`);
    });
  }
  await console_.with(`/console/runs/${hostile.run}`, {}, async (page) => {
    assert((await page.locator("h1").innerText()).includes("<script>alert(1)</script>"), "the markup is not shown as text");
    assert((await page.locator(".hidden-char").count()) > 0, "hidden characters are not visible");
    assert(HOSTILE.includes("Donaudampf"), "the word of the check");
  });
}

export async function eightTabs(console_) {
  const context = await console_.open();
  const list = ["now", "runs", "run", "events", "reviews", "memory", "dead-letters", "spend"].map((name) => paths(console_.world)[name]);
  const tabs = await Promise.all(list.map(async (path) => {
    const page = await context.newPage();
    const answer = await page.goto(console_.world.url + path, { timeout: 15_000 });
    return answer.status();
  }));
  assert(tabs.every((status) => status === 200), `statuses ${tabs}`);
  await context.close();
}

/// Milliseconds until the first content of a page is painted.
const MAX_PAINT = 300;

/// Returns the time of the first content, once it is painted.
function painted() {
  return new Promise((done) => {
    const named = (entries) => entries.find((entry) => entry.name === "first-contentful-paint");
    new PerformanceObserver((list) => { const entry = named(list.getEntries()); if (entry) done(entry.startTime); }).observe({ type: "paint", buffered: true });
  });
}

/// Paints each page three times and judges the middle time.
export async function firstPaint(console_) {
  const context = await console_.open({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const times = [];
  for (const [name, path] of Object.entries(paths(console_.world))) {
    const visits = [];
    for (let visit = 0; visit < 3; visit += 1) {
      await page.goto(console_.world.url + path);
      visits.push(await page.evaluate(painted));
    }
    times.push([visits.sort((one, two) => one - two)[1], name]);
  }
  await context.close();
  times.sort(([one], [two]) => two - one);
  const note = times.slice(0, 3).map(([time, name]) => `${name} ${Math.round(time)} ms`).join(", ");
  assert(times[0][0] < MAX_PAINT, `the slowest are ${note}`);
  return `the slowest are ${note}`;
}

export async function weight(console_) {
  const context = await console_.open();
  const page = await context.newPage();
  let most = ["", 0];
  for (const [name, path] of Object.entries(paths(console_.world))) {
    const answer = await page.goto(console_.world.url + path);
    const bytes = (await answer.body()).length;
    if (bytes > most[1]) most = [name, bytes];
    if (!name.startsWith("run")) assert(bytes < 120 * 1024, `${name} has ${bytes} bytes`);
  }
  await context.close();
  return `the largest is ${most[0]} with ${most[1]} bytes`;
}
