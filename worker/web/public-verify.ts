import { ledgerHeads } from "../domain/verification/heads.ts";
import { verified, verifiedFile } from "../domain/verification/verified.ts";
import type { Visit } from "../env.ts";
import { disposition } from "../files/serve.ts";
import { objectAt } from "../files/stored.ts";
import { notFound } from "../refusals.ts";

/** What the page of a certificate's code shows. @throws Response 404, 429, 503 */
export const verifyPage = verified;

/** The same as JSON, for machines. @throws Response 404, 429, 503 */
export const verifyJson = async (visit: Visit, token: string): Promise<Response> =>
  Response.json((await verified(visit, token)).certificate);

/** A file of the certificate, as it was made when it was issued. @throws Response 404, 429 */
export async function verifyFile(visit: Visit, token: string, name: string): Promise<Response> {
  const row = await verifiedFile(visit, token, name);
  const object = await objectAt(visit.env.MEDIA, row.objectKey);
  if (!object) return notFound("file");
  return new Response(object.body, {
    headers: {
      "Content-Type": row.mime,
      "Content-Length": String(object.size),
      "Content-Disposition": disposition(row.mime, row.fileName),
      "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  });
}

/** The heads of the company's ledger, day by day of a month. @throws Response 404 */
export const ledgerHeadsPage = ledgerHeads;
