import { cookieOf } from "../auth/cookies.ts";

const MOST = 40;

/** The columns that a list shows: those in its address, or else in this browser's cookie; null for the usual ones. */
export function shownColumns(request: Request, cookie: string): string[] | null {
  const text = new URL(request.url).searchParams.get("cols") ?? cookieOf(request, cookie);
  const keys = (text ?? "").split(".").filter((key) => /^[\w-]{1,30}$/.test(key));
  return keys.length ? keys.slice(0, MOST) : null;
}
