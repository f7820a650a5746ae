import { nextTerm } from "#app/shared/contracts.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { contractToEdit } from "#worker/domain/contracts/read.ts";
import { renewContract } from "#worker/domain/contracts/save.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/renew";
import { ContractForm } from "./form.tsx";
import { contractName } from "./words.tsx";

/** The contract as the one that follows it: its terms and price, the days after it, and a number yet to be given. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const before = await contractToEdit(context.get(sessionContext), params.id, "create-vendor");
  return { before, values: { ...before, ...nextTerm(before.startOn, before.endOn), number: "" } };
}

export const action = actions(({ session, id }, values) => renewContract(session, id, values), {
  reply: goesOn(({ data }) => `/contract/${data.id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Renew ${loaderData?.before.number ?? "contract"} - Plumbline` },
];

export default function RenewContract({ loaderData, actionData }: Route.ComponentProps) {
  const { before, values } = loaderData;
  return (
    <ContractForm
      title={`Renew ${contractName(before)}`}
      verb="Save renewal"
      back={`/contract/${before.id}`}
      about="The renewal is a contract of its own. The assets on this one come along."
      values={values}
      problem={refusalOf(actionData)}
    />
  );
}
