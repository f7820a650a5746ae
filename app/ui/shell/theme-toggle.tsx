import { Icon } from "../icon.tsx";
import { remember } from "./cookie.ts";

/** Light or dark, now and (by cookie) at the next first painting. */
function toggleTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  remember("theme", root.dataset.theme);
}

export function ThemeToggle() {
  return (
    <button
      className="btn btn-ghost btn-icon"
      type="button"
      aria-label="Dark or light theme"
      onClick={toggleTheme}
    >
      <Icon name="theme" />
    </button>
  );
}

/** The same as words, for the foot of public pages; those without React turn it by their own script. */
export function ThemeLink() {
  return (
    <button className="btn-link by-script" type="button" data-step="theme" onClick={toggleTheme}>
      Dark or light
    </button>
  );
}
