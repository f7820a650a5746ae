import { deviceEvidence } from "#worker/domain/evidence/device.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { zipResponse } from "#worker/web/csv.ts";
import { paperIn } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/asset-pack";

/** A device's evidence pack as an archive: its PDF, reports, files, lists and log, with a manifest of hashes. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const { assetCode, read } = await deviceEvidence(session, params.id);
  const { devicePack, packName } = await import("#worker/web/device-pack.ts");
  const { entriesOf } = await import("#worker/web/evidence-zip.ts");
  const { env } = context.get(visitContext);
  const pack = async () =>
    (await devicePack(await read(), company, env, paperIn(request))).archive();
  return zipResponse(packName(assetCode, company), entriesOf(pack, env.MEDIA));
}
