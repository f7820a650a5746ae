import { draftToMeasure } from "#worker/domain/certificates/read.ts";
import { draftPackage } from "#worker/domain/measurement/taking.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/take";

/** A draft with all that measuring it needs without a network, as one answer. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const data = await draftToMeasure(session, params.id);
  const { certificate: row, item, model } = data;
  return Response.json(
    draftPackage(session, {
      ...{ kind: "certificate", row, code: row.name, title: `${item.name}, ${model.name}`, data },
    }),
  );
}
