import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { checkNames, checkNamesProblem } from "#app/shared/check-names.ts";
import type { Choice, ListResult } from "#app/shared/list.ts";
import { machineTypes, pmChecklists as table } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { invalid, notFound, stale } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import {
  checked,
  flag,
  id as idField,
  optionalText,
  optionalWhole,
  text,
} from "../entity/fields.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { foundBy } from "../search/found-by.ts";
import { PLATFORM } from "../search/search.ts";
import { catalogueMoves, recountChecklists } from "./machine-types.ts";

const LONGEST_LIST = 40_000;
/** The names of the checks, 1 to 100, none blank and none twice. */
const lists = z
  .unknown()
  .meta({ type: "array", items: { type: "string" }, minItems: 1, maxItems: 100 })
  .transform((value, ctx) => {
    const isLong = typeof value === "string" && value.length > LONGEST_LIST;
    const names = isLong ? [] : checkNames(value);
    const problem = isLong
      ? { message: `The checks can have at most ${LONGEST_LIST} characters` }
      : checkNamesProblem(names);
    if (!problem) return names;
    ctx.addIssue({ code: "custom", message: problem.message });
    return z.NEVER;
  });

const input = z.strictObject({
  machineTypeId: idField("Machine Type is required", "Machine Type"),
  machineName: text("Machine"),
  lists,
  frequencyHint: optionalText(60, "Frequency"),
  estMinutes: optionalWhole("Minutes", 1, 10_000),
  sourceRef: optionalText(250, "Source"),
  isActive: flag().default(true),
});

const isNewList = (now: { lists: string[] }, before: { lists: string[] }) =>
  JSON.stringify(now.lists) !== JSON.stringify(before.lists);

const permission = "manage-pm-checklist";
const platform = (session: AnySession) => (session as StaffSession).authorize(permission);

const verbs = entity({
  table,
  noun: ["PM checklist", "PM checklists"],
  name: "PM checklist",
  permissions: { view: permission, create: permission, edit: permission, delete: permission },
  input,
  title: "machineName",
  list: { sorts: { machineName: table.machineName } },
  also: (db, id, values, before) =>
    before && isNewList(values, before)
      ? [db.run(sql`update ${table} set "revision" = "revision" + 1 where ${eq(table.id, id)}`)]
      : [],
  always: (db, { values, before }) => {
    const types = [values?.machineTypeId, before?.machineTypeId].filter((id) => id !== undefined);
    return [...catalogueMoves(db), recountChecklists(db, ...types)];
  },
});

type PmChecklistRow = {
  id: string;
  machineType: string;
  machineName: string;
  checks: number;
  revision: number;
  isActive: boolean;
  archivedAt: number | null;
};

const states = {
  active: isNull(table.archivedAt),
  archived: isNotNull(table.archivedAt),
  all: undefined,
};

/** "PM machines": the names of the checks of a machine, which reports copy. */
export const pmChecklists = {
  ...verbs,

  /** One page of the list, and the machine types to filter it by. */
  async page(
    session: AnySession,
    params: URLSearchParams,
  ): Promise<{ result: ListResult<PmChecklistRow>; types: Choice[] }> {
    const db = platform(session);
    const query = askedOf(params, ["machineName"], ["type", "state"]);
    const slice = keyset(table.machineName, table.id, query, params);
    const { type, state = "active" } = query.filters;
    const [rows, types] = await db.read(
      db
        .select({
          id: sql<string>`${table.id}`.as("checklist_id"),
          machineType: sql<string>`${machineTypes.name}`.as("machine_type"),
          machineName: table.machineName,
          checks: sql<number>`json_array_length(${table.lists})`.as("checks"),
          revision: table.revision,
          isActive: sql<boolean>`${table.isActive}`.mapWith(Boolean).as("checklist_active"),
          archivedAt: sql<number | null>`${table.archivedAt}`.as("checklist_archived_at"),
        })
        .from(table)
        .innerJoin(machineTypes, eq(machineTypes.id, table.machineTypeId))
        .where(
          and(
            state === "all" ? undefined : (entryOf(states, state) ?? states.active),
            type ? eq(table.machineTypeId, type) : undefined,
            query.q ? foundBy(PLATFORM, "pm_checklist", table.id, query.q) : undefined,
            slice.where,
          ),
        )
        .orderBy(...slice.orderBy)
        .limit(slice.limit),
      db
        .select({ value: machineTypes.id, label: machineTypes.name })
        .from(machineTypes)
        .orderBy(asc(machineTypes.name)),
    );
    return { result: { ...slice.page(rows, (row) => row.machineName, null), query }, types };
  },

  async list(session: AnySession, params: URLSearchParams) {
    return (await this.page(session, params)).result;
  },

  /** What the form needs: the checklist, and the machine types on offer with its own. */
  async form(session: AnySession, id: string | null) {
    const db = platform(session);
    const own = sql`${machineTypes.id} = (select "machine_type_id" from "pm_checklists" where "id" = ${id ?? ""})`;
    const [rows, types] = await db.read(
      db
        .select()
        .from(table)
        .where(eq(table.id, id ?? "")),
      db
        .select({ value: machineTypes.id, label: machineTypes.name })
        .from(machineTypes)
        .where(or(and(eq(machineTypes.isActive, true), isNull(machineTypes.archivedAt)), own))
        .orderBy(asc(machineTypes.name)),
    );
    return { checklist: id === null ? null : (rows[0] ?? notFound("PM checklist")), types };
  },

  /** A changed list is a new revision; reports keep the rows they were made with. */
  async update(
    session: AnySession,
    id: string,
    { version, ...input_ }: Record<string, unknown>,
  ): Promise<Answer<{ id: string }>> {
    const db = platform(session);
    const values = checked(input, input_);
    const [found, types] = await db.read(
      db.select().from(table).where(eq(table.id, id)).limit(1),
      db
        .select({ archivedAt: machineTypes.archivedAt })
        .from(machineTypes)
        .where(eq(machineTypes.id, values.machineTypeId)),
    );
    const before = found[0] ?? notFound("PM checklist");
    const seen = version === undefined || version === "" ? before.version : Number(version);
    if (seen !== before.version) stale(before);
    const type = types[0] ?? notFound("machine type");
    if (values.machineTypeId !== before.machineTypeId && type.archivedAt)
      invalid({ machineTypeId: ["Machine Type is archived or was deleted"] });
    return db.commit({
      ...verbs.changing(db, before, values),
      answer: {
        status: 200,
        message: isNewList(values, before)
          ? `PM checklist saved as revision ${before.revision + 1}. Reports already made stay as they are.`
          : "PM checklist saved",
        data: { id },
      },
    });
  },
};
