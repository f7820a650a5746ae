import { redirect } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { addInhouseFile, removeInhouseFile } from "#worker/domain/inhouse/files.ts";
import { acceptOwnStandard, addOwnStandard } from "#worker/domain/inhouse/own-standards.ts";
import { inhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { MeasureInhouse } from "./measure.tsx";

/** A draft; a calibration that is none any more is shown on its page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const found = await inhouseToMeasure(session, params.id);
  if (found.calibration.status !== "draft") throw redirect(`/inhouse-calibration/${params.id}`);
  return { ...found, person: session.actor.userId };
}

/** Files and standards of a draft; what is typed is saved by itself. */
export const action = actions({
  "add-file": ({ session, visit, id, file }) =>
    addInhouseFile(session, visit.env.MEDIA, id, file("file")),
  "add-standard": ({ session, visit, id, file }, { file: _, version: __, ...values }) =>
    addOwnStandard(session, visit.env.MEDIA, id, file("file"), values),
  "accept-standard": ({ session, id }, values) => acceptOwnStandard(session, id, values),
  "remove-file": ({ session, id }, { document = "" }) => removeInhouseFile(session, id, document),
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Measure ${loaderData?.calibration.inhouseNo ?? "calibration"} - Plumbline` },
];

export default function UpdateInhouse({ loaderData, actionData }: Route.ComponentProps) {
  const { person, ...data } = loaderData;
  return (
    <MeasureInhouse
      key={data.calibration.id}
      {...{ data, person }}
      problem={refusalOf(actionData)}
    />
  );
}
