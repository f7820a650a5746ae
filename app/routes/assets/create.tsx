import { useLayoutEffect, useRef } from "react";
import { dropDraft } from "#app/ui/form-draft.ts";
import { formChoices } from "#worker/domain/assets/choices.ts";
import { createAsset } from "#worker/domain/assets/create.ts";
import type { Asset } from "#worker/domain/assets/find.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted, valuesOf } from "#worker/web/forms.ts";
import type { Route } from "./+types/create";
import { ASSET_FORM, AssetForm } from "./asset-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const last = session.can("view-asset") ? new URL(request.url).searchParams.get("last") : null;
  const { asset, choices } = await formChoices(session, "create-asset", last);
  return { last: asset?.id ?? "", choices, like: asset && kept(asset) };
}

/** What the form for the next device keeps of the last one. */
const kept = (asset: Asset) => {
  const { categoryId, subCategoryId, departmentId, locationId, machineTypeId, machineTypeName, make, model, vendorId } = asset;
  return { categoryId, subCategoryId, departmentId, locationId, machineTypeId, machineTypeName, make, model, vendorId };
};

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await formOf(request, visit);
  const values = valuesOf(form);
  return submitted(values, async () => {
    const { data, message } = await createAsset(context.get(sessionContext), values);
    const to = form.get("intent") === "another" ? `/asset/create?last=${data.id}` : `/asset/detail/${data.id}`;
    return redirectWith(visit, to, { kind: "success", message: `${message}: ${data.asset_code}` });
  });
}

export const meta = () => [{ title: "Add asset - Plumbline" }];

export default function CreateAsset({ loaderData: { last, choices, like }, actionData }: Route.ComponentProps) {
  const before = useRef(last);
  // The saved form's draft goes before the fresh form would find it.
  useLayoutEffect(() => {
    if (before.current !== last) dropDraft(ASSET_FORM);
    before.current = last;
  }, [last]);
  return (
    <AssetForm
      key={last}
      title="Add asset"
      crumbs={[{ label: "All Assets", to: "/all-assets" }]}
      back="/all-assets"
      choices={choices}
      values={{ pmRequired: true, condition: "working", ownership: "owned", ...like }}
      problem={actionData}
    />
  );
}
