import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { PASSWORD, type World } from "./world.ts";

/** The code of an authenticator app at an instant. */
export const codeAt = (seed: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(seed.replace(/ /g, "")) }).generate({ timestamp: at });

/** Sends a form of a page as its scripts do. */
export const sendForm = (_w: World, client: Client, path: string, form: Record<string, string>) =>
  client.page(`${path}.data`, { method: "POST", body: new URLSearchParams(form) });

const FACTORS = "/profile/second-factor";

/** The recovery codes in a page's answer. */
export const codesIn = (answer: string) =>
  [...answer.matchAll(/"([0-9a-z]{4}(?:-[0-9a-z]{4}){5})"/g)].map(([, code]) => code!);

/** Sets an authenticator app up. @returns its seed, and the recovery codes where they were shown */
export async function setUpApp(w: World, client: Client, more: Record<string, string> = {}) {
  const text = await (await client.page(`${FACTORS}.data`)).text();
  const seed = /"seed","([A-Z2-7 ]+)"/.exec(text)?.[1] ?? "";
  const sent = await sendForm(w, client, FACTORS, {
    ...{ intent: "app", code: codeAt(seed), currentPassword: PASSWORD, ...more },
  });
  const answer = await sent.text();
  expect([sent.status, answer]).toEqual([200, expect.stringContaining("is set up")]);
  return { seed, codes: codesIn(answer) };
}
