import { type DraftKind, type DraftPackage, draftPackageId } from "#app/shared/drafts.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";

type Told<T> = {
  kind: DraftKind;
  row: { id: string; version: number; status: string };
  code: string;
  title: string;
  data: T;
};

/** A draft as a device takes it along: what its measuring page is opened with, and who takes it. @throws Response 409 for one that is no draft any more */
export function draftPackage<T>(
  session: Session,
  { kind, row, code, title, data }: Told<T>,
): DraftPackage<T> {
  if (row.status !== "draft") conflict("This is no draft any more");
  const { company, actor } = session;
  const { locale, timeZone, currency } = company;
  return {
    ...{ packageId: draftPackageId(kind, row.id), kind, id: row.id, code, title },
    ...{ takenAt: Date.now(), version: row.version },
    company: { id: company.id, name: company.name },
    person: { id: actor.userId, name: actor.name },
    format: { locale, timeZone, currency, dateFormat: settingOf(company, "date_format") },
    data,
  };
}
