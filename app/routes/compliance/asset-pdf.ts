import { deviceEvidence } from "#worker/domain/evidence/device.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { pdfDownload } from "#worker/web/csv.ts";
import { paperIn } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/asset-pdf";

/** A device's evidence pack as one PDF. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const { assetCode, read } = await deviceEvidence(session, params.id);
  const { devicePack, packName } = await import("#worker/web/device-pack.ts");
  const { env } = context.get(visitContext);
  return pdfDownload(
    packName(assetCode, company),
    async () => (await devicePack(await read(), company, env, paperIn(request))).bytes,
  );
}
