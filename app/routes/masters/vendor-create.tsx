import { refusalOf } from "#app/ui/form.tsx";
import { vendors } from "#worker/domain/masters/vendors.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import type { Route } from "./+types/vendor-create";
import { VendorForm } from "./vendor-form.tsx";

export const action = actions(({ session }, values) => vendors.create(session, values), {
  reply: goesOn(({ data }) => `/vendor/detail/${data.id}`),
});
export const meta = () => [{ title: "Add vendor - Plumbline" }];

export default function CreateVendor({ actionData }: Route.ComponentProps) {
  return (
    <VendorForm title="Add vendor" back="/vendors" values={{}} problem={refusalOf(actionData)} />
  );
}
