// Reports as files: what the links of a run save, and the same PDF over MCP.
import fs from "node:fs";
import { assert } from "./console.mjs";
import { paths } from "./pages.mjs";

/// Bytes that a PDF of a report has at least: its fonts alone have more.
const MIN_PDF = 5_000;

/// Clicks a link of the rail and returns the saved file with its name.
async function save(page, name) {
  const downloading = page.waitForEvent("download");
  await page.locator(".rail").getByRole("link", { name, exact: true }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
}

function assertPdf(bytes, from) {
  assert(bytes.subarray(0, 5).toString() === "%PDF-" && bytes.length > MIN_PDF, `${from} is no PDF: ${bytes.length} bytes`);
}

export async function saved(console_) {
  const address = paths(console_.world).run;
  return console_.with(address, { acceptDownloads: true, viewport: { width: 1440, height: 900 } }, async (page) => {
    const html = await save(page, "HTML file");
    const text = html.bytes.toString();
    assert(html.name.endsWith(".html") && text.startsWith("<!doctype html>") && !text.includes("<script"), `${html.name} is no page without script`);
    const rail = await page.locator(".rail").innerText();
    await page.locator(".rail").getByRole("link", { name: "Markdown", exact: true }).click();
    await page.waitForURL(/form=markdown/);
    assert((await page.locator("body").innerText()).startsWith("# "), "the Markdown is not shown");
    await page.goBack();
    if (rail.includes("AUSPEX_BROWSER_URL")) return "no browser prints reports here: chromium is not in PATH";
    const pdf = await save(page, "PDF");
    assert(pdf.name.endsWith(".pdf"), pdf.name);
    assertPdf(pdf.bytes, "the file of the link");
    const run = address.split("/").pop();
    assertPdf(await overMcp(console_.world, `auspex://report/runs/${run}/report.pdf`), "the resource");
    return `${Math.round(pdf.bytes.length / 1024)} kB of PDF`;
  });
}

/// Reads a resource in a session of MCP and returns its bytes.
async function overMcp({ url, token }, uri) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const send = async (method, params, more = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(`${url}/mcp`, { method: "POST", headers: { ...headers, ...more }, body });
    const lines = (await answer.text()).split("\n").filter((line) => line.startsWith("data:"));
    const messages = lines.map((line) => line.slice(5).trim()).filter(Boolean).map((line) => JSON.parse(line));
    return [answer, messages.find((message) => message.result || message.error)];
  };
  const [opened] = await send("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "check", version: "1" } });
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id"), "mcp-protocol-version": "2025-11-25" };
  const [, read] = await send("resources/read", { uri }, session);
  assert(read?.result, `${uri}: ${JSON.stringify(read)}`);
  return Buffer.from(read.result.contents[0].blob, "base64");
}
