// A copied example holds what one types: no prompts, and not what the example prints.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-clipboard-target], .md-code__button");
    const code = button?.closest(".highlight, pre")?.querySelector("code");
    if (!code?.querySelector(".gp")) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const copy = code.cloneNode(true);
    for (const shown of copy.querySelectorAll(".gp, .go, .gt, .gr")) shown.remove();
    navigator.clipboard.writeText(copy.textContent.replace(/\n{2,}/g, "\n").trimStart());
  },
  true,
);
