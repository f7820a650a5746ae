import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import {
  certificateKinds,
  reportFormVersions,
  reportForms as table,
} from "#drizzle/tenant/index.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { optionalId, text, word } from "../entity/fields.ts";
import { entryOf } from "../lists/list-query.ts";
import { proveType } from "../procedures/procedures.ts";

/** The number of a form's version in a state, as a column of its list; null while there is none. */
const numberIn = (status: "published" | "draft"): SQL.Aliased<number | null> => {
  const number = sql.raw(
    `(select "v"."version_no" from "report_form_versions" as "v" where "v"."company_id" = "report_forms"."company_id" and "v"."report_form_id" = "report_forms"."id" and "v"."status" = '${status}' limit 1)`,
  );
  return sql<number | null>`${number}`.as(`no_${status}`);
};
const standing: Record<string, SQL> = {
  published: sql`${table.currentVersionId} is not null`,
  draft: sql`exists (select 1 from ${reportFormVersions} as "v" where "v"."company_id" = ${table.companyId} and "v"."report_form_id" = ${table.id} and "v"."status" = 'draft')`,
  none: sql`${table.currentVersionId} is null`,
};

export const formInput = z.strictObject({
  name: text("Name", 120),
  kind: word("Kind", certificateKinds, "Choose what it is a form of"),
  machineTypeId: optionalId("Machine type"),
});

const verbs = entity({
  table,
  noun: ["report form", "report forms"],
  subject: "report-form",
  input: formInput,
  search: { words: ["name"] },
  list: {
    sorts: { name: table.name },
    filters: {
      kind: (value) => (value in kindNames ? sql`${table.kind} = ${value}` : sql`0`),
      version: (value) => entryOf(standing, value),
    },
    more: { publishedNo: numberIn("published"), draftNo: numberIn("draft") },
  },
  offered: { to: ["edit-certificate-report", "create-certificate-report"] },
});

/** A company's own forms: what each says is in its versions. */
export const reportForms = {
  ...verbs,

  async create(session: AnySession, sent: unknown) {
    (session as Session).authorize("create-report-form");
    await proveType(session as Session, sent);
    return verbs.create(session, sent);
  },

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    (session as Session).authorize("edit-report-form");
    await proveType(session as Session, sent);
    return verbs.update(session, id, sent);
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
