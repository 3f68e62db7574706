"use strict";
// The review of a result in an MCP host (SEP-1865): shows what the tool returned, and decides under the version and the
// digest that it shows. It reaches nothing but its host, and writes text only.
(() => {
  const $ = (id) => document.getElementById(id);
  const waiting = new Map();
  let next = 1;
  let shown = null;

  const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params) => post({ method, params });
  const request = (method, params) => new Promise((done, failed) => {
    waiting.set(next, { done, failed });
    post({ id: next, method, params });
    next += 1;
  });
  const say = (text, isBad) => {
    $("status").textContent = text;
    $("status").classList.toggle("bad", Boolean(isBad));
  };
  const list = (id, texts) => {
    $(id).replaceChildren(...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
    $(`${id}-part`).hidden = texts.length === 0;
  };

  const render = (view) => {
    shown = view;
    $("title").textContent = view.run ? "Forecast under review" : view.macro_name;
    $("facts").textContent = `${view.result_state}, version ${view.session_version}, digest ${view.digest}`;
    list("parameters", Object.entries(view.params ?? {}).map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`));
    $("data").textContent = JSON.stringify(view.data, null, 2);
    list("problems", (view.validation_errors ?? []).map((problem) => `${problem.path || "data"}: ${problem.problem}`));
    list("checks", (view.lei_checks ?? []).map((check) => `${check.lei} ${check.status} (${check.path})${check.note ? `: ${check.note}` : ""}`));
    const verbs = view.result_state === "pending" ? view.suggested_verbs : view.verbs;
    $("verbs").textContent = (verbs ?? []).join("\n") || "none";
    list("sources", (view.sources ?? []).map((source) => `${source.title || "untitled"}: ${source.url}`));
    const isPending = view.result_state === "pending";
    $("decision").hidden = !isPending;
    say(isPending ? "An approval is final. It executes no verb." : "The decision is made.");
    $("page").hidden = false;
  };

  // A result that a session names is read whole, so that the token was shown what it decides about.
  const load = async (id) => {
    const read = await request("resources/read", { uri: `auspex://review/${id}` });
    render(JSON.parse(read.contents[0].text));
  };
  const receive = async (result) => {
    const content = result.structuredContent;
    if (content?.digest && content.data !== undefined) render(content);
    else if (content?.has_pending && content.result_id) await load(content.result_id);
    else say("No result waits in this session.");
  };

  const decide = async (name, extra) => {
    const { session_id, session_version, digest } = shown;
    [$("approve"), $("reject")].forEach((button) => { button.disabled = true; });
    say("Sending the decision…");
    try {
      const answer = await request("tools/call", { name, arguments: { session_id, version: session_version, ...(name === "research_approve" ? { digest } : {}), ...extra } });
      const text = (answer.content ?? []).map((part) => part.text ?? "").join("\n");
      if (answer.isError) throw new Error(text);
      $("decision").hidden = true;
      say(name === "research_approve" ? "Approved." : "Rejected.");
    } catch (error) {
      say(error.message || "The decision was not stored.", true);
      [$("approve"), $("reject")].forEach((button) => { button.disabled = false; });
    }
  };
  $("approve").addEventListener("click", () => decide("research_approve", {}));
  $("reject").addEventListener("click", () => {
    const reason = $("reason").value.trim();
    if (reason) decide("research_reject", { reason });
    else say("A rejection needs a reason.", true);
  });

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.data?.jsonrpc !== "2.0") return;
    const { id, method, params, result, error } = event.data;
    if (method === "ui/notifications/tool-result") receive(params).catch((failure) => say(failure.message, true));
    else if (method === "ui/resource-teardown" || method === "ping") post({ id, result: {} });
    else if (method === undefined && waiting.has(id)) {
      const { done, failed } = waiting.get(id);
      waiting.delete(id);
      if (error) failed(new Error(error.message));
      else done(result);
    }
  });
  new ResizeObserver(() => notify("ui/notifications/size-changed", { height: document.documentElement.scrollHeight })).observe(document.body);
  const about = { protocolVersion: "2026-01-26", appInfo: { name: "auspex-review", version: "1" }, appCapabilities: {} };
  request("ui/initialize", about).then(() => notify("ui/notifications/initialized", {}), () => say("This host shows no review.", true));
})();
