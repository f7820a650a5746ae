import { redirect } from "react-router";
import { draftToMeasure } from "#worker/domain/certificates/read.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { Measure } from "./measure.tsx";

/** A draft; a certificate that is none any more is shown on its page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const found = await draftToMeasure(session, params.id);
  if (found.certificate.status !== "draft") throw redirect(`/certificate-report/${params.id}`);
  return { ...found, person: session.actor.userId };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Measure ${loaderData?.certificate.name ?? "certificate"} - Plumbline` },
];

export default function UpdateCertificate({ loaderData }: Route.ComponentProps) {
  const { person, ...data } = loaderData;
  return <Measure key={data.certificate.id} data={data} person={person} />;
}
