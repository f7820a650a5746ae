import { vendors } from "#worker/domain/masters/vendors.ts";
import { carriedOutOnce } from "#worker/once.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted, valuesOf } from "#worker/web/forms.ts";
import type { Route } from "./+types/vendor-create";
import { VendorForm } from "./vendor-form.tsx";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const values = valuesOf(await formOf(request, visit));
  return submitted(values, async () => {
    const {
      data,
      message,
      warnings = [],
    } = await carriedOutOnce(visit, () => vendors.create(context.get(sessionContext), values));
    const kind = warnings.length ? "warning" : "success";
    return redirectWith(visit, `/vendor/detail/${data.id}`, {
      kind,
      message: [message, ...warnings].join(". "),
    });
  });
}

export const meta = () => [{ title: "Add vendor - Plumbline" }];

export default function CreateVendor({ actionData }: Route.ComponentProps) {
  return <VendorForm title="Add vendor" back="/vendors" values={{}} problem={actionData} />;
}
