import { dayIn } from "#app/shared/company-time.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { signatures, signatureToEdit } from "#worker/domain/calibration/signatures.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/signature-update";
import { SignatureForm } from "./signature-form.tsx";

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const session = context.get(sessionContext);
  return {
    ...(await signatureToEdit(session, params.id)),
    today: dayIn(session.company.timeZone),
  };
};
export const action = actions(
  ({ session, id, lists }, values) => signatures.update(session, id, { ...values, ...lists }),
  {
    lists: ["roles", "disciplines"],
    reply: goesOn((_, { id }) => `/signature/detail/${id}`),
  },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit the signature of ${loaderData?.signature.name ?? "a person"} - Plumbline` },
];

export default function UpdateSignature({ loaderData, actionData }: Route.ComponentProps) {
  const { signature, person, today } = loaderData;
  return (
    <SignatureForm
      signature={signature}
      person={person?.name}
      today={today}
      problem={refusalOf(actionData)}
    />
  );
}
