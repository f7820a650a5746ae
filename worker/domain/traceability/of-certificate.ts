import { sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { certificateReports } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { chainOf, chainQuery } from "./chain.ts";

/** What a certificate rests on. One round trip. @throws Response 403, 404 */
export async function certificateTrace(session: Session, id: string) {
  const db = session.authorize("view-certificate-report");
  const [[row], rows] = await db.read(db.byId(certificateReports, id), chainQuery(db, sql`${id}`));
  const certificate = row ?? notFound("certificate");
  return {
    certificate: pick(certificate, ["id", "name", "status"]),
    chain: chainOf(rows, id, certificate.certificateNo),
  };
}
