import { createContext } from "react";

/** The person's choice of light or dark: the server reads it from the cookie, the browser finds it on the page. */
export const ThemeContext = createContext<string | null>(
  typeof document === "undefined" ? null : (document.documentElement.dataset.theme ?? null),
);
