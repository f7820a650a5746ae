import type { Session } from "#worker/session.ts";
import type { Random } from "../random.ts";
import { DAY, dayAt, HOUR, ZONE } from "../working-day/day.ts";
import type { History } from "../working-day/history.ts";
import type { Shelf } from "./shelf.ts";

/** What the work of a laboratory is made of. */
export type Bench = {
  slug: string;
  db: D1Database;
  companyId: string;
  history: History;
  random: Random;
  now: number;
  /** For how many days it has kept its records here. */
  days: number;
  /** Who answers for the laboratory, and who looks after its quality. */
  head: Session;
  quality: Session;
  engineers: readonly Session[];
  shelf: Shelf;
  /** Of one machine in so many the certificates are made; of the others the book alone tells the day. */
  certifiesEvery: number;
  /** What has been made so far, by the names of the tables. */
  ids: Record<"templates" | "rules" | "procedures" | "models" | "calibrators", Map<string, string>>;
};

/** An instant of a day so many days ago, at an hour of India's clocks; never one that is still to come. */
export function at({ now }: Pick<Bench, "now">, daysAgo: number, hour: number): number {
  const midnight = Math.floor((now + ZONE) / DAY) * DAY - ZONE;
  return Math.min(midnight - daysAgo * DAY + hour * HOUR, now - 1000);
}
/** The calendar day so many days ago. */
export const daysBefore = ({ now }: Pick<Bench, "now">, days: number) => dayAt(now - days * DAY);
/** How many days ago a calendar day was. */
export const daysSince = ({ now }: Pick<Bench, "now">, day: string) =>
  Math.round((Date.parse(dayAt(now)) - Date.parse(day)) / DAY);

/** One of the engineers, by turns. */
export const engineerAt = ({ engineers }: Pick<Bench, "engineers">, turn: number) =>
  engineers[turn % engineers.length]!;
/** Ids of what the company has, by a word of each. */
export async function idsBy(
  { db, companyId }: Pick<Bench, "db" | "companyId">,
  table: "device_templates" | "decision_rules",
  word: "origin_key" | "code",
): Promise<Map<string, string>> {
  const { results } = await db
    .prepare(`select id, ${word} as word from ${table} where company_id = ? and deleted_at is null`)
    .bind(companyId)
    .all<{ id: string; word: string }>();
  return new Map(results.map((row) => [row.word, row.id]));
}
