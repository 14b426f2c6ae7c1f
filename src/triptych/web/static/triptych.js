// What a page does better with a script; every page works without it.
"use strict";
(() => {
  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.setAttribute("aria-labelledby", "panel-title");
  const close = document.createElement("button");
  close.type = "button"; close.className = "close"; close.setAttribute("aria-label", "Close"); close.textContent = "×";
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
  document.body.append(sheet);

  // A page that waits for work asks again by itself.
  if (document.querySelector("[data-waiting]")) setTimeout(() => location.reload(), 2000);

  const isPlain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const say = (near, words) => {
    const place = near.parentElement.querySelector("[role=status]");
    if (!place) return;
    place.textContent = words;
    setTimeout(() => { place.textContent = ""; }, 4000);
  };

  // Evidence beside the text instead of on a page of its own.
  const open = async (link) => {
    const answer = await fetch(link.href, { headers: { "X-Fragment": "1" } });
    if (!answer.ok) { location.assign(link.href); return; }
    const read = new DOMParser().parseFromString(await answer.text(), "text/html");
    sheet.replaceChildren(close, ...read.body.children);
    sheet.showModal();
    sheet.scrollTop = 0;
  };

  const copy = async (near, words) => {
    try { await navigator.clipboard.writeText(await words()); say(near, "Copied"); return true; }
    catch { return false; }
  };

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a, button");
    if (!link || !isPlain(event)) return;
    if (link.matches("[data-panel]")) { event.preventDefault(); open(link); }
    if (link.matches("[data-print]")) print();
    if (link.matches("[data-copy-from]")) {
      event.preventDefault();
      if (!await copy(link, async () => (await fetch(link.href)).text())) location.assign(link.href);
    }
    if (link.matches("[data-copy-link]")) {
      event.preventDefault();
      if (!await copy(link, async () => link.href)) location.assign(link.href);
    }
  });
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;

  // One press is enough.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; form.setAttribute("aria-busy", "true"); });
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[aria-busy]")) {
      form.removeAttribute("aria-busy");
      for (const button of form.querySelectorAll("button")) button.disabled = false;
    }
  });
})();
// A run under way: how far it is, as the server says it; the page is read anew when it ends.
for (const live of document.querySelectorAll("[data-events]")) {
  const [bar, words] = [live.querySelector("progress"), live.querySelector("[role=status]")];
  const events = new EventSource(live.dataset.events);
  events.addEventListener("message", (event) => {
    const now = JSON.parse(event.data);
    words.textContent = now.words;
    if (now.total) { bar.max = now.total; bar.value = now.cases; }
    if (now.status !== "running") { events.close(); location.reload(); }
  });
}
// Ratings by key.
for (const form of document.querySelectorAll("form[data-keys]")) {
  const skip = form.querySelector("details");
  for (const hint of form.querySelectorAll(".keys")) hint.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const button = /^[1-5]$/.test(event.key) && form.querySelector(`button[value="${event.key}"].anchor`);
    if (button) { event.preventDefault(); button.click(); }
    if (event.key === "s") { event.preventDefault(); skip.open = true; skip.querySelector("input").focus(); }
  });
  // Enter in the reason skips; it would press the first button, which is a score.
  skip.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); skip.querySelector("button").click(); }
  });
}
