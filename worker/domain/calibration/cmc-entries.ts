import { and, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { disciplineWords } from "#app/shared/calibration/disciplines.ts";
import { LAST_DAY } from "#app/shared/company-time.ts";
import { decimal, isTypedNumber, typedNumber } from "#app/shared/metrology/decimal.ts";
import { plural } from "#app/shared/plural.ts";
import { cmcPlaces, disciplines, cmcEntries as table } from "#drizzle/tenant/index.ts";
import type { Answer, Db, Results } from "../../db/db.ts";
import type { AnySession } from "../../session.ts";
import { entity, opened } from "../entity/entity.ts";
import {
  always,
  checked,
  day,
  described,
  optionalDay,
  optionalText,
  optionalWord,
  problems,
  text,
  word,
} from "../entity/fields.ts";
import { decimalText, optionalDecimal, unitCode, withDoubles } from "./fields.ts";

/** A figure that is one; what is wrong by itself is told at its field. */
const figureOf = (typed: unknown) => (typeof typed === "string" ? typedNumber(typed) : null);

const input = z
  .strictObject({
    discipline: word("Discipline", disciplines, "Choose a discipline"),
    parameter: text("Parameter", 120),
    unit: unitCode(),
    rangeLo: decimalText("Range from"),
    rangeHi: decimalText("Range to"),
    cmcAbs: optionalDecimal("Smallest U, absolute", { least: "0" }),
    cmcPct: optionalDecimal("Smallest U, relative", { least: "0", most: "100" }),
    method: optionalText(200, "Method"),
    place: optionalWord(cmcPlaces, "Place").transform((place) => place ?? "permanent"),
    accreditationNo: optionalText(60, "Accreditation no"),
    validFrom: described(day("Valid from"), { label: "Valid from", as: "day" }),
    validUntil: optionalDay("Valid until"),
  })
  .refine(
    ({ rangeLo, rangeHi }) => {
      const [lo, hi] = [rangeLo, rangeHi].map(figureOf);
      return !lo || !hi || lo.lte(hi);
    },
    { path: ["rangeHi"], message: "Range to must not be below range from", ...always },
  )
  .refine(({ cmcAbs, cmcPct }) => Boolean(cmcAbs || cmcPct), {
    path: ["cmcAbs"],
    message: "Give the smallest U as an absolute figure, in per cent, or both",
    ...always,
  })
  .refine(({ validFrom, validUntil }) => !validUntil || validUntil >= validFrom, {
    path: ["validUntil"],
    message: "Valid until must not be before valid from",
    ...always,
  });
export type CmcInput = z.output<typeof input>;

/** Entries whose range holds a typed value. */
const holding = (value: string) => {
  if (!isTypedNumber(value.trim())) return undefined;
  const at = Number(value);
  return and(lte(table.rangeLoNum, at), gte(table.rangeHiNum, at));
};

const verbs = entity({
  table,
  noun: ["scope entry", "scope entries"],
  name: "cmc_entry",
  permissions: {
    view: "view-procedure",
    create: "edit-procedure",
    edit: "edit-procedure",
    delete: "edit-procedure",
  },
  subject: "procedure",
  input,
  title: "parameter",
  stored: ({ rangeLo, rangeHi }) => withDoubles({ rangeLo, rangeHi }),
  search: { words: ["parameter", "method"] },
  list: {
    sorts: { parameter: table.parameter },
    filters: {
      discipline: (discipline) => eq(table.discipline, discipline as "medical"),
      place: (place) => eq(table.place, place as "onsite"),
      at: holding,
    },
  },
  sheet: {
    discipline: { example: "Medical", words: disciplineWords },
    parameter: { example: "Energy", like: "parameter quantity measurand" },
    unit: { example: "J", hint: "The code of the unit, such as J, mmHg or degC." },
    rangeLo: { example: "0", like: "rangefrom from lower low min" },
    rangeHi: { example: "360", like: "rangeto to upper high max" },
    cmcAbs: { example: "0.5", like: "cmc absolute" },
    cmcPct: { example: "1.2", hint: "Per cent of the value.", like: "relative percent" },
    method: { like: "procedure reference" },
    place: { hint: "Permanent or Onsite" },
    accreditationNo: { like: "accreditation certificate" },
    validFrom: { example: "2026-04-01" },
    validUntil: {},
  },
});

const MOST_DOUBTED = 20;

/** Entries that might overlap one: of the same parameter, unit and place, in a part of its range and of its days. It may be among them. */
function nearOnes(db: Db, values: CmcInput) {
  const { rangeLoNum, rangeHiNum } = withDoubles({
    rangeLo: values.rangeLo,
    rangeHi: values.rangeHi,
  });
  const isSame = and(
    eq(table.parameter, values.parameter),
    eq(table.unit, values.unit),
    eq(table.place, values.place),
    isNull(table.deletedAt),
    isNull(table.archivedAt),
  );
  const isNear = and(
    lte(table.rangeLoNum, rangeHiNum ?? 0),
    gte(table.rangeHiNum, rangeLoNum ?? 0),
    lte(table.validFrom, values.validUntil ?? LAST_DAY),
    or(isNull(table.validUntil), gte(table.validUntil, values.validFrom)),
  );
  return db
    .select({ id: table.id, lo: table.rangeLo, hi: table.rangeHi })
    .from(table)
    .where(db.ofOwner(table, and(isSame, isNear)))
    .orderBy(sql`${table.rangeLoNum}`)
    .limit(MOST_DOUBTED);
}

type Near = Results<[ReturnType<typeof nearOnes>]>[0];
/** An answer that also tells which entries this one overlaps. */
function doubted(
  answer: Answer<{ id: string }>,
  values: CmcInput,
  others: Near,
): Answer<{ id: string }> {
  // Ranges that only touch do not overlap.
  const [from, to] = [decimal(values.rangeLo), decimal(values.rangeHi)];
  const over = others.filter(
    ({ id, lo, hi }) => id !== answer.data.id && decimal(lo!).lt(to) && decimal(hi!).gt(from),
  );
  if (!over.length) return answer;
  const ranges = over.map(({ lo, hi }) => `${lo} to ${hi}`).join(", ");
  const says = plural(
    over.length,
    "It overlaps another entry of the same parameter, unit and place: {ranges}",
    "It overlaps {n} other entries of the same parameter, unit and place: {ranges}",
  );
  return { ...answer, warnings: [says.replace("{ranges}", ranges)] };
}

/** The laboratory's scope: what it measures, where, and with which smallest uncertainty. Overlaps are doubted, not refused. */
export const cmcEntries = {
  ...verbs,

  async create(session: AnySession, sent: unknown) {
    const db = opened(session, "edit-procedure");
    const values = checked(input, sent);
    const [others] = await db.read(nearOnes(db, values));
    return doubted(await verbs.create(session, sent), values, others);
  },

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    const { version: _, ...form } = sent;
    const db = opened(session, "edit-procedure");
    const { values } = problems(input, form);
    if (!values) return verbs.update(session, id, sent);
    const [[before], others] = await db.read(db.byId(table, id), nearOnes(db, values));
    return doubted(await verbs.update(session, id, sent, [], before), values, others);
  },
};
