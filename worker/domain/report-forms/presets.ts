import { sql } from "drizzle-orm";
import { z } from "zod";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import {
  calibrators,
  certificateKinds,
  performancePlaces,
  procedures,
  reportForms,
  reportPresets as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { id, optionalId, optionalMultiline, optionalText, text, word } from "../entity/fields.ts";
import { fromJson } from "../entity/json-field.ts";
import { namedBy } from "../lists/more-columns.ts";
import { chosenStandards, refuseTwice } from "../measurement/standards.ts";

/** Room for twenty standards. */
const LONGEST = 5_000;
const read = fromJson(LONGEST);
const fromText = (value: unknown) => (value === undefined || value === "" ? [] : read(value));

const input = z.strictObject({
  name: text("Name", 120),
  kind: word("Kind", certificateKinds, "Choose what it starts"),
  reportFormId: optionalId("Report form"),
  procedureId: id("Choose a procedure", "Procedure"),
  standards: z.unknown().meta({ type: "array" }).transform(fromText).pipe(chosenStandards),
  title: optionalText(120, "Title"),
  performedAt: word("Performed at", performancePlaces, "Choose where it is done"),
  conditionOnReceipt: optionalMultiline(500, "Condition on receipt"),
  deviations: optionalMultiline(2000, "Deviations"),
  externalProviders: optionalMultiline(500, "External providers"),
});
export type PresetInput = z.output<typeof input>;

const verbs = entity({
  table,
  noun: ["preset", "presets"],
  subject: "report-form",
  input,
  search: { words: ["name"] },
  list: {
    sorts: { name: table.name },
    filters: { kind: (value) => (value in kindNames ? sql`${table.kind} = ${value}` : sql`0`) },
    more: {
      formName: namedBy(reportForms, reportForms.name, table.reportFormId),
      procedureName: namedBy(procedures, procedures.name, table.procedureId),
    },
  },
  offered: { to: ["create-certificate-report"] },
});

/**
 * Refuses what is not the company's, and a form of another kind.
 * @param id of a preset that is changed, which the same round trip reads
 * @throws Response 404, 422
 */
async function proved(
  db: CompanyDb,
  sent: unknown,
  id: string,
): Promise<Row<typeof table> | undefined> {
  const read = input.safeParse(sent);
  if (!read.success) return undefined;
  const { kind, reportFormId, standards } = read.data;
  refuseTwice(standards);
  const ids = [...new Set(standards.map(({ calibratorId }) => calibratorId))];
  const [[preset], [form], known] = await db.read(
    db.byId(table, id),
    db.byId(reportForms, reportFormId ?? ""),
    db
      .select({ id: calibrators.id })
      .from(calibrators)
      .where(
        db.ofOwner(
          calibrators,
          sql`${calibrators.id} in ${among(ids)} and ${calibrators.deletedAt} is null`,
        ),
      )
      .limit(ids.length || 1),
  );
  if (reportFormId && !form) notFound("report form");
  if (form && form.kind !== kind)
    invalid({ reportFormId: [`${form.name} is a form of another kind of report`] });
  if (known.length < ids.length) notFound("calibrator");
  return preset;
}

/** What certificates start with. */
export const reportPresets = {
  ...verbs,

  async create(session: AnySession, sent: unknown) {
    await proved((session as Session).authorize("create-report-form"), sent, "");
    return verbs.create(session, sent);
  },

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    const { version: _, ...values } = sent;
    const db = (session as Session).authorize("edit-report-form");
    return verbs.update(session, id, sent, [], await proved(db, values, id));
  },

  /** The list as its page shows it: with the names of the standards of the preset that is open. */
  async rows(session: AnySession, params: URLSearchParams, record?: string) {
    const list = await verbs.list(session, params, record);
    const ids = list.record?.standards.map(({ calibratorId }) => calibratorId) ?? [];
    const names: Record<string, string> = {};
    if (ids.length > 0) {
      const db = (session as Session).authorize("view-report-form");
      const [found] = await db.read(
        db
          .select({ id: calibrators.id, no: calibrators.calibratorNo, name: calibrators.name })
          .from(calibrators)
          .where(db.ofOwner(calibrators, sql`${calibrators.id} in ${among(ids)}`))
          .limit(ids.length),
      );
      for (const { id, no, name } of found) names[id] = `${no} ${name}`;
    }
    return { ...list, names };
  },
};
