import { sql } from "drizzle-orm";
import { safetyLimitFor } from "#app/shared/metrology/safety-limits.ts";
import type { Problem } from "#app/shared/refusal.ts";
import { safetyLimits as table } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { counting, type LimitRow } from "./safety-limits.ts";
import { MOST_OF_QUANTITY, rivals, toLookUp } from "./safety-rivals.ts";

/** Standards, editions, quantities and conditions that limits name; more are not offered. */
const MOST_OFFERED = 300;
const LONGEST = 80;

const fields = [
  ...(["standard", "edition", "quantity", "condition"] as const),
  ...(["class", "part", "supply", "method"] as const),
];
type Field = (typeof fields)[number];
export type LookedUp = Record<Field, string>;

const askedIn = (params: URLSearchParams): LookedUp =>
  Object.fromEntries(
    fields.map((field) => [field, (params.get(field) ?? "").trim().slice(0, LONGEST)]),
  ) as LookedUp;

const needed = { standard: "Standard is required", quantity: "Quantity is required" };
/** What is missing in a question that was sent; null before one is, and in a whole one. */
function problemOf(params: URLSearchParams, asked: LookedUp): Problem | null {
  const missing = Object.entries(needed).filter(([field]) => asked[field as Field] === "");
  if (missing.length === 0 || !fields.some((field) => params.has(field))) return null;
  const errors = Object.fromEntries(missing.map(([field, message]) => [field, [message]]));
  return { success: false, message: "Say what is looked up", errors };
}

/** What may be asked: each word that some limit names, once. */
const wordsOf = (rows: readonly { field: string; word: string | null }[], field: Field) =>
  rows.flatMap((row) => (row.field === field && row.word !== null ? [row.word] : []));

type Found = Pick<LimitRow, "name" | "op" | "limitValue" | "unit" | "verify" | "source">;
export type LookUpAnswer =
  | { kind: "limit"; limit: Found }
  | { kind: "ambiguous"; names: string[] }
  /** Each edition that has one, where none was said. */
  | { kind: "editions"; limits: (Found & { edition: string })[] }
  | { kind: "not_applicable" | "none" };

function answerOf(rows: readonly LimitRow[], asked: LookedUp): LookUpAnswer {
  const answer = answerAs(rows, asked);
  if (answer.kind !== "none" || asked.edition !== "") return answer;
  const editions = [...new Set(rows.flatMap(({ edition }) => (edition === null ? [] : [edition])))];
  const limits = editions.sort().flatMap((edition) => {
    const one = answerAs(rows, { ...asked, edition });
    return one.kind === "limit" ? [{ ...one.limit, edition }] : [];
  });
  return limits.length > 0 ? { kind: "editions", limits } : answer;
}

function answerAs(rows: readonly LimitRow[], asked: LookedUp): LookUpAnswer {
  const found = safetyLimitFor(rows.map(toLookUp), {
    standard: asked.standard.toLowerCase(),
    edition: asked.edition || null,
    method: asked.method || null,
    equipmentClass: asked.class || "NA",
    appliedPart: asked.part || "NONE",
    supply: asked.supply || null,
    quantity: asked.quantity,
    condition: asked.condition || null,
  });
  const rowOf = (id: string) => rows.find((row) => row.id === id)!;
  if (found.kind === "ambiguous")
    return { kind: "ambiguous", names: found.rows.map(({ id }) => rowOf(id).name) };
  if (found.kind !== "limit") return { kind: found.kind };
  const { name, op, limitValue, unit, verify, source } = rowOf(found.row.id);
  return { kind: "limit", limit: { name, op, limitValue, unit, verify, source } };
}

/** "What is the limit for …": what can be asked, and the answer to what the address asks. One round trip. */
export async function lookUp(session: Session, params: URLSearchParams) {
  const db = session.authorize("view-machine");
  const asked = askedIn(params);
  const distinct = (field: "standard" | "edition" | "quantity" | "condition") =>
    db
      .select({
        field: sql<string>`${field}`.as("field"),
        word: sql<string | null>`${table[field]}`.as("word"),
      })
      .from(table)
      .where(db.ofOwner(table, counting()))
      .groupBy(table[field])
      .limit(MOST_OFFERED);
  const [standards, editions, quantities, conditions, rows] = await db.read(
    distinct("standard"),
    distinct("edition"),
    distinct("quantity"),
    distinct("condition"),
    rivals(db, asked),
  );
  const isAsked = asked.standard !== "" && asked.quantity !== "";
  return {
    asked,
    problem: problemOf(params, asked),
    offered: {
      standards: wordsOf(standards, "standard"),
      editions: wordsOf(editions, "edition"),
      quantities: wordsOf(quantities, "quantity"),
      conditions: wordsOf(conditions, "condition"),
    },
    answer: isAsked ? answerOf(rows.slice(0, MOST_OF_QUANTITY), asked) : null,
  };
}
