// Runs every check of the console in a browser and reports those that failed. Environment: CHROMIUM, the program; LINK, a login of the
// console; FLEET, the folder of the fleet; PICTURES, a folder for screenshots, or empty; ALBUM, a folder for pictures of every page; LOAD, a file
// of SQL that adds a large tenant; PART=functional leaves out what depends on the speed of the machine; UNTIL, the time in seconds since 1970
// after which no further check begins.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { TooLate, prepare } from "./world.mjs";
import { Console, isLate } from "./console.mjs";
import * as pages from "./pages.mjs";
import * as actions from "./actions.mjs";
import * as files from "./files.mjs";
import * as live from "./live.mjs";
import { album, take } from "./pictures.mjs";

const { CHROMIUM, LINK, FLEET, PICTURES, ALBUM, LOAD, PART, UNTIL } = process.env;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const world = await prepare(new URL(LINK).origin, FLEET).catch((error) => {
  if (!UNTIL || !(error instanceof TooLate)) throw error;
  console.log(`console-check: SKIPPED: ${error.message}`);
  process.exit(0);
});
if (LOAD) execFileSync("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-v", "age=86400", "-f", LOAD, world.settings.postgres_owner_url], { stdio: "inherit" });
const console_ = await Console.signIn(browser, LINK, world);

/// Checks with a limit of time that a busy machine may exceed, and those that stop the gateway.
const BY_TIME = [pages.eightTabs, pages.firstPaint, actions.marks, live.rows, live.pause, live.silence, live.killed, live.viewers];
/// Checks of every page, which take most of the time. The last check ends the session.
const SWEEPS = [pages.everyPage, pages.accessible, pages.wholeWords, pages.weight, actions.session];
/// Checks of times, which depend on what else the machine does: with TIMES=report they are reported and not judged.
const TIMED = [pages.firstPaint, live.viewers];

const checks = [
  ["every page at three widths in light and dark", pages.everyPage],
  ["no serious finding of axe", pages.accessible],
  ["no word is broken inside", pages.wholeWords],
  ["hostile text stays text", pages.hostileText],
  ["eight tabs of one browser load", pages.eightTabs],
  ["a page weighs less than 120 kB", pages.weight],
  ["the first content is painted within 300 ms", pages.firstPaint],
  ["a report is saved as Markdown, HTML and PDF, and read as PDF over MCP", files.saved],
  ["keys open pages, rows and help", actions.keys],
  ["rows are marked, opened and redriven together, and runs have neighbours", actions.marks],
  ["the bytes of an event are saved", actions.rawMessage],
  ["rows of an array are added, ordered, filtered and removed without JavaScript", actions.arrays],
  ["new rows wait behind a link", live.rows],
  ["pause stops all requests", live.pause],
  ["a page that hears nothing says so", live.silence],
  ["a gateway that is killed under open pages loses and doubles no row", live.killed],
  ["200 viewers use less than 5 % of a core", live.viewers],
  ["twenty results are reviewed with the keyboard alone", actions.keyboardReview],
  ["an edited result keeps what was typed after a conflict", actions.conflict],
  ["without JavaScript: read, filter, approve, redrive", actions.withoutScript],
  ["the notes and runs of an entity are those of its lists", actions.uses],
  ["a schedule is run now, without JavaScript", actions.runNow],
  ["a session that ends elsewhere keeps what was typed", actions.signedOutElsewhere],
  ["colours are kept, and signing out ends the session", actions.session],
];

const wanted = process.argv.slice(2);
const skipped = [];
let failed = 0;
if (PICTURES) await take(console_, PICTURES);
if (ALBUM) await album(console_, ALBUM);
const ofPart = PART === "functional" ? checks.filter(([, check]) => !BY_TIME.includes(check)) : checks;
const ordered = UNTIL ? ofPart.toSorted(([, one], [, two]) => SWEEPS.includes(one) - SWEEPS.includes(two)) : ofPart;
for (const [name, check] of ordered) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  if (isLate()) {
    skipped.push(name);
    continue;
  }
  const started = Date.now();
  try {
    const note = await check(console_);
    console.log(`ok    ${name}${note ? `: ${note}` : ""} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    const isReported = process.env.TIMES === "report" && TIMED.includes(check);
    if (!isReported) failed += 1;
    console.log(`${isReported ? "slow " : "FAIL "} ${name}: ${error.message}`);
  }
}
const breaches = [...console_.breaches(), ...await live.reported(console_)];
if (breaches.length > 0) {
  failed += 1;
  console.log(`FAIL  the content security policy was breached:\n${breaches.join("\n")}`);
}
await browser.close();
if (skipped.length > 0) console.log(`console-check: not run, the time was over: ${skipped.join("; ")}`);
console.log(failed === 0 ? "console-check: every check passed" : `console-check: ${failed} checks failed`);
process.exit(failed === 0 ? 0 : 1);
