// Shows the evidence of a sentence or cell beside it: on hover, focus or tap. Without this script, links lead to the sources.
(() => {
  const box = document.createElement("div");
  box.id = "evidence"; box.hidden = true; box.setAttribute("role", "status");
  document.body.append(box);
  const shown = (place) => {
    const [id, start, end] = place.split(/[:-]/);
    const source = document.getElementById("s" + id);
    if (!source) return null;
    const text = Array.from(source.querySelector(".text").textContent);
    const line = document.createElement("p"), from = document.createElement("span"), mark = document.createElement("mark");
    from.className = "from"; from.textContent = source.querySelector(".from").textContent;
    mark.textContent = text.slice(+start, +end).join("");
    line.append(from, text.slice(Math.max(0, start - 220), +start).join(""), mark, text.slice(+end, +end + 220).join(""));
    return line;
  };
  const open = (claim) => {
    box.replaceChildren(...claim.dataset.evidence.split(" ").map(shown).filter(Boolean));
    box.hidden = false;
    const at = claim.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    box.style.left = Math.max(8, Math.min(at.left, wide - box.offsetWidth - 8)) + scrollX + "px";
    box.style.top = at.bottom + scrollY + 6 + "px";
  };
  const close = () => { box.hidden = true; };
  for (const claim of document.querySelectorAll(".claim")) {
    claim.addEventListener("mouseenter", () => open(claim));
    claim.addEventListener("focus", () => open(claim));
    claim.addEventListener("click", (event) => { event.preventDefault(); open(claim); });
    claim.addEventListener("mouseleave", (event) => { if (!box.contains(event.relatedTarget)) close(); });
    claim.addEventListener("blur", close);
  }
  box.addEventListener("mouseleave", close);
  addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
})();
