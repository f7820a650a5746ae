import { data, redirect } from "react-router";
import type { Problem } from "#app/shared/refusal.ts";
import { cookie, cookieOf, flashCookieName } from "../auth/cookies.ts";
import { orBusy } from "../busy.ts";
import type { Answer } from "../db/db.ts";
import type { Visit } from "../env.ts";
import { isSecret } from "../forms.ts";

/** What a refused form gets back: the problem, and what was typed. */
type Refused = Problem & { values: Record<string, unknown> };
export type Saved = { success: true; message: string; data: unknown; warnings?: string[] };
export type FormResult = Refused | Saved;

/** Plain fields of a form as an object; files and the page's own controls are left out. */
export const valuesOf = (form: FormData) =>
  Object.fromEntries(
    [...form.entries()].filter(([name, value]) => typeof value === "string" && name !== "intent"),
  ) as Record<string, string>;

/** Letters of what a refused form gets back; what is longer stands in the browser's fields alone. */
const MOST_ECHOED = 30_000;

/** What was typed, without secrets, as far as an answer has room. */
function echoed(values: Record<string, unknown>): Record<string, unknown> {
  let room = MOST_ECHOED;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const letters = name.length + (JSON.stringify(value)?.length ?? 0);
      if (isSecret(name) || letters > room) return false;
      room -= letters;
      return true;
    }),
  );
}

/** Runs a form's work. What is not allowed, invalid, in conflict, too large or not answered elsewhere goes back to its page with what was typed; other refusals reach the ErrorBoundary. */
export async function submitted<R>(values: Record<string, unknown>, work: () => Promise<R>) {
  try {
    return await orBusy(work);
  } catch (thrown) {
    if (
      !(thrown instanceof Response) ||
      ![401, 402, 403, 409, 413, 422, 429, 502, 503].includes(thrown.status)
    )
      throw thrown;
    const problem = (await thrown.json()) as Problem;
    const retry = thrown.headers.get("Retry-After");
    return data<Refused>(
      { ...problem, values: echoed(values) },
      { status: thrown.status, headers: retry ? { "Retry-After": retry } : {} },
    );
  }
}

export type Flash = {
  kind: "success" | "error" | "warning" | "info";
  message: string;
  title?: string;
};

const flashCookie = (env: Env, flash: Flash) =>
  cookie(
    env,
    flashCookieName(env),
    JSON.stringify({ ...flash, message: flash.message.slice(0, 500) }),
    60,
  );

/** The message that waits for this browser, and the cookie that takes it away. */
export function takeFlash(request: Request, env: Env): { flash: Flash | null; taken: string[] } {
  const text = cookieOf(request, flashCookieName(env));
  if (!text) return { flash: null, taken: [] };
  const taken = [cookie(env, flashCookieName(env), "", 0)];
  try {
    return { flash: JSON.parse(text) as Flash, taken };
  } catch {
    return { flash: null, taken };
  }
}

/** Goes on to another page, where the message is shown as a toast. */
export function redirectWith(visit: Visit, to: string, flash: Flash, cookies: string[] = []) {
  const headers = new Headers();
  for (const line of [...cookies, flashCookie(visit.env, flash)])
    headers.append("Set-Cookie", line);
  return redirect(to, { headers });
}

/** What a form that stays on its page answers. */
export const saved = ({ message, data: body, warnings }: Answer): Saved => ({
  success: true,
  message,
  data: body,
  ...(warnings?.length ? { warnings } : {}),
});
