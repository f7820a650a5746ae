import { refusalOf } from "#app/ui/form.tsx";
import { vendors } from "#worker/domain/masters/vendors.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/vendor-update";
import { vendorValues } from "./vendor-fields.tsx";
import { VendorForm } from "./vendor-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  vendors.toEdit(context.get(sessionContext), params.id);

export const action = actions(({ session, id }, values) => vendors.update(session, id, values), {
  reply: goesOn((_, { id }) => `/vendor/detail/${id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.name ?? "vendor"} - Plumbline` },
];

export default function UpdateVendor({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <VendorForm
      title={`Edit ${loaderData.name}`}
      back={`/vendor/detail/${loaderData.id}`}
      values={vendorValues(loaderData)}
      version={loaderData.version}
      problem={refusalOf(actionData)}
    />
  );
}
