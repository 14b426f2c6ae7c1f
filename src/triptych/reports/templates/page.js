for (const controls of document.querySelectorAll(".controls")) {
  const rows = [...document.getElementById(controls.dataset.rows).querySelectorAll("tbody tr")];
  const [words, most] = [controls.querySelector("input"), controls.querySelector("select")];
  const told = controls.querySelector("output");
  const filter = () => {
    const wanted = words.value.toLowerCase(), limit = Number(most.value);
    let shown = 0;
    for (const row of rows) {
      const fits = row.dataset.words.toLowerCase().includes(wanted) && Number(row.dataset.mean) <= limit;
      row.hidden = !fits;
      shown += fits;
    }
    told.textContent = `${shown} of ${rows.length} shown`;
  };
  controls.hidden = false;
  words.addEventListener("input", filter);
  most.addEventListener("change", filter);
  filter();
}
// What is closed would be missing on paper.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => (one.open = true)));
