import { redirect } from "react-router";
import { inhouseToMeasure } from "#worker/domain/inhouse/read.ts";
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

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Measure ${loaderData?.calibration.inhouseNo ?? "calibration"} - Plumbline` },
];

export default function UpdateInhouse({ loaderData }: Route.ComponentProps) {
  const { person, ...data } = loaderData;
  return <MeasureInhouse key={data.calibration.id} data={data} person={person} />;
}
