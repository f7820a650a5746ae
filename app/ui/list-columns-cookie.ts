const YEAR = 31_536_000;

/** The cookie that keeps a person's columns of one list, so that the server's first painting has them. */
export const columnsCookie = (pathname: string): string =>
  `cols-${pathname
    .replace(/^\/+|\/+$/g, "")
    .replaceAll("/", "-")
    .replace(/[^\w-]/g, "")}`;

/** The kept columns as text, their keys with dots between; null when none were chosen. */
export function keptColumns(pathname: string): string | null {
  const name = `${columnsCookie(pathname)}=`;
  const pair = document.cookie.split("; ").find((cookie) => cookie.startsWith(name));
  return pair ? pair.slice(name.length) : null;
}

/** Keeps them for this browser; none at all forgets them. */
export function keepColumns(pathname: string, keys: readonly string[]): void {
  const age = keys.length ? YEAR : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and on plain http
  document.cookie = `${columnsCookie(pathname)}=${keys.join(".")}; Max-Age=${age}; Path=/; SameSite=Lax`;
}
