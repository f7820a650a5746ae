/**
 * All that public pages run. It stands in their head, so that the theme is right when the page is first painted. Without it each
 * page can be read, sent and followed: what only it can do is not shown then.
 */
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = /(?:^|; )theme=(dark|light)(?:;|$)/.exec(document.cookie)?.[1];

  /** Pictures follow the choice; without one, the system. */
  function dress() {
    const { theme } = root.dataset;
    for (const source of document.querySelectorAll("picture > source[data-dark]"))
      source.media = theme ? (theme === "dark" ? "all" : "not all") : dark.media;
  }

  function turn() {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
    root.dataset.theme = isDark ? "light" : "dark";
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie that signed-in pages read
    document.cookie = `theme=${root.dataset.theme}; Max-Age=31536000; Path=/; SameSite=Lax`;
    dress();
  }

  function back() {
    if (history.length > 1) history.back();
    else location.assign("/");
  }

  /** Shows a password, and hides it again. */
  function reveal(button) {
    const input = button.closest(".affix").querySelector("input");
    const isHidden = input.type === "password";
    input.type = isHidden ? "text" : "password";
    button.setAttribute("aria-label", isHidden ? "Hide password" : "Show password");
  }

  /** Tells whether what is typed can be had, once the typing rests. */
  function ask(input) {
    const said = document.getElementById(input.dataset.said);
    let waiting = 0;
    input.addEventListener("input", () => {
      clearTimeout(waiting);
      said.textContent = "";
      // What was said of the word before says nothing of this one.
      input.closest(".field").querySelector(".error")?.remove();
      input.removeAttribute("aria-invalid");
      const { value } = input;
      if (value.trim().length < 2) return;
      waiting = setTimeout(async () => {
        const address = `${input.dataset.asks}?word=${encodeURIComponent(value)}`;
        const answer = await fetch(address).catch(() => null);
        const told = answer?.ok ? await answer.json() : null;
        if (!told || input.value !== value) return;
        said.textContent = told.message;
        said.dataset.free = told.isFree;
      }, 400);
    });
  }

  /** Whether a file is too large. It is said before anything is sent: the answer to a body that is too large holds nothing of what was typed. */
  function isTooLarge(input) {
    const found = [...input.files].some(({ size }) => size > Number(input.dataset.most));
    input.setCustomValidity(found ? input.dataset.tooLarge : "");
    return found && !input.reportValidity();
  }

  function weigh(input) {
    input.addEventListener("change", () => isTooLarge(input));
    input.form.addEventListener("submit", (event) => {
      if (isTooLarge(input)) event.preventDefault();
    });
  }

  const steps = { theme: turn, back, again: () => location.reload(), reveal };

  root.dataset.alive = "";
  if (chosen) root.dataset.theme = chosen;
  try {
    if (localStorage.getItem("accessToken")) root.dataset.signedIn = "";
  } catch {
    // Where the browser keeps nothing, nobody is signed in.
  }

  addEventListener("DOMContentLoaded", () => {
    dress();
    for (const input of document.querySelectorAll("input[data-asks]")) ask(input);
    for (const input of document.querySelectorAll("input[data-most]")) weigh(input);
    addEventListener("click", ({ target }) => {
      const step = target instanceof Element && target.closest("[data-step]");
      if (step) steps[step.dataset.step]?.(step);
    });
  });
})();
