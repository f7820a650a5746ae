import type {
  machineModels,
  machines,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { indexing } from "../search/search.ts";

/** The kind of a certificate's search rows. */
export const CERTIFICATE = "certificate_report";

type Machine = Pick<Row<typeof machines>, "machineNo" | "name" | "serialNo" | "customerTag">;
type Certificate = Pick<Row<typeof table>, "id" | "name" | "jobNo">;

/** Rewrites the search row of a certificate: its number, its machine, make and model, and the job. */
export const certificateWords = (
  db: CompanyDb,
  { id, name, jobNo }: Certificate,
  { machineNo, name: machineName, serialNo, customerTag }: Machine,
  model: Pick<Row<typeof machineModels>, "name"> | undefined,
): Statement[] =>
  indexing(
    db,
    CERTIFICATE,
    id,
    [...new Set([name, machineNo, machineName, model?.name ?? null, serialNo, customerTag, jobNo])],
    [...new Set([name, machineNo, serialNo])],
  );
