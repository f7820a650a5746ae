import { refusalOf } from "#app/ui/form.tsx";
import { contractToEdit } from "#worker/domain/contracts/read.ts";
import { updateContract } from "#worker/domain/contracts/save.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { ContractForm } from "./form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  contractToEdit(context.get(sessionContext), params.id, "edit-vendor");

export const action = actions(({ session, id }, values) => updateContract(session, id, values), {
  reply: goesOn((_, { id }) => `/contract/${id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.number ?? "contract"} - Plumbline` },
];

export default function UpdateContract({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ContractForm
      title={`Edit ${loaderData.number}`}
      verb="Save contract"
      back={`/contract/${loaderData.id}`}
      values={loaderData}
      version={loaderData.version}
      problem={refusalOf(actionData)}
    />
  );
}
