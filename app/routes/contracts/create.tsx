import { refusalOf } from "#app/ui/form.tsx";
import { createContract } from "#worker/domain/contracts/save.ts";
import { vendors } from "#worker/domain/masters/vendors.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/create";
import { ContractForm } from "./form.tsx";

/** The vendor whose page it was opened from. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("vendor");
  if (!id) return { vendorId: null, vendorName: null };
  const vendor = await vendors.find(context.get(sessionContext), id);
  return { vendorId: vendor.id, vendorName: vendor.name };
}

export const action = actions(({ session }, values) => createContract(session, values), {
  reply: goesOn(({ data }) => `/contract/${data.id}`),
});
export const meta = () => [{ title: "Add contract - Plumbline" }];

export default function CreateContract({ loaderData, actionData }: Route.ComponentProps) {
  const { vendorId } = loaderData;
  return (
    <ContractForm
      title="Add contract"
      verb="Save contract"
      back={vendorId ? `/vendor/detail/${vendorId}?tab=contracts` : "/vendors?tab=contracts"}
      values={loaderData}
      problem={refusalOf(actionData)}
    />
  );
}
