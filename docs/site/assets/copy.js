// A copied example holds what one types: no prompts, and not what the example prints.
function typed(shown) {
  const lines = [];
  let inside = false; // a block, whose end Python's prompt is told by an empty line
  for (const line of shown.split("\n")) {
    const first = line.startsWith(">>> ");
    if (first && inside) lines.push("");
    if (first || line.startsWith("... ")) {
      lines.push(line.slice(4));
      inside = !first;
    }
  }
  return lines.join("\n") + (inside ? "\n\n" : "\n");
}

document.addEventListener(
  "click",
  (event) => {
    const code = event.target.closest("button")?.closest(".highlight, pre")?.querySelector("code");
    if (!code?.querySelector(".gp")) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    navigator.clipboard.writeText(typed(code.textContent));
  },
  true,
);
