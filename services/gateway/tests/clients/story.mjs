// The whole story of a research macro with the official TypeScript client.
//
//     npm install @modelcontextprotocol/sdk
//     node story.mjs http://127.0.0.1:8088/mcp TOKEN
//
// TOKEN needs the scopes publish, read and review. Ends with status 0 if every step did what it should.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [url, token] = process.argv.slice(2);
const client = new Client({ name: "story", version: "1" }, { capabilities: { elicitation: {} } });
let asked = "";
client.setRequestHandler(ElicitRequestSchema, async (request) => {
  asked = request.params.message;
  return { action: "accept", content: { approve: true } };
});
const headers = { Authorization: `Bearer ${token}` };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

const seen = [];
async function call(name, args = {}) {
  const onprogress = (progress) => {
    seen.push(progress.message);
    console.log("progress:", progress.message);
  };
  const options = { onprogress, timeout: 600_000, resetTimeoutOnProgress: true };
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  assert(!result.isError, `${name}: ${result.content[0]?.text}`);
  return result.structuredContent;
}

await client.listTools();
const { macros } = await call("research_list");
console.log("macros:", macros.map((macro) => macro.name));
const session_id = randomUUID();
// A group that the offline world knows.
const params = { client_name: "Nordic Legal Entity Identifier AB", lei: "549300O897ZC5H7CY412" };
const result = await call("research_execute", { session_id, macro_name: "client-discovery", params });
console.log("state:", result.state, "sources:", result.sources.length, "LEI checks:", result.lei_checks.length);
assert.equal(result.state, "pending_review");
assert(seen.length > 0, "the progress was seen");
const field = Object.keys(result.data).find((name) => typeof result.data[name] === "string");
const edits = [{ op: "replace", path: `/${field}`, value: `${result.data[field]} (reviewed)` }];
if (result.data.apex) {
  // What the model has not found, the reviewer adds.
  edits.push({ op: "replace", path: "/apex/jurisdiction", value: "SE" });
  edits.push({ op: "replace", path: "/apex/source/url", value: "https://search.gleif.org/" });
}
const approved = await call("research_approve", { session_id, edits, execute_verbs: true });
assert(asked.includes("(reviewed)"), "the user was asked about the edited data");
console.log("verbs:", approved.generated_verbs);
console.log("executor:", approved.execution);
assert.equal(approved.execution.status, "executed");
const status = await call("research_status", { session_id });
assert.deepEqual([status.state, status.approved_count], ["executed", 1]);
await client.close();
console.log("done");
