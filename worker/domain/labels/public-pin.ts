import { z } from "zod";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Visit } from "../../env.ts";
import { invalid } from "../../refusals.ts";
import { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { assertTry, isTriedOut, keepTry, waitForTry } from "./public-tries.ts";

type Company = { settings: Record<string, unknown>; country: string };

/** The PIN a public form asks for; null where none is set, and for people who have signed in. */
export const pinFor = ({ session }: Visit, company: Company): string | null =>
  session instanceof Session ? null : settingOf(company, "qr_report_pin");

/** The form's field. Whether it is needed, the company's setting says. */
export const pinField = z.string().max(20, "A PIN has at most 8 digits").optional();

/** Compares hashes, whose likeness tells nothing about the PIN. */
const isSame = async (one: string, other: string) => (await sha256(one)) === (await sha256(other));

type Tried = {
  db: CompanyDb;
  network: string;
  now: number;
  failed: Parameters<typeof isTriedOut>[1];
};

/**
 * Proves the PIN of a public form. A wrong one is kept, by network and company.
 * @returns what the form's batch asserts, so that many PINs tried at once are no more than the limit
 * @throws Response 422 at the field, 429 when wrong ones came too often
 */
export async function provePin(
  asked: string | null,
  sent: string | undefined,
  { db, network, now, failed }: Tried,
) {
  if (asked === null) return [];
  if (isTriedOut("pin", failed)) waitForTry("pin");
  const pin = sent?.replace(/\s/g, "") ?? "";
  if (!pin) invalid({ pin: ["Enter the PIN on your ward's poster"] });
  if (!(await isSame(pin, asked))) {
    await keepTry(db, "pin", network, now);
    invalid({ pin: ["This is not the PIN on your ward's poster"] });
  }
  return [assertTry(db, "pin", network, now)];
}
