import { redirect } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { documentOf } from "#app/shared/document-lines.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { draftToEdit } from "#worker/domain/transfers/picking.ts";
import { updateTransfer } from "#worker/domain/transfers/write.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/edit";
import { TransferForm } from "./transfer-form.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const draft = await draftToEdit(session, params.id);
  // What is no draft any more, or another person's, is shown as it stands.
  if (!draft.mayEdit) throw redirect(`/asset-transfer/${params.id}`);
  return { ...draft, today: dayIn(session.company.timeZone) };
}

export { clientAction } from "#app/ui/sending.ts";
export const action = actions(
  ({ session, id }, values) => updateTransfer(session, id, documentOf(values)),
  { reply: goesOn((_, { id }) => `/asset-transfer/${id}`) },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.transfer.number ?? "transfer"} - Plumbline` },
];

export default function EditTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const { transfer, to, place, lines, today } = loaderData;
  return (
    <TransferForm
      title={`Edit ${transfer.number}`}
      back={`/asset-transfer/${transfer.id}`}
      id={transfer.id}
      version={transfer.version}
      values={{
        kind: transfer.kind,
        dueBackOn: transfer.dueBackOn,
        reason: transfer.reason,
        remarks: transfer.remarks,
      }}
      to={to}
      place={place}
      lines={lines}
      today={today}
      problem={refusalOf(actionData)}
    />
  );
}
