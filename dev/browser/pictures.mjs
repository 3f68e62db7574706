// Compressed screenshots of the pages for the documentation.
import fs from "node:fs";
import { SCHEMES, WIDTHS, assert } from "./console.mjs";
import { paths } from "./pages.mjs";

/// Bytes of a picture at most.
const MAX_BYTES = 60_000;
/// Pixels of a picture for a pixel of the page.
const SCALE = 0.75;
/// Name, width, height and colours.
const PICTURES = [
  ["now", 1280, 720, "light"], ["runs", 1280, 720, "light"], ["run", 1280, 720, "dark"], ["events", 1280, 720, "light"],
  ["review", 1280, 720, "light"], ["forecasts", 1280, 720, "light"], ["memory", 1280, 720, "dark"], ["dead-letters", 1280, 720, "light"],
  ["spend", 1280, 720, "light"], ["setup", 1280, 720, "dark"], ["report", 1280, 720, "light"],
  ["runs", 360, 740, "light"], ["review", 360, 740, "light"],
];

export async function take(console_, folder) {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, width, height, colorScheme] of PICTURES) {
    await console_.with(paths(console_.world)[name], { viewport: { width, height }, colorScheme }, async (page) => {
      const session = await page.context().newCDPSession(page);
      for (let quality = 80; quality >= 20; quality -= 10) {
        const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality, clip: { x: 0, y: 0, width, height, scale: width < 700 ? 1 : SCALE } });
        const bytes = Buffer.from(data, "base64");
        if (bytes.length > MAX_BYTES && quality > 20) continue;
        assert(bytes.length <= MAX_BYTES, `${name} has ${bytes.length} bytes`);
        fs.writeFileSync(`${folder}/${name}${width < 700 ? "-phone" : ""}.webp`, bytes);
        break;
      }
    });
  }
}

/// Takes a picture of every page as a whole at three widths, for a person who looks at each.
export async function album(console_, folder) {
  fs.mkdirSync(folder, { recursive: true });
  for (const [width, height] of WIDTHS) {
    for (const colorScheme of width === 1440 ? SCHEMES : ["light"]) {
      const context = await console_.open({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(paths(console_.world))) {
        await page.goto(console_.world.url + path);
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
      await context.close();
    }
  }
}
