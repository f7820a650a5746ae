import { monthEvidence } from "#worker/domain/evidence/month.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { zipResponse } from "#worker/web/csv.ts";
import { paperIn } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/month-pack";

/** A month's PM compliance as an archive: its PDF, its rows and exclusions, with a manifest of hashes. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { month, read } = await monthEvidence(session, new URL(request.url).searchParams);
  const { monthPack } = await import("#worker/web/month-pack.ts");
  const { entriesOf } = await import("#worker/web/evidence-zip.ts");
  const { env } = context.get(visitContext);
  const pack = async () => monthPack(await read(), session.company, env, paperIn(request));
  return zipResponse(`pm-compliance-${month}`, entriesOf(pack, env.MEDIA));
}
