/** Remembers a choice of how things look for a year; the server reads it for the first painting. */
export function remember(name: "theme" | "sidebar", value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and on plain http
  document.cookie = `${name}=${value}; Max-Age=31536000; Path=/; SameSite=Lax`;
}
