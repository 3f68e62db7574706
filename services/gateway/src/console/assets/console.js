"use strict";
// Keys, relative times, copying, and updates of what is in progress. Every page works without it.
(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

  // Local times as tooltips; the text stays relative to the time of the page.
  const describeTimes = (from) => all("time[datetime]", from).forEach((time) => {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.valueOf()) && time.dateTime.includes("T") && !time.dataset.local) {
      time.dataset.local = "1";
      time.title = `${at.toLocaleString()} (${time.title || time.dateTime})`;
    }
  });

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

  // Rows: j and k move, Enter opens.
  let here = -1;
  const rows = () => all("[data-row]");
  const moveTo = (place) => {
    const list = rows();
    if (list.length === 0) return;
    list[here]?.classList.remove("here");
    here = Math.max(0, Math.min(list.length - 1, place));
    const row = list[here];
    row.classList.add("here");
    (row.matches("a") ? row : $("a", row))?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

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
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
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
      r: () => location.reload(),
      p: () => pause(!paused),
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

  // A part of the page that is in progress is read again every five seconds while the page is visible. What a person has
  // folded, selected or begun to type stays.
  const INTERVAL = 5000;
  let paused = false;
  let failures = 0;
  const indicator = document.createElement("button");
  const pause = (wanted) => {
    paused = wanted;
    show(paused ? "Updates paused (p)" : "Live");
    if (!paused) update();
  };
  const show = (text) => { indicator.textContent = text; };

  const isBusy = (part) => part.contains(document.activeElement) && isTyping(document.activeElement);
  const replace = (part, next) => {
    if (part.isEqualNode(next) || isBusy(part)) return;
    const pieces = all(":scope details.chapter", part);
    if (pieces.length > 0 && pieces.every((piece) => $(`#${CSS.escape(piece.id)}`, next))) {
      pieces.forEach((piece) => {
        const fresh = $(`#${CSS.escape(piece.id)}`, next);
        fresh.open = piece.open;
        if (!piece.isEqualNode(fresh)) piece.replaceChildren(...fresh.childNodes);
      });
      const [lede, freshLede, rail, freshRail] = [$(".lede", part), $(".lede", next), $(".rail", part), $(".rail", next)];
      if (lede && freshLede) lede.replaceChildren(...freshLede.childNodes);
      if (rail && freshRail && !isBusy(rail)) rail.replaceChildren(...freshRail.childNodes);
      if (!next.hasAttribute("data-live")) part.removeAttribute("data-live");
    } else {
      part.replaceWith(next);
    }
    prepare(document);
  };

  const update = async () => {
    const parts = all("[data-live]");
    if (paused || document.hidden || parts.length === 0) return;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" }, redirect: "manual" });
      if (answer.status === 401 || answer.type === "opaqueredirect") {
        paused = true;
        show("Signed out: what you typed stays here");
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (paused) return;
      parts.forEach((part) => {
        const next = $(`#${CSS.escape(part.id)}`, page);
        if (next) replace(part, document.adoptNode(next));
      });
      const [clock, fresh] = [$("[data-clock]"), $("[data-clock]", page)];
      if (clock && fresh) clock.replaceWith(document.adoptNode(fresh));
      failures = 0;
      show(all("[data-live]").length > 0 ? "Live" : "Done");
    } catch {
      failures += 1;
      show("No connection: the data is old");
    }
  };

  prepare(document);
  if ($("[data-live]")) {
    indicator.type = "button";
    indicator.className = "quiet live";
    indicator.setAttribute("aria-live", "polite");
    indicator.addEventListener("click", () => pause(!paused));
    $("footer")?.append(indicator);
    show("Live");
    const again = () => setTimeout(async () => { await update(); again(); }, INTERVAL * Math.min(8, 1 + failures));
    again();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) update(); });
  }
})();
