import { download } from "../../files/download.ts";
import { writeZip } from "../../files/sheets/write-zip.ts";
import type { Session } from "../../session.ts";
import { archiveOf } from "./archive.ts";
import { takenExport } from "./exports.ts";

/**
 * The files of an export in one archive, written while its parts are read.
 * @throws Response 403 for anybody but an Admin; 404 for another company's, or one that is not ready; 429
 */
export async function exportFile(
  session: Session,
  bucket: R2Bucket,
  id: string,
): Promise<Response> {
  const { company } = session;
  const row = await takenExport(session, id);
  const day = new Date(row.createdAt).toISOString().slice(0, 10);
  const name = `${company.primaryHost.split(".")[0]}-${day}`;
  return download("zip", name, writeZip(archiveOf(bucket, row, company)));
}
