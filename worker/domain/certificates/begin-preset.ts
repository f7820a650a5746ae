/** What a certificate starts with that is begun from a preset. */
import { type SQL, sql } from "drizzle-orm";
import type { CertificateKind } from "#app/shared/certificates/document.ts";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { pick } from "#app/shared/pick.ts";
import { reportFormVersions, reportPresets as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Row } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import { chosenForm, publishedOf } from "./laid-out.ts";

/** A column of the preset, as SQL. */
export const ofPreset = (
  db: ReadingDb,
  id: string | null,
  column: "procedure_id" | "report_form_id",
): SQL =>
  sql`(select ${sql.raw(`"preset"."${column}"`)} from ${table} as "preset" where "preset"."company_id" = ${db.companyId} and "preset"."id" = ${id})`;

/** The preset, and the published version of its form, as statements of a read. */
export const presetReads = (db: ReadingDb, id: string | null) =>
  [
    db.byId(table, id ?? ""),
    db.byId(reportFormVersions, publishedOf(db, ofPreset(db, id, "report_form_id"))),
  ] as const;
type Read = Results<ReturnType<typeof presetReads>>;

/** The preset that was asked for; null where none was. @throws Response 404; 409 for one that is archived */
export function presetOf(asked: string | null, [preset]: Read[0]): Row<typeof table> | null {
  if (!asked) return null;
  if (!preset) return notFound("preset");
  if (preset.archivedAt) conflict(`${preset.name} is archived`);
  return preset;
}

/** Those of its standards that may be used, as far as they are known. */
export const standardsOfPreset = <S extends { id: string }>(
  preset: Row<typeof table> | null,
  offered: readonly S[],
): (S & { role: string })[] =>
  (preset?.standards ?? []).flatMap(({ calibratorId, role }) =>
    offered.filter(({ id }) => id === calibratorId).map((one) => ({ ...one, role })),
  );

/** How a report of a kind begins: laid out by the form that every laboratory has for it. */
export const headOfKind = (kind: CertificateKind) => ({ kind, title: kindNames[kind], form: null });

/** What its head takes from the preset. */
export const headOfPreset = (preset: Row<typeof table>, [layout]: Read[1]) => ({
  ...headOfKind(preset.kind),
  ...(preset.title ? { title: preset.title } : {}),
  ...pick(preset, ["performedAt", "conditionOnReceipt", "deviations", "externalProviders"]),
  ...(layout ? { form: chosenForm(layout) } : {}),
});
