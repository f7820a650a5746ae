import { newId } from "#drizzle/columns.ts";
import { OFFERED } from "./platform-twins.ts";
import { type Company, inserting, type World } from "./world.ts";

type Row = Record<string, string | number | null>;

/** Reads the first row of a statement past the app; null when there is none. */
export const firstOf =
  <D = Row>(db: D1Database) =>
  <R = D>(sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .first<R>();

/** A word before the platform's name that nobody has. */
export const freshWord = () => `w${newId().slice(-11)}x`;

/**
 * Gives a company a subscription to the plan that `offer` offers, until a day.
 * @returns its id
 */
export async function subscribed(
  { env: { CONTROL_DB: db } }: World,
  { id: companyId }: Pick<Company, "id">,
  until: string,
  more: Row = {},
): Promise<string> {
  const id = newId();
  await inserting(db, "subscriptions", {
    ...{ id, company_id: companyId, plan_version_id: OFFERED.version, status: "active" },
    ...{ billing: "yearly", starts_on: "2026-01-01", current_period_end: until, grace_days: 10 },
    ...{ limits: "{}", created_at: 1, updated_at: 1, ...more },
  }).run();
  return id;
}
