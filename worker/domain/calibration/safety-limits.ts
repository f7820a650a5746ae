import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { limitName, quantityCode } from "#app/shared/calibration/safety-words.ts";
import { newId } from "#drizzle/columns.ts";
import {
  appliedParts,
  electricalClasses,
  limitOps,
  safetyMethods,
  safetyLimits as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Command, Row } from "../../db/db.ts";
import { conflict, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { entity, opened } from "../entity/entity.ts";
import { checked, optionalText, optionalWord, text, word } from "../entity/fields.ts";
import { entryOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";
import { decimalText, unitCode } from "./fields.ts";
import { refuseAmbiguous, rivals, stillAlone } from "./safety-rivals.ts";

export type LimitRow = Row<typeof table>;
type Done = Answer<{ id: string }>;
type Sent = Record<string, unknown>;

const input = z.strictObject({
  standard: text("Standard", 60),
  edition: optionalText(30, "Edition"),
  quantity: text("Quantity", 60).transform(quantityCode),
  equipmentClass: optionalWord(electricalClasses, "Class"),
  appliedPart: optionalWord(appliedParts, "Applied part"),
  method: optionalWord(safetyMethods, "Method"),
  condition: optionalText(80, "Condition"),
  op: word("Limit is", limitOps, "Choose at most or at least"),
  limitValue: decimalText("Limit"),
  unit: unitCode(),
  source: optionalText(300, "Source"),
});
type Said = z.output<typeof input>;

const figures = ["op", "limitValue", "unit"] as const;
const deciding = [
  ...figures,
  ...(["standard", "edition", "quantity", "equipmentClass", "appliedPart", "method"] as const),
  "condition",
] as const;
/** Whether a change is of more than where a figure stands. */
const isAnother = (before: LimitRow, after: Said) =>
  deciding.some((field) => before[field] !== after[field]);

const only = (column: SQL | typeof table.method) => (asked: string) => eq(column as never, asked);
const verbs = entity({
  table,
  noun: ["safety limit", "safety limits"],
  subject: "machine",
  permissions: {
    view: "view-machine",
    create: "edit-safety-limit",
    edit: "edit-safety-limit",
    delete: "edit-safety-limit",
  },
  input,
  // Who changes what a limit says answers for it: no mark stays.
  stored: (values, before) => ({
    name: limitName(values),
    ...(before && isAnother(before, values) ? { verify: false, confirmedAt: Date.now() } : {}),
  }),
  search: { words: ["standard", "quantity", "condition", "source"] },
  list: {
    sorts: { name: table.name },
    filters: {
      class: only(sql`${table.equipmentClass}`),
      part: only(sql`${table.appliedPart}`),
      method: only(sql`${table.method}`),
      figures: (asked) =>
        entryOf({ open: eq(table.verify, true), confirmed: eq(table.verify, false) }, asked),
    },
    more: { confirmedByName: namedBy(users, users.name, table.confirmedBy) },
  },
  sheet: {
    standard: { example: "IEC 62353", like: "norm" },
    edition: { example: "2014", like: "year", hint: "Any edition if left empty." },
    quantity: { example: "Equipment leakage", like: "test measurement" },
    equipmentClass: { example: "I", like: "equipmentclass", hint: "Any class if left empty." },
    appliedPart: { like: "part type", hint: "Any applied part if left empty." },
    method: { example: "direct", hint: "Any method if left empty." },
    condition: { like: "state", hint: "NC, SFC or in words; any condition if left empty." },
    op: {
      example: "at most",
      like: "operator comparison",
      words: { le: "at most", ge: "at least" },
    },
    limitValue: { example: "500", like: "value limitvalue" },
    unit: { example: "uA" },
    source: { example: "IEC 62353:2014, table 2", like: "reference clause" },
  },
});

async function committed(
  db: CompanyDb,
  before: LimitRow | null,
  command: Command<{ id: string }>,
): Promise<Done> {
  try {
    return await db.commit(command);
  } catch (refusal) {
    if (!isRefusal(refusal, 409)) throw refusal;
    if (before) {
      const [[now]] = await db.read(db.byId(table, before.id));
      refuseStale(now ?? notFound(verbs.noun[0]), before.version);
    }
    return conflict("The limits have changed meanwhile. Try again.");
  }
}

const answered = (status: number, message: string, id: string) => ({
  status,
  message: `${verbs.label} ${message}`,
  data: { id },
});

/** A living limit with those that might fit the same devices. One round trip. */
async function read(db: CompanyDb, id: string, said: Pick<Said, "standard" | "quantity"> | null) {
  const [[row], others] = await db.read(db.byId(table, id), rivals(db, said ?? id));
  return { before: row ?? notFound(verbs.noun[0]), others };
}

/** Limits of electrical safety tests: the company's own, which tell of each device one limit at most. */
export const safetyLimits = {
  ...verbs,

  async create(session: AnySession, sent: unknown): Promise<Done> {
    const db = opened(session, "edit-safety-limit") as CompanyDb;
    const values = checked(input, sent);
    const [others] = await db.read(rivals(db, values));
    refuseAmbiguous(others, { ...values, id: "" });
    const id = newId();
    const { writes, activity } = verbs.adding(db, id, values);
    return committed(db, null, {
      writes: [stillAlone(db, values, others), ...writes],
      activity,
      answer: answered(201, "added", id),
    });
  },

  async update(session: AnySession, id: string, { version, ...sent }: Sent): Promise<Done> {
    const db = opened(session, "edit-safety-limit") as CompanyDb;
    const values = checked(input, sent);
    const { before, others } = await read(db, id, values);
    refuseStale(before, version);
    if (before.archivedAt === null) refuseAmbiguous(others, { ...values, id });
    const by = isAnother(before, values) ? { confirmedBy: db.stamp.actorId } : {};
    const { writes, activity } = verbs.changing(db, before, { ...values, ...by });
    return committed(db, before, {
      writes: [stillAlone(db, values, others), ...writes],
      activity,
      answer: answered(200, "saved", id),
    });
  },

  async archive(session: AnySession, id: string, archived: boolean): Promise<Done> {
    if (archived) return verbs.archive(session, id, true);
    const db = opened(session, "edit-safety-limit") as CompanyDb;
    const { before, others } = await read(db, id, null);
    refuseAmbiguous(others, before);
    return verbs.archive(session, id, false, [stillAlone(db, before, others)], before);
  },

  /** A person has compared the figure with their copy of the standard. @throws Response 409 when it is confirmed */
  async confirm(session: AnySession, id: string, { version, ...sent }: Sent): Promise<Done> {
    const db = opened(session, "edit-safety-limit") as CompanyDb;
    checked(z.strictObject({}), sent);
    const [[row]] = await db.read(db.byId(table, id));
    const before = row ?? notFound(verbs.noun[0]);
    refuseStale(before, version);
    if (!before.verify) conflict("This figure is confirmed already");
    const confirmed = { verify: false, confirmedAt: Date.now(), confirmedBy: db.stamp.actorId };
    return committed(db, before, {
      writes: [db.assertUnchanged(table, before), db.updating(table, eq(table.id, id), confirmed)],
      activity: {
        ...{ action: `confirm.${verbs.name}`, kind: verbs.name, id, label: before.name },
        changes: [{ field: "limitValue", from: before.limitValue, to: before.limitValue }],
      },
      answer: answered(200, "confirmed", id),
    });
  },
};

/** The limits that count: neither archived nor deleted. */
export const counting = () => and(isNull(table.deletedAt), isNull(table.archivedAt))!;
