import { refusalOf } from "#app/ui/form.tsx";
import { updateCertificate } from "#worker/domain/calibrator-certificates/save.ts";
import { certificateToEdit } from "#worker/domain/calibrator-certificates/to-edit.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/certificate-update";
import { CertificateForm } from "./certificate-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  certificateToEdit(context.get(sessionContext), params.id);

export const action = actions(
  ({ session, visit, id, file }, { file: _, ...values }) =>
    updateCertificate(session, id, values, { bucket: visit.env.MEDIA, upload: file("file") }),
  {
    reply: goesOn<{ id: string; calibratorId: string }>(
      ({ data }) => `/calibrator/${data.calibratorId}?certificate=${data.id}`,
    ),
  },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.values.certificateNo ?? "certificate"} - Plumbline` },
];

export default function UpdateCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { calibrator, values, paper } = loaderData;
  return (
    <CertificateForm
      title={`Edit ${values.certificateNo}`}
      calibrator={calibrator}
      values={values}
      version={values.version}
      paper={paper}
      problem={refusalOf(actionData)}
    />
  );
}
