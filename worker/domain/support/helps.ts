import { and, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { folded } from "#app/shared/folded.ts";
import { faqs, platformIdempotencyKeys } from "#drizzle/control/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CustomerDb } from "../../db/customer-db.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, flag, id as idField } from "../entity/fields.ts";
import { wordsOf } from "../search/terms.ts";

/** So many helps are listed, and looked at for words. */
const MOST_HELPS = 200;
const LONGEST_QUESTION = 200;
const MOST_SUGGESTED = 3;
/** Shorter words are in every sentence. */
const SHORTEST_WORD = 3;
const common = new Set(
  "and are can cannot could does for from get has have how into not our that the them there this was what when where which who why will with you your".split(
    " ",
  ),
);

const rowOf = {
  id: faqs.id,
  question: faqs.question,
  answer: faqs.answer,
  category: faqs.category,
};

/** Helps that are meant for the person: of their company's service type, and for what they are in it. */
function meantFor(session: Session): SQL {
  const audiences = session.type === "Admin" ? (["admin", "user"] as const) : (["user"] as const);
  return and(
    sql`${faqs.isActive} = 1`,
    inArray(faqs.audience, [...audiences]),
    sql`exists (select 1 from json_each(${faqs.serviceTypes}) as "kind" where "kind"."value" = ${session.company.serviceType})`,
  )!;
}

const helpsQuery = (db: CustomerDb, session: Session) =>
  db
    .select(rowOf)
    .from(faqs)
    .where(meantFor(session))
    .orderBy(faqs.sort, faqs.id)
    .limit(MOST_HELPS);

/** What a text asks about: its words as they are compared, without the endings of plurals. */
const topicsOf = (q: string): string[] => [
  ...new Set(
    wordsOf(folded(q))
      .filter((word) => word.length >= SHORTEST_WORD && !common.has(word))
      .map((word) => word.replace(/(?<=\w{3})s$/, "")),
  ),
];

type Help = { id: string; question: string; answer: string; category: string | null };
/** How well a help fits: a word of its question counts more than one of its answer. */
function pointsOf({ question, answer, category }: Help, words: readonly string[]): number {
  const [asked, said] = [folded(`${question} ${category ?? ""}`), folded(answer)];
  const found = words.map((word) => (asked.includes(word) ? 3 : said.includes(word) ? 1 : 0));
  return found.reduce<number>((sum, points) => sum + points, 0);
}

/** The helps that fit a question, the best first; none for a question without a word to look for. @throws Response 403 */
export async function suggestedHelps(session: Session, q: string): Promise<Help[]> {
  const db = session.asCustomer("view-support-ticket");
  const words = topicsOf(q.slice(0, LONGEST_QUESTION));
  if (!words.length) return [];
  const [rows] = await db.read(helpsQuery(db, session));
  return rows
    .map((row) => ({ row, points: pointsOf(row, words) }))
    .filter(({ points }) => points >= 3)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_SUGGESTED)
    .map(({ row }) => row);
}

/** Helps by category, or those that have every word of a search. @throws Response 403 */
export async function helpsPage(session: Session, params: URLSearchParams) {
  const db = session.asCustomer("view-support-ticket");
  const q = (params.get("q") ?? "").trim().slice(0, LONGEST_QUESTION);
  const words = wordsOf(folded(q));
  const [rows] = await db.read(helpsQuery(db, session));
  const found = rows.filter(({ question, answer, category }) => {
    const text = folded(`${question} ${answer} ${category ?? ""}`);
    return words.every((word) => text.includes(word));
  });
  const nameOf = ({ category }: Help) => category ?? "General";
  return {
    q,
    groups: [...new Set(found.map(nameOf))].map((name) => ({
      name,
      helps: found.filter((help) => nameOf(help) === name),
    })),
    may: { create: session.may("create-support-ticket") },
  };
}

export const voteInput = z.strictObject({
  id: idField("Help is required", "Help"),
  helped: flag("Did this help?"),
});

/**
 * Counts whether a help helped, once for a person's session. What was counted is remembered as long as answers to repeated
 * requests are.
 * @throws Response 403; 404; 422
 */
export async function voteForHelp(session: Session, input: unknown): Promise<Answer<object>> {
  const db = session.asCustomer("view-support-ticket");
  const { id, helped } = checked(voteInput, input);
  const [[help]] = await db.read(
    db
      .select({ id: faqs.id })
      .from(faqs)
      .where(and(sql`${faqs.id} = ${id}`, meantFor(session)))
      .limit(1),
  );
  if (!help) return notFound("help");
  const { sessionId, userId } = session.actor;
  const mark = (await sha256(`help\n${sessionId}\n${userId}\n${id}`)).slice(0, 64);
  const counter = sql.identifier(helped ? "helpful_yes" : "helpful_no");
  return db.commit({
    writes: [
      db.run(
        sql`update ${faqs} set ${counter} = ${counter} + 1 where ${faqs.id} = ${id}
          and not exists (select 1 from ${platformIdempotencyKeys} where ${platformIdempotencyKeys.id} = ${mark})`,
      ),
      db.run(
        sql`insert into ${platformIdempotencyKeys} ("id", "actor_id", "route", "request_hash", "status", "response_json", "created_at")
          values (${mark}, ${userId}, 'help', ${mark}, 200, '{}', ${sql`cast(${Date.now()} as integer)`}) on conflict do nothing`,
      ),
    ],
    activity: [],
    answer: { status: 200, message: "Thank you", data: {} },
  });
}
