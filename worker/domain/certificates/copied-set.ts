import { newId } from "#drizzle/columns.ts";
import { measurementSets, measurementStandards } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { CertificateRecord } from "./record.ts";
import { headReads, standardsQuery } from "./record-reads.ts";

/** What a copy is made of, as statements of a move's read. */
export const copyReads = (db: ReadingDb, id: string) =>
  [...headReads(db, id), standardsQuery(db, id)] as const;

/** A new open measurement that says what another one says, with its standards. */
export function copiedSet(
  db: CompanyDb,
  { procedureVersionId, machineId, assetId, measured }: CertificateRecord["set"],
  standards: CertificateRecord["standards"],
): { id: string; writes: Statement[] } {
  const id = newId();
  return {
    id,
    writes: [
      db.inserting(measurementSets, {
        ...{ id, procedureVersionId, machineId, assetId, measured, wasSigned: true },
      }),
      ...standards.map((standard) => {
        const { calibratorId, calibratorCertificateId, role, sort } = standard;
        const { calibratorNo, name, serialNo, certificateNo, dueOn, route } = standard;
        return db.inserting(measurementStandards, {
          ...{ measurementSetId: id, calibratorId, calibratorCertificateId, role, sort },
          ...{ calibratorNo, name, serialNo, certificateNo, dueOn, route },
        });
      }),
    ],
  };
}
