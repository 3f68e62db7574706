// Runs every check of the console in a browser and reports those that failed. Environment: CHROMIUM, the program; LINK, a login of the
// console; FLEET, the folder of the fleet; PICTURES, a folder for screenshots, or empty.
import { chromium } from "playwright-core";
import { prepare } from "./world.mjs";
import { Console } from "./console.mjs";
import * as pages from "./pages.mjs";
import * as actions from "./actions.mjs";
import * as live from "./live.mjs";
import { take } from "./pictures.mjs";

const { CHROMIUM, LINK, FLEET, PICTURES } = process.env;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const world = await prepare(new URL(LINK).origin, FLEET);
const console_ = await Console.signIn(browser, LINK, world);

const checks = [
  ["every page at three widths in light and dark", pages.everyPage],
  ["no serious finding of axe", pages.accessible],
  ["no word is broken inside", pages.wholeWords],
  ["hostile text stays text", pages.hostileText],
  ["eight tabs of one browser load", pages.eightTabs],
  ["a page weighs less than 120 kB", pages.weight],
  ["keys open pages, rows and help", actions.keys],
  ["new rows wait behind a link", live.rows],
  ["pause stops all requests", live.pause],
  ["a page that hears nothing says so", live.silence],
  ["200 viewers use less than 5 % of a core", live.viewers],
  ["twenty results are reviewed with the keyboard alone", actions.keyboardReview],
  ["an edited result keeps what was typed after a conflict", actions.conflict],
  ["without JavaScript: read, filter, approve, redrive", actions.withoutScript],
  ["colours are kept, and signing out ends the session", actions.session],
];

const wanted = process.argv.slice(2);
let failed = 0;
if (PICTURES) await take(console_, PICTURES);
for (const [name, check] of checks) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const started = Date.now();
  try {
    const note = await check(console_);
    console.log(`ok    ${name}${note ? `: ${note}` : ""} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${error.message}`);
  }
}
const breaches = console_.breaches();
if (breaches.length > 0) {
  failed += 1;
  console.log(`FAIL  the content security policy was breached:\n${breaches.join("\n")}`);
}
await browser.close();
console.log(failed === 0 ? "console-check: every check passed" : `console-check: ${failed} checks failed`);
process.exit(failed === 0 ? 0 : 1);
