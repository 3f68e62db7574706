// A signed-in browser. Collects errors of pages, breaches of the policy, and reports of breaches.
export const WIDTHS = [[360, 740], [768, 1024], [1440, 900]];
/// Milliseconds for an action or a page: a limit for a page that never answers, and no judgement of its speed.
const TIMEOUT = 120_000;
export const SCHEMES = ["light", "dark"];

export class Console {
  #found = [];

  constructor(browser, state, world) {
    Object.assign(this, { browser, state, world });
  }

  static async signIn(browser, link, world) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("button", { name: "Open the console" }).click();
    await page.waitForURL(/\/console\/(now|runs|reviews)/);
    const state = await context.storageState();
    await context.close();
    return new Console(browser, state, world);
  }

  /// Opens a context whose pages are watched.
  async open(options = {}) {
    const context = await this.browser.newContext({ storageState: this.state, ...options });
    context.setDefaultTimeout(TIMEOUT);
    context.on("request", (request) => {
      if (request.url().includes("/csp-reports")) this.#found.push(`reported: ${request.postData()}`);
      if (!request.url().startsWith(this.world.url)) this.#found.push(`request to another host: ${request.url()}`);
    });
    context.on("page", (page) => {
      page.on("pageerror", (error) => this.#found.push(`${page.url()}: ${error}`));
      page.on("dialog", (dialog) => { this.#found.push(`${page.url()}: a dialog opened`); dialog.dismiss(); });
      page.on("console", (line) => {
        if (line.text().includes("Content Security Policy")) this.#found.push(`${page.url()}: ${line.text()}`);
      });
    });
    return context;
  }

  /// Opens a page of the console in a context of its own, and closes it after `use`.
  async with(path, options, use) {
    const context = await this.open(options);
    try {
      const page = await context.newPage();
      const answer = await page.goto(this.world.url + path);
      return await use(page, answer);
    } finally {
      await context.close();
    }
  }

  /// Opens a context with a session of its own, which a check may end.
  async ownSession(options = {}) {
    const context = await this.open({ storageState: undefined, ...options });
    const page = await context.newPage();
    await page.goto(`${this.world.url}/console/sign-in`);
    await page.locator("#token").fill(this.world.token);
    await page.locator("#token").press("Enter");
    await page.waitForURL(/\/console\/(now|runs|reviews)/);
    await page.close();
    return context;
  }

  breaches() {
    return this.#found;
  }
}

/// Opens an entry of the menu by its keys. The second key counts for 1.5 s after the first, which a busy machine may exceed.
export async function go(page, letter, path) {
  for (let tries = 0; tries < 10 && !page.url().includes(path); tries += 1) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await page.waitForURL(`**${path}**`, { timeout: 10_000 }).catch(() => {});
  }
  assert(page.url().includes(path), `g ${letter} does not open ${path}`);
}

/// The time of the whole program is over: a check of many pages ends with those that it has seen.
export function isLate() {
  return Date.now() / 1000 > Number(process.env.UNTIL || Infinity);
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}
