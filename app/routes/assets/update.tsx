import { formChoices } from "#worker/domain/assets/choices.ts";
import { updateAsset } from "#worker/domain/assets/update.ts";
import { notFound } from "#worker/refusals.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted, valuesOf } from "#worker/web/forms.ts";
import type { Route } from "./+types/update";
import { AssetForm } from "./asset-form.tsx";
import { wordOf } from "./words.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { asset, choices } = await formChoices(context.get(sessionContext), "edit-asset", params.id);
  return { asset: asset ?? notFound("asset"), choices };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const values = valuesOf(await formOf(request, visit));
  return submitted(values, async () => {
    const { message } = await updateAsset(context.get(sessionContext), params.id, values);
    return redirectWith(visit, `/asset/detail/${params.id}`, { kind: "success", message });
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `Edit ${loaderData?.asset.assetCode ?? "asset"} - Plumbline` }];

export default function UpdateAsset({ loaderData: { asset, choices }, actionData }: Route.ComponentProps) {
  const { id, assetCode, name, departmentName, locationPath, room, condition, lifecycle, version } = asset;
  const keep = <T extends { value: string }>(list: T[], value: string | null, made: T): T[] =>
    value && !list.some((one) => one.value === value) ? [...list, made] : list;
  const archived = (value: string | null, label: string | null) => ({ value: value ?? "", label: `${label} (not offered any more)` });
  return (
    <AssetForm
      title={`Edit ${name}`}
      crumbs={[
        { label: "All Assets", to: "/all-assets" },
        { label: <span className="code">{assetCode}</span>, to: `/asset/detail/${id}` },
      ]}
      back={`/asset/detail/${id}`}
      choices={{
        ...choices,
        category: keep(choices.category, asset.categoryId, archived(asset.categoryId, asset.categoryName)),
        subCategory: keep(choices.subCategory, asset.subCategoryId, {
          ...archived(asset.subCategoryId, asset.subCategoryName),
          categoryId: asset.categoryId,
        }),
        vendor: keep(choices.vendor, asset.vendorId, archived(asset.vendorId, asset.vendorName)),
        team: keep(choices.team, asset.teamId, archived(asset.teamId, asset.teamName)),
        custodian: keep(choices.custodian, asset.custodianUserId, archived(asset.custodianUserId, asset.custodianName)),
      }}
      values={asset}
      version={version}
      problem={actionData}
      place={
        <p className="muted form-note">
          {[departmentName, locationPath, room].filter(Boolean).join(", ")}. {wordOf(lifecycle)}, {wordOf(condition)?.toLowerCase()}. These
          are changed by moves and service reports.
        </p>
      }
    />
  );
}
