// What a person does: keys, reviews, redrives, colours, signing out; with and without JavaScript.
import fs from "node:fs";
import { assert, go, isLate } from "./console.mjs";
import { HOSTILE } from "./world.mjs";
import { paths } from "./pages.mjs";

const path = (page) => new URL(page.url()).pathname;

export async function keys(console_) {
  await console_.with("/console/runs", {}, async (page) => {
    await go(page, "e", "/console/events");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/events/*");
    await page.goBack();
    assert(path(page) === "/console/events", "Back returns to the list");
    await page.keyboard.press("?");
    assert(await page.locator("#keys").isVisible(), "the list of keys does not open");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert(await page.evaluate(() => document.activeElement.id === "find"), "/ does not focus the search");
    await page.keyboard.type("gnj");
    assert((await page.locator("#find").inputValue()) === "gnj", "keys act while a person types");
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    const opened = page.context().waitForEvent("page");
    await page.keyboard.press("o");
    await (await opened).waitForURL("**/console/events/*");
    await page.locator("#keys-button").click();
    await page.locator("#keys-switch").click();
    await page.keyboard.press("Escape");
    await page.locator("#keys").waitFor({ state: "hidden" });
    await page.keyboard.press("?");
    assert(!(await page.locator("#keys").isVisible()), "keys act although they are turned off");
  });
  await console_.with(paths(console_.world).run, {}, async (page) => {
    await page.keyboard.press("5");
    await page.waitForURL(/#chapter-5$/);
    assert(await page.locator("#chapter-5").evaluate((chapter) => chapter.getBoundingClientRect().top < innerHeight / 2), "the chapter is not in view");
  });
}

export async function marks(console_) {
  await console_.with("/console/runs?state=forecast", {}, async (page) => {
    for (const key of ["j", "x", "j", "x", "j", "x", "x"]) await page.keyboard.press(key);
    assert((await page.locator("tr.marked").count()) === 2, "x does not mark two rows and unmark a third one");
    assert((await page.locator("#marks").innerText()) === "2 marked", "the number of marked rows is not said");
    const opened = [];
    page.context().on("page", (other) => opened.push(other));
    await page.keyboard.press("o");
    for (let tries = 0; tries < 50 && opened.length < 2; tries += 1) await page.waitForTimeout(100);
    assert(opened.length === 2, `o opens ${opened.length} of 2 marked rows`);
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/runs/*state=forecast");
    const first = path(page);
    await page.keyboard.press("]");
    await page.waitForURL((url) => url.pathname !== first);
    assert(page.url().includes("state=forecast"), "the next run leaves the selection");
    await page.keyboard.press("[");
    await page.waitForURL((url) => url.pathname === first);
  });
  await console_.with("/console/dead-letters/list?open=true", {}, async (page) => {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    assert((await page.locator("tr[data-row] input:checked").count()) === 1, "x does not check the box of the row");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Redrive the marked letters" }).click();
    await page.getByText("2 letters are redriven.").waitFor();
  });
}

export async function arrays(console_) {
  const context = await console_.open({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const address = `${console_.world.url}/console/reviews/${await pending(console_)}`;
  await page.goto(address);
  const list = page.locator("fieldset", { has: page.locator("legend", { hasText: /^entities/ }) }).last();
  const rows = () => page.locator("table.items tbody:visible th.at");
  for (const name of ["Beta", "Alpha"]) {
    await list.getByRole("button", { name: "Add a row" }).click();
    await page.locator("table.items tbody").last().locator("input[type=text]").first().fill(name);
  }
  await page.getByRole("button", { name: "Check edits" }).click();
  assert((await rows().count()) === 2, "two rows were added");
  const names = async () => page.locator("table.items tbody:visible tr:first-child td:nth-child(2) input").evaluateAll((all) => all.map((one) => one.value));
  await page.getByRole("button", { name: "name", exact: true }).click();
  assert((await names()).join() === "Alpha,Beta", `rows are ordered as ${await names()}`);
  await page.getByRole("button", { name: /Only with problems/ }).click();
  assert((await rows().count()) === 2, "rows without required members have problems");
  await page.locator("table.items tbody input[type=checkbox]").first().check();
  await page.getByRole("button", { name: "Check edits" }).click();
  assert((await names()).join() === "Beta", `after the removal there is ${await names()}`);
  await page.locator("#reason").fill("a reason");
  await page.locator("#reason").press("Enter");
  assert((await page.locator("#reason").inputValue()) === "a reason" && (await rows().count()) === 1, "Enter in a field loses what was typed");
  await page.goto(address);
  assert((await names()).join() === "Beta", "the draft has not kept the row");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await context.close();
}

export async function rawMessage(console_) {
  await console_.with(paths(console_.world).event, {}, async (page) => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /bytes/ }).click();
    const file = await (await download).path();
    assert(fs.statSync(file).size > 0, "the message is empty");
  });
}

export async function keyboardReview(console_) {
  let reviewed = 0;
  const started = Date.now();
  await console_.with("/console/runs", {}, async (page) => {
    await go(page, "v", "/console/reviews");
    while (reviewed < 20 && !isLate()) {
      const title = await page.locator("h1").innerText();
      const act = page.url();
      const isInvalid = (await page.locator(".queue a[aria-current]").innerText()).includes("invalid");
      if (isInvalid || reviewed % 4 === 3) {
        await page.keyboard.press("r");
        await page.keyboard.type("the client is another one");
        for (let steps = 0; steps < 6 && (await page.evaluate(() => document.activeElement.value)) !== "reject"; steps += 1) await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
      } else {
        await page.keyboard.press("Control+Enter");
      }
      await page.waitForURL((url) => url.toString() !== act && url.search.includes("decided"));
      assert(await page.locator(".notice").isVisible(), `no notice after ${title}`);
      reviewed += 1;
    }
  });
  return `${reviewed} results, ${((Date.now() - started) / 1000 / reviewed).toFixed(1)} s each`;
}

/// Returns the id of a result of a macro that waits.
async function pending(console_) {
  const { items } = await console_.world.get("/v1/reviews?limit=100");
  const found = items.find((item) => item.macro_name === "client-discovery" && item.schema_valid && item.result_state === "pending");
  assert(found, "no result waits");
  return found.result_id;
}

export async function conflict(console_) {
  const result = await pending(console_);
  await console_.with(`/console/reviews/${result}`, {}, async (first) => {
    await first.locator("#field-apex-jurisdiction").focus();
    assert((await first.locator(".evidence .basis").count()) === 1, "the source of the edited entity is not marked");
    await first.locator("#fields input[type=text]").first().fill("Typed for an hour");
    await first.getByRole("button", { name: "Check edits" }).click();
    await first.locator(".was").first().waitFor();
    await console_.with(`/console/reviews/${result}`, {}, async (second) => {
      await second.locator("#reason").fill("another person");
      await second.getByRole("button", { name: "Reject" }).click();
      await second.waitForURL(/decided/);
    });
    await first.getByRole("button", { name: "Approve" }).click();
    await first.getByText("Somebody else has decided").waitFor();
    assert((await first.locator("main").innerText()).includes("Typed for an hour"), "the typed text is lost");
  });
}

export async function withoutScript(console_) {
  const context = await console_.open({ javaScriptEnabled: false, viewport: { width: 768, height: 1024 } });
  const page = await context.newPage();
  const url = console_.world.url;
  await page.goto(`${url}/console/runs`);
  await page.getByRole("link", { name: /Forecast made/ }).click();
  assert(page.url().includes("state=forecast"), "the filter is not in the address");
  await page.locator("tr[data-row] a").first().click();
  assert((await page.locator("details[id^=chapter-]").count()) === 6, "the run has no six chapters");
  await page.goto(`${url}/console/events`);
  assert((await page.locator("#filter-values option").count()) > 0, "the filter offers nothing");
  await page.locator("#filter").fill("kind:question since:7d");
  await page.getByRole("button", { name: "Apply" }).click();
  assert(page.url().includes("kind=question") && page.url().includes("since=2"), "the filter language is not in the address");
  await page.locator("#kind").selectOption("question");
  await page.getByRole("button", { name: "Filter" }).click();
  assert(page.url().includes("kind=question"), "the filter is not in the address");

  await page.goto(`${url}/console/reviews/${await pending(console_)}`);
  await page.locator("#fields input[type=text]").first().fill("Edited without a script");
  await page.getByRole("button", { name: "Check edits" }).click();
  await page.getByText("edited; the model wrote").first().waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(/decided/);

  await page.goto(`${url}/console/dead-letters`);
  await page.locator("tr[data-row] a, .group a").first().click();
  await page.locator("tr[data-row] a").first().click();
  await page.getByRole("button", { name: /Redrive|again/ }).first().click();
  await page.waitForURL(/redriven/);
  await context.close();
}

export async function signedOutElsewhere(console_) {
  const context = await console_.ownSession();
  const page = await context.newPage();
  await page.goto(`${console_.world.url}/console/reviews/${await pending(console_)}`);
  await page.getByRole("button", { name: /Live/ }).waitFor();
  const field = page.locator("#fields input[type=text]").first();
  await field.fill("Typed before the session ended");
  const other = await context.newPage();
  await other.goto(`${console_.world.url}/console/setup`);
  await other.locator(".account summary").click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByText("You are signed out").waitFor();
  await page.getByRole("button", { name: /Signed out: what you typed stays here/ }).waitFor();
  assert((await field.inputValue()) === "Typed before the session ended", "the typed text is lost");
  await page.getByRole("button", { name: "Check edits" }).click();
  await page.getByText("Your session has ended").waitFor();
  const kept = await page.locator("main textarea").evaluateAll((fields) => fields.map((field) => field.value));
  assert(kept.includes("Typed before the session ended"), "the answer has lost the typed text");
  await context.close();
}

/// A schedule whose question has hostile text is run now, without JavaScript and after a second button.
export async function runNow(console_) {
  const { call, url } = console_.world;
  await call("PUT", "/v1/schedules/browser", { cron: "30 6 * * *", question: { question: `Will ${HOSTILE} fall?` } });
  const context = await console_.open({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${url}/console/setup`);
  assert((await page.locator("main script, main img, main b").count()) === 0, "the page has elements of a publisher");
  await page.locator("summary", { hasText: "Run now" }).first().click();
  await page.getByRole("button", { name: "Run browser" }).click();
  await page.waitForURL(/\/console\/events\/[0-9a-f-]{36}$/);
  await context.close();
}

/// The notes and runs of an entity lead to lists of as many rows.
export async function uses(console_) {
  const { entities, url } = console_.world;
  const address = `/console/entities/${encodeURIComponent(entities[0].id)}`;
  await console_.with(address, {}, async (page) => {
    for (const [part, rows] of [["notes", ".note-card"], ["runs", "tr[data-row]"]]) {
      await page.goto(url + address);
      const count = Number(await page.locator(`#${part} h2 .count`).innerText());
      if (part === "notes") assert(count > 0, "research of the entity has written notes");
      if (count === 0) continue;
      await page.locator(`#${part} a`).last().click();
      await page.waitForURL(/entity=/);
      assert((await page.locator(rows).count()) === Math.min(count, 50), `${count} ${part} are not listed`);
    }
  });
}

export async function session(console_) {
  const context = await console_.open();
  const page = await context.newPage();
  await page.goto(`${console_.world.url}/console/setup`);
  await page.locator(".account summary").click();
  await page.getByRole("button", { name: "Dark" }).click();
  await page.waitForLoadState();
  assert((await page.locator("html").getAttribute("data-theme")) === "dark", "the colours are not kept");
  assert(path(page) === "/console/setup", "the colours lead to another page");
  const other = await context.newPage();
  await other.goto(`${console_.world.url}/console/runs`);
  await page.locator(".account summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out").waitFor();
  await other.reload();
  await other.waitForURL(/sign-in/);
  await context.close();
}
