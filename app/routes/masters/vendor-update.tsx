import { vendors } from "#worker/domain/masters/vendors.ts";
import { carriedOutOnce } from "#worker/once.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted, valuesOf } from "#worker/web/forms.ts";
import type { Route } from "./+types/vendor-update";
import { vendorValues } from "./vendor-fields.tsx";
import { VendorForm } from "./vendor-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  vendors.toEdit(context.get(sessionContext), params.id);

export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const values = valuesOf(await formOf(request, visit));
  return submitted(values, async () => {
    const { message, warnings = [] } = await carriedOutOnce(visit, () =>
      vendors.update(context.get(sessionContext), params.id, values),
    );
    const kind = warnings.length ? "warning" : "success";
    return redirectWith(visit, `/vendor/detail/${params.id}`, {
      kind,
      message: [message, ...warnings].join(". "),
    });
  });
}

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
      problem={actionData}
    />
  );
}
