import { newId } from "#drizzle/columns.ts";
import { measurementSets, measurementStandards } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { StandardRead } from "./reads.ts";

/** A new open measurement that says what another one says, with its standards. */
export function copiedSet(
  db: CompanyDb,
  { procedureVersionId, machineId, assetId, measured }: Row<typeof measurementSets>,
  standards: StandardRead[0],
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
