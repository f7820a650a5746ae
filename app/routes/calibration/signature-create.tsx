import { dayIn } from "#app/shared/company-time.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { signatures } from "#worker/domain/calibration/signatures.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/signature-create";
import { SignatureForm } from "./signature-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  today: dayIn(context.get(sessionContext).company.timeZone),
});
export const action = actions(
  ({ session, lists }, values) => signatures.create(session, { ...values, ...lists }),
  {
    lists: ["roles", "disciplines"],
    reply: goesOn(({ data }) => `/signature/detail/${data.id}`),
  },
);
export const meta = () => [{ title: "Add signature - Plumbline" }];

export default function CreateSignature({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignatureForm signature={null} today={loaderData.today} problem={refusalOf(actionData)} />
  );
}
