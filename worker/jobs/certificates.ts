import { certificateDcc } from "../domain/certificates/dcc-xml.ts";
import { type Drawing, renderPending } from "../domain/certificates/rendering.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

/** Certificates that are drawn in one part of the job. */
const AT_ONCE = 5;

/** Draws a document as PDF/A with its digital certificate inside, and as that by itself. */
const drawing =
  ({ ASSETS: assets, MEDIA: bucket }: Env, companyId: string): Drawing =>
  async (document, documentSha256) => {
    const { certificatePdf } = await import("../web/certificate-pdf.ts");
    const dcc = new TextEncoder().encode(certificateDcc(document));
    const attachment = { name: "certificate.xml", bytes: dcc };
    const pdf = await certificatePdf(document, {
      ...{ assets, watermark: null, documentSha256, attachment },
      kept: { bucket, companyId },
    });
    return { pdf, dcc };
  };

/** Draws the issued certificates of a company that wait for it. */
export async function drawCertificates({ env, db, owner }: Part): Promise<string | null> {
  const isMore = await renderPending(
    openForJob(db, owner),
    env.MEDIA,
    drawing(env, owner),
    AT_ONCE,
  );
  return isMore ? "" : null;
}
