"use strict";
// Keys, relative times, copying, live parts and drafts. Every page works without it.
(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const isTyping = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null;

  // Local times as tooltips. The text of relative times is renewed as the page grows old.
  const span = (s) => (s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min` : s < 172800 ? `${Math.floor(s / 3600)} h` : `${Math.floor(s / 86400)} d`);
  const skew = Date.now() - new Date($("[data-clock]")?.dateTime) || 0;
  const relative = (seconds) => (Math.abs(seconds) < 5 ? "now" : seconds < 0 ? `${span(-seconds)} ago` : `in ${span(seconds)}`);
  const describeTimes = (from) => all("time[datetime]", from).forEach((time) => {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.valueOf()) || !time.dateTime.includes("T")) return;
    if (!time.dataset.local) {
      time.dataset.local = "1";
      time.title = `${at.toLocaleString()} (${time.title || time.dateTime})`;
    }
    if ("rel" in time.dataset) {
      const text = relative(Math.round((at - Date.now() + skew) / 1000));
      if (time.textContent !== text) time.textContent = text;
    }
  });
  setInterval(() => { if (!document.hidden) describeTimes(document); }, 10_000);

  const copy = async (button) => {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Over plain HTTP the clipboard is not available.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };

  const prepare = (from) => {
    describeTimes(from);
    all("[data-copy]", from).forEach((button) => { button.hidden = false; });
  };

  // Rows: j and k move, Enter opens, x marks one. A row with a checkbox is marked by it, for what the list can do with
  // several; marks of other rows are opened together by o.
  let here = -1;
  const marked = new Set();
  const rows = () => all("[data-row]");
  const linkOf = (row) => row && (row.matches("a") ? row : $("a", row));
  const moveTo = (place) => {
    const list = rows();
    if (list.length === 0) return;
    list[here]?.classList.remove("here");
    here = Math.max(0, Math.min(list.length - 1, place));
    const row = list[here];
    row.classList.add("here");
    linkOf(row)?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

  const keyOf = (row) => linkOf(row)?.href;
  const showMarks = () => {
    rows().forEach((row) => row.classList.toggle("marked", marked.has(keyOf(row))));
    const note = $("#marks");
    if (note) note.textContent = marked.size > 0 ? `${marked.size} marked` : "";
  };
  const mark = () => {
    const row = rows()[here];
    const box = row && $("input[type=checkbox]", row);
    if (box) box.click();
    else if (row && !marked.delete(keyOf(row))) marked.add(keyOf(row));
    showMarks();
  };
  const openRows = () => {
    const links = marked.size > 0 ? [...marked] : [keyOf(rows()[here])].filter(Boolean);
    links.forEach((link) => open(link, "_blank", "noopener"));
  };

  // Keys without Ctrl can be turned off in this browser (WCAG 2.1.4).
  const keysSwitch = $("#keys-switch");
  let hasKeys = localStorage.getItem("keys") !== "off";
  if (keysSwitch) {
    const name = () => { keysSwitch.textContent = hasKeys ? "Turn them off" : "Turn them on"; };
    keysSwitch.hidden = false;
    keysSwitch.addEventListener("click", () => { hasKeys = !hasKeys; localStorage.setItem("keys", hasKeys ? "on" : "off"); name(); });
    name();
  }

  let afterG = false;
  // An element names the key that focuses a field or presses a button.
  const use = (key) => {
    const target = $(`[data-key="${CSS.escape(key)}"]`);
    if (!target) return false;
    if (target.matches("input, textarea, select")) target.focus();
    else target.click();
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "k") {
      $("#find")?.focus();
      event.preventDefault();
      return;
    }
    if (event.ctrlKey && event.key === "Enter" && use("Ctrl Enter")) {
      event.preventDefault();
      return;
    }
    if (event.key === "Escape" && isTyping(event.target)) event.target.blur();
    // Some keyboards write a bracket with AltGr, which counts as Ctrl and Alt.
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    if (!hasKeys || isCommand || isTyping(event.target)) return;
    if (afterG) {
      afterG = false;
      $(`[data-go="${CSS.escape(event.key)}"]`)?.click();
      return;
    }
    if (use(event.key)) {
      event.preventDefault();
      return;
    }
    const chapter = $(`[data-chapter="${CSS.escape(event.key)}"]`);
    const actions = {
      g: () => { afterG = true; setTimeout(() => { afterG = false; }, 1500); },
      "/": () => $("#find")?.focus(),
      j: () => moveTo(here + 1),
      k: () => moveTo(here - 1),
      o: openRows,
      x: mark,
      r: () => location.reload(),
      p: () => { if (place) pause(); },
      t: () => { const themes = all(".themes button"); const on = themes.findIndex((one) => one.ariaPressed === "true"); themes[(on + 1) % themes.length]?.click(); },
      e: () => $("#fields :is(input, textarea, select):not([type=hidden])")?.focus(),
      "?": () => $("#keys")?.togglePopover(),
    };
    const action = chapter ? () => { const target = $(chapter.hash); if (target) target.open = true; location.hash = chapter.hash; } : actions[event.key];
    if (action) {
      action();
      event.preventDefault();
    }
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });

  // The source that the edited group of fields names is marked among the evidence.
  const addressOf = (text) => (/^https?:/.test(text) && URL.canParse(text) ? new URL(text).href : null);
  document.addEventListener("focusin", (event) => {
    const group = event.target.closest("#fields :is(tbody, details.item, fieldset:not(.list))");
    if (!group) return;
    const addresses = all("input[type=text], textarea", group).map((field) => addressOf(field.value)).filter(Boolean);
    const sources = all(".evidence .sources li");
    sources.forEach((item) => item.classList.toggle("basis", addresses.includes($("a", item)?.href)));
    const pane = $(".evidence");
    if (getComputedStyle(pane).position === "sticky") $(".basis", pane)?.scrollIntoView({ block: "nearest" });
  });

  // Live parts: htmx swaps the fragments that the server sends. What a person has opened, selected or begun to type stays.
  const SILENCE = 5000;
  const place = $("#live");
  const address = place && new URL(place.getAttribute("hx-sse:connect"), location.href);
  const indicator = document.createElement("button");
  const banner = document.createElement("p");
  let connection = null;
  let state = "live";
  let heard = Date.now();

  const show = (text) => { indicator.textContent = text; };
  const warn = (text) => { if (banner.textContent !== text) banner.textContent = text; banner.hidden = text === ""; };

  const close = (reason, text) => {
    state = reason;
    $("#live")?.remove();
    connection?.reader?.cancel();
    connection?.abortController?.abort();
    connection?.delayCanceller?.();
    connection = null;
    warn("");
    show(text);
  };
  const reopen = () => {
    if (state === "done" || state === "gone") return;
    state = "live";
    heard = Date.now();
    show("Live");
    if ($("#live")) return;
    const next = place.cloneNode(false);
    next.removeAttribute("data-htmx-powered");
    next.setAttribute("hx-sse:connect", address.pathname + address.search);
    document.body.append(next);
    htmx.process(next);
  };
  const pause = () => (state === "live" ? close("paused", "Live updates paused (p)") : reopen());
  const signedOut = () => close("gone", "Signed out: what you typed stays here. Sign in again in another tab.");

  // Rows stay where they are; new ones wait behind a link, and those that have left the list are marked.
  const offer = ({ prefix, ids, more }) => {
    const shown = all(`[id^="${prefix}"]`);
    const names = ids.map((id) => prefix + id);
    const fresh = names.filter((id) => !document.getElementById(id)).length;
    const last = shown.findLastIndex((row) => names.includes(row.id));
    shown.forEach((row, at) => row.classList.toggle("left", !names.includes(row.id) && (!more || at < last)));
    const link = $("#new-rows");
    if (!link) return;
    link.classList.toggle("on", fresh > 0);
    link.textContent = fresh > 0 ? `${fresh} new` : "New rows";
  };

  if (place) {
    const isBusy = (part) => part?.contains(document.activeElement) && isTyping(document.activeElement);
    indicator.type = "button";
    indicator.className = "quiet live";
    indicator.addEventListener("click", pause);
    $("footer")?.append(indicator);
    banner.className = "banner";
    banner.setAttribute("role", "status");
    banner.hidden = true;
    document.body.append(banner);
    $("#new-rows")?.setAttribute("aria-live", "polite");
    show("Live");
    const on = (name, act) => document.addEventListener(name, act);
    on("htmx:sse:before:connection", (event) => {
      if (state === "live") connection = event.detail.connection;
      else event.detail.connection.cancelled = true;
    });
    on("htmx:sse:after:connection", () => { heard = Date.now(); });
    on("htmx:sse:after:message", (event) => { if (event.detail.message.id) address.searchParams.set("have", event.detail.message.id); });
    on("htmx:before:swap", (event) => { const { tasks } = event.detail; tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target && !isBusy(task.target))); });
    on("htmx:after:swap", () => { prepare(document); rows()[here]?.classList.add("here"); showMarks(); });
    on("htmx:sse:error", (event) => { if (event.detail.status === 401) signedOut(); });
    on("htmx:response:error", (event) => (event.detail.ctx.response.status === 401 ? signedOut() : close("done", "Not live: read the page again (r)")));
    on("beat", (event) => {
      heard = Date.now();
      warn("");
      const clock = $("[data-clock]");
      clock.dateTime = event.detail.data;
      clock.textContent = `${event.detail.data.slice(0, 19).replace("T", " ")} UTC`;
    });
    on("rows", (event) => offer(JSON.parse(event.detail.data)));
    on("gone", signedOut);
    on("elsewhere", (event) => close("elsewhere", `Live updates run in ${event.detail.data} other tabs (p)`));
    on("full", () => close("paused", "Not live: too many streams are open (p)"));
    on("done", () => close("done", "Done"));
    setInterval(() => {
      const seconds = Math.round((Date.now() - heard) / 1000);
      if (state === "live" && !document.hidden && seconds * 1000 > SILENCE) warn(`No news from the server for ${seconds} s. This page shows its state of ${$("[data-clock]").textContent.trim()}.`);
    }, 1000);
    // Also while the first answer is on its way, which the extension does not notice.
    on("visibilitychange", () => {
      if (!document.hidden && (state === "hidden" || state === "elsewhere")) reopen();
      else if (document.hidden && state === "live") close("hidden", "Live");
    });
  }

  // A draft is kept on the server while a person types.
  const form = $("form[data-draft]");
  if (form) {
    let due = 0;
    const save = async () => {
      const fields = new URLSearchParams(new FormData(form));
      fields.set("act", "save");
      const answer = await fetch(form.action, { method: "POST", body: fields, redirect: "manual" }).catch(() => null);
      if (answer?.status === 401) signedOut();
      else if (!answer || answer.status >= 500) due = setTimeout(save, SILENCE);
    };
    form.addEventListener("input", () => { clearTimeout(due); due = setTimeout(save, 1500); });
    form.addEventListener("submit", () => clearTimeout(due));
  }

  prepare(document);
})();
