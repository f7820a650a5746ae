import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { PASSWORD, type World } from "./world.ts";

const HALF_MINUTE = 30_000;
/** A request with a code is answered within so many milliseconds. */
const ON_THE_WAY = 10_000;

/** The code of an authenticator app at an instant. */
export const codeAt = (seed: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(seed.replace(/ /g, "")) }).generate({ timestamp: at });

/** The code of now, once its half minute lasts long enough to send it. */
export async function codeNow(seed: string) {
  const left = HALF_MINUTE - (Date.now() % HALF_MINUTE);
  if (left < ON_THE_WAY) await new Promise((resolve) => setTimeout(resolve, left));
  return codeAt(seed);
}

/** The code of now, which counts although another of this half minute was used before. */
export async function nextCode(
  db: D1Database,
  table: "users" | "staff" | "contact_accounts",
  id: string,
  seed: string,
) {
  const code = await codeNow(seed);
  await db.prepare(`update ${table} set totp_step = totp_step - 1 where id = ?`).bind(id).run();
  return code;
}

/** Sends a form of a page as its scripts do. */
export const sendForm = (_w: World, client: Client, path: string, form: Record<string, string>) =>
  client.page(`${path}.data`, { method: "POST", body: new URLSearchParams(form) });

const FACTORS = "/profile/second-factor";

/** The recovery codes in a page's answer. */
export const codesIn = (answer: string) =>
  [...answer.matchAll(/"([0-9a-z]{4}(?:-[0-9a-z]{4}){5})"/g)].map(([, code]) => code!);

/** What a page shows to an authenticator app: the seed, and the same sealed. */
export async function shownSeed(client: Client, page = FACTORS) {
  const text = await (await client.page(`${page}.data`)).text();
  return {
    seed: /"seed","([A-Z2-7 ]+)"/.exec(text)?.[1] ?? "",
    setUp: /"sealed","([^"]+)"/.exec(text)?.[1] ?? "",
  };
}

/** Sets an authenticator app up. @returns its seed, the code that was used, and the recovery codes where they were shown */
export async function setUpApp(w: World, client: Client, page = FACTORS) {
  const { seed, setUp } = await shownSeed(client, page);
  const code = await codeNow(seed);
  const sent = await sendForm(w, client, page, {
    ...{ intent: "app", code, setUp, currentPassword: PASSWORD },
  });
  const answer = await sent.text();
  expect([sent.status, answer]).toEqual([200, expect.stringContaining("is set up")]);
  return { seed, code, codes: codesIn(answer) };
}
