import { refusalOf } from "#app/ui/form.tsx";
import { createCertificate } from "#worker/domain/calibrator-certificates/save.ts";
import { certificateToEnter } from "#worker/domain/calibrator-certificates/to-edit.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/certificate-create";
import { CertificateForm } from "./certificate-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  certificateToEnter(context.get(sessionContext), params.id);

export const action = actions(
  {
    save: ({ session, visit, id, file }, { paper: _, ...values }) =>
      createCertificate(session, id, values, {
        bucket: visit.env.MEDIA,
        upload: file("paper"),
      }),
  },
  { otherwise: "save", reply: goesOn((_, { id }) => `/calibrator/${id}`) },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Certificate of ${loaderData?.calibrator.calibratorNo ?? "calibrator"} - Plumbline` },
];

export default function CreateCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { calibrator, values } = loaderData;
  return (
    <CertificateForm
      title={`Certificate of ${calibrator.name}`}
      calibrator={calibrator}
      values={values}
      problem={refusalOf(actionData)}
    />
  );
}
