// What a person does: keys, reviews, redrives, colours, signing out; with and without JavaScript.
import { assert } from "./console.mjs";
import { paths } from "./pages.mjs";

const path = (page) => new URL(page.url()).pathname;

export async function keys(console_) {
  await console_.with("/console/runs", {}, async (page) => {
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await page.waitForURL("**/console/events");
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

export async function keyboardReview(console_) {
  let reviewed = 0;
  const started = Date.now();
  await console_.with("/console/runs", {}, async (page) => {
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.waitForURL("**/console/reviews**");
    while (reviewed < 20) {
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
      await page.waitForURL((url) => url.toString() !== act && url.search.includes("decided"), { timeout: 10_000 });
      assert(await page.locator(".notice").isVisible(), `no notice after ${title}`);
      reviewed += 1;
    }
  });
  return `${((Date.now() - started) / 1000 / reviewed).toFixed(1)} s a result`;
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
  await page.getByRole("button", { name: /Signed out: what you typed stays here/ }).waitFor({ timeout: 60_000 });
  assert((await field.inputValue()) === "Typed before the session ended", "the typed text is lost");
  await page.getByRole("button", { name: "Check edits" }).click();
  await page.getByText("Your session has ended").waitFor();
  assert((await page.locator("main").innerText()).includes("Typed before the session ended"), "the answer has lost the typed text");
  await context.close();
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
