/** Cookies by name; a name that comes twice keeps its first value. */
export function cookiesOf(request: Request): Map<string, string> {
  const pairs = (request.headers.get("Cookie") ?? "").split(/;\s*/).filter(Boolean);
  const found = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (at > 0 && !found.has(name)) found.set(name, pair.slice(at + 1));
  }
  return found;
}

const secure = (env: Env) => env.PUBLIC_SCHEME === "https";
const named = (env: Env, name: string) => (secure(env) ? `__Host-${name}` : name);

export const sessionCookieName = (env: Env) => named(env, "sid");
export const deviceCookieName = (env: Env) => named(env, "device");
export const welcomeCookieName = (env: Env) => named(env, "welcome");
const WELCOME_SECONDS = 120;

/** After sign-in: pages hand the browser its access token until it has taken it, which it shows by removing this cookie. Holds no secret. */
export const welcomeCookie = (env: Env) =>
  cookie(env, welcomeCookieName(env), "1", WELCOME_SECONDS).replace("; HttpOnly", "");
/** On the apex host: the company a person signed in to last. */
export const hostCookieName = (env: Env) => named(env, "company");
export const flashCookieName = (env: Env) => named(env, "flash");

/** New with whatever this browser changes, so that nothing it fetched ahead before is shown after. */
export const changedCookie = (env: Env, what: string) =>
  cookie(env, named(env, "changed"), what, CHANGED_SECONDS);
/** Longer than any browser uses what it fetched ahead. */
const CHANGED_SECONDS = 600;

/** A cookie only this host and only the server can read. `seconds` 0 removes it; undefined lasts for the browser session. */
export function cookie(env: Env, name: string, value: string, seconds?: number): string {
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure(env) ? "; Secure" : ""}${age}`;
}
