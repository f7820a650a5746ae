import { inhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import { draftPackage } from "#worker/domain/measurement/taking.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/take";

/** A draft with all that measuring it needs without a network, as one answer. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const data = await inhouseToMeasure(session, params.id);
  const { calibration: row, asset } = data;
  return Response.json(
    draftPackage(session, {
      ...{ kind: "inhouse", row, code: row.inhouseNo, title: asset.name, data },
    }),
  );
}
