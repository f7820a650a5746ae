import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { disciplineWords } from "#app/shared/calibration/disciplines.ts";
import { disciplines, procedureVersions, procedures as table } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { flag, optionalId, text, word } from "../entity/fields.ts";
import { entryOf } from "../lists/list-query.ts";

/** A version's state, in the words of the index that holds so few versions. */
const isIn = (status: "active" | "draft" | "in_review") =>
  status === "active"
    ? `"v"."status" = 'active'`
    : `"v"."status" in ('draft', 'in_review') and "v"."status" = '${status}'`;

/** The number of a procedure's version in a state, as a column of its list; null while there is none. */
const numberIn = (status: "active" | "draft" | "in_review"): SQL.Aliased<number | null> => {
  const number = sql.raw(
    `(select "v"."version_no" from "procedure_versions" as "v" where "v"."company_id" = "procedures"."company_id" and "v"."procedure_id" = "procedures"."id" and ${isIn(status)} limit 1)`,
  );
  return sql<number | null>`${number}`.as(`no_${status}`);
};

const withVersion = (status: "draft" | "in_review") =>
  sql`exists (select 1 from ${procedureVersions} as "v" where "v"."company_id" = ${table.companyId} and "v"."procedure_id" = ${table.id} and ${sql.raw(isIn(status))})`;
/** Which versions a procedure has, for the filter of its list. */
const standing: Record<string, SQL> = {
  active: sql`${table.currentVersionId} is not null`,
  draft: withVersion("draft"),
  in_review: withVersion("in_review"),
  none: sql`${table.currentVersionId} is null`,
};

export const procedureInput = z.strictObject({
  code: text("Code", 40),
  name: text("Name", 150),
  discipline: word("Discipline", disciplines, "Choose the discipline"),
  machineTypeId: optionalId("Machine type"),
  accredited: flag("Accredited"),
});

const verbs = entity({
  table,
  noun: ["procedure", "procedures"],
  input: procedureInput,
  search: { words: ["code", "name"], codes: ["code"] },
  list: {
    sorts: { name: table.name, code: table.code },
    filters: {
      discipline: (value) =>
        value in disciplineWords ? sql`${table.discipline} = ${value}` : sql`0`,
      version: (value) => entryOf(standing, value),
    },
    more: {
      activeNo: numberIn("active"),
      draftNo: numberIn("draft"),
      reviewNo: numberIn("in_review"),
    },
  },
  sheet: {
    ...{ code: {}, name: {}, discipline: { words: disciplineWords } },
    ...{ machineTypeId: { label: "Machine type" }, accredited: {} },
  },
  offered: {
    to: ["view-machine", "create-certificate-report", "create-inhouse-calibration"],
    hint: table.code,
  },
  palette: {
    group: "Procedures",
    icon: "book",
    hint: ({ code }) => code,
    href: ({ id }) => `/procedure/${id}`,
  },
});

/** The machine type that a form asks for and the catalogue does not offer; null where it asks for none, or for one that is offered. */
async function strangeType(session: Session, sent: unknown): Promise<string | null> {
  const id = (sent as { machineTypeId?: unknown } | null)?.machineTypeId;
  if (typeof id !== "string" || id.trim() === "") return null;
  const types = await session.catalogue.machineTypes();
  return types.some((type) => type.id === id.trim()) ? null : id;
}

/** Refuses a machine type that the catalogue does not offer. @throws Response 404 */
export async function proveType(session: Session, sent: unknown): Promise<void> {
  if ((await strangeType(session, sent)) !== null) notFound("machine type");
}

/** How devices are calibrated: what a procedure says is in its versions. */
export const procedures = {
  ...verbs,

  async create(session: AnySession, sent: unknown) {
    (session as Session).authorize("create-procedure");
    await proveType(session as Session, sent);
    return verbs.create(session, sent);
  },

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    (session as Session).authorize("edit-procedure");
    const strange = await strangeType(session as Session, sent);
    return verbs.update(session, id, sent, ({ machineTypeId }) => {
      // The one it has stays, also when it is offered no more.
      if (strange !== null && strange !== machineTypeId) notFound("machine type");
      return [];
    });
  },

  /** The list as its page shows it: with the names of machine types. */
  async rows(session: AnySession, params: URLSearchParams, record?: string) {
    const list = await verbs.list(session, params, record);
    const types = await (session as Session).catalogue.machineTypes();
    const names = new Map(types.map(({ id, name }) => [id, name]));
    const named = <R extends { machineTypeId: string | null }>(row: R) => ({
      ...row,
      machineTypeName: names.get(row.machineTypeId ?? "") ?? null,
    });
    return { ...list, rows: list.rows.map(named), record: list.record ? named(list.record) : null };
  },
};
