import { type SQL, sql } from "drizzle-orm";
import { type NumberParts, numberParts } from "#app/shared/number-format.ts";
import { newId } from "#drizzle/columns.ts";
import { platformSequences } from "#drizzle/control/index.ts";
import type { Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { composed } from "../entity/numbers.ts";

/** How the next number of one of the platform's documents is written. */
export type PlatformNumbering = { key: string } & NumberParts;

const forEver = (key: string, format: string): PlatformNumbering => ({
  key,
  ...numberParts({ format, reset: "never" }, { today: "2000-01-01", firstMonth: "01" }),
});
/** Orders and tickets are numbered on and on. */
export const orderNumbering = forEver("order", "ORD-{SEQ:5}");
export const ticketNumbering = forEver("ticket", "TKT-{SEQ:5}");

/**
 * Numbers of invoices and credit notes begin anew with each fiscal year of the seller and leave no gap. With a prefix of four
 * letters they have 16 characters, as many as India allows.
 */
export const yearlyNumbering = (
  key: "invoice" | "credit",
  prefix: string,
  today: string,
  sellerCountry: string,
): PlatformNumbering => ({
  key,
  ...numberParts(
    { format: `${prefix}/{FY}/{SEQ:5}`, reset: "fy" },
    { today, firstMonth: sellerCountry === "IN" ? "04" : "01" },
  ),
});

const ofSequence = ({ key, period }: PlatformNumbering) =>
  sql`${platformSequences.key} = ${key} and ${platformSequences.period} = ${period}`;

/** Takes the next number in the batch that saves its document. A rolled-back batch takes none. */
export function takePlatformNumber(db: PlatformDb, { key, period }: PlatformNumbering): Statement {
  const at = sql`cast(${Date.now()} as integer)`;
  return db.run(sql`insert into ${platformSequences} ("id", "created_at", "updated_at", "version", "key", "period", "next_value")
    values (${newId()}, ${at}, ${at}, 1, ${key}, ${period}, 2)
    on conflict ("key", "period") do update set "next_value" = "next_value" + 1, "version" = "version" + 1, "updated_at" = excluded."updated_at"`);
}

/** The number that `takePlatformNumber` took earlier in the same batch, as an expression. */
export const takenPlatformNumber = (numbering: PlatformNumbering): SQL<string> =>
  sql<string>`(select ${composed(numbering, sql`"next_value" - 1`)} from ${platformSequences} where ${ofSequence(numbering)})`;
