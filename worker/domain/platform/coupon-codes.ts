import { and, eq, gte, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { couponPlans, coupons as table } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import type { StaffSession } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { indexingAll } from "../search/search.ts";
import { discountOf, generateInput, MOST_CODES } from "./coupon-input.ts";
import { assertPlans } from "./coupon-plans.ts";

/** Without what is read wrongly: 0 and O, 1, I and L. */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const TAIL = 10;

/** Ten signs that nobody guesses: some 49 random bits. */
function tail(): string {
  const signs: string[] = [];
  while (signs.length < TAIL)
    for (const byte of crypto.getRandomValues(new Uint8Array(TAIL))) {
      // Bytes beyond the last whole round of the signs would prefer the first of them.
      const isFair = byte < 256 - (256 % SIGNS.length);
      if (isFair && signs.length < TAIL) signs.push(SIGNS[byte % SIGNS.length]!);
    }
  return signs.join("");
}

/** So many different codes of a beginning. */
function codesOf(prefix: string, count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(`${prefix}${tail()}`);
  return [...codes];
}

/** What was made: the codes, and the ids of the first and the last of their coupons. */
export type Generated = { codes: string[]; first: string; last: string };

/** Makes coupons of the same terms, each with a code of its own. @throws Response 403, 422 */
export async function generateCoupons(
  session: StaffSession,
  sent: unknown,
): Promise<Answer<Generated>> {
  const db = session.authorize("manage-coupon");
  const said: z.output<typeof generateInput> = checked(generateInput, sent);
  const { prefix, count, planIds, ...terms } = said;
  const codes = codesOf(prefix, count);
  const value = discountOf(terms.kind, terms.value)!;
  const rows = codes.map((code) => ({ ...terms, value, code, id: newId() }));
  const lines = rows.flatMap(({ id }) => planIds.map((planId) => [id, planId]));
  return db.commit({
    writes: [
      assertPlans(db, planIds),
      db.insertingAll(table, rows),
      ...(lines.length
        ? [
            db.run(
              sql`insert into ${couponPlans} ("coupon_id", "plan_id") select "value" ->> 0, "value" ->> 1 from json_each(${JSON.stringify(lines)}) where true`,
            ),
          ]
        : []),
      indexingAll(
        db,
        "coupon",
        rows.map(({ id, code }) => ({ id, texts: [code] })),
      ),
    ],
    activity: {
      ...{ action: "generate.coupon", kind: "coupon", id: rows[0]!.id, label: `${prefix}…` },
      changes: changesBetween({}, { ...terms, value, count, planIds }),
    },
    answer: {
      status: 201,
      message: count === 1 ? "1 coupon added" : `${count} coupons added`,
      data: { codes, first: rows[0]!.id, last: rows.at(-1)!.id },
    },
  });
}

/** The codes that a person has made at once, named by `first` and `last`. @throws Response 403 */
export async function generatedCodes(
  session: StaffSession,
  params: URLSearchParams,
): Promise<{ codes: string[] }> {
  const db = session.authorize("manage-coupon");
  const [rows] = await db.read(
    db
      .select({ code: table.code })
      .from(table)
      .where(
        and(
          gte(table.id, params.get("first") ?? ""),
          lte(table.id, params.get("last") ?? ""),
          eq(table.createdBy, session.actor.userId),
        ),
      )
      .orderBy(table.id)
      .limit(MOST_CODES),
  );
  return { codes: rows.map(({ code }) => code) };
}
