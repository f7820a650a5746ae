import { useState } from "react";
import { Link } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { formChoices } from "#worker/domain/assets/choices.ts";
import { updateAsset } from "#worker/domain/assets/update.ts";
import { conflict, notFound } from "#worker/refusals.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { assetValues } from "#worker/web/asset-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { AssetForm } from "./asset-form.tsx";
import { wordOf } from "./words.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { asset, ...offered } = await formChoices(
    context.get(sessionContext),
    "edit-asset",
    params.id,
  );
  if (!asset) return notFound("asset");
  if (asset.lifecycle === "disposed") conflict("This asset is disposed");
  return { asset, ...offered };
}

export const action = actions(
  ({ session, id }, values) => updateAsset(session, id, assetValues(values)),
  { reply: goesOn((_, { id }) => `/asset/detail/${id}`) },
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.asset.assetCode ?? "asset"} - Plumbline` },
];

const noDefaults = {
  criticality: null,
  pmMonths: null,
  calMonths: null,
  depMethod: null,
  lifeMonths: null,
};

export default function UpdateAsset({
  loaderData: { asset: opened, choices, fields, today, make },
  actionData,
}: Route.ComponentProps) {
  const [newer, setNewer] = useState<{ asset: typeof opened; after: typeof actionData } | null>(
    null,
  );
  const asset =
    newer?.asset.id === opened.id && newer.asset.version > opened.version ? newer.asset : opened;
  const { id, assetCode, name, departmentName, locationPath, room, condition, lifecycle, version } =
    asset;
  const keep = <T extends { value: string }>(list: T[], value: string | null, made: T): T[] =>
    value && !list.some((one) => one.value === value) ? [...list, made] : list;
  const archived = (value: string | null, label: string | null) => ({
    value: value ?? "",
    label: `${label} (not offered any more)`,
  });
  return (
    <AssetForm
      key={`${id} ${version}`}
      title={`Edit ${name}`}
      crumbs={[
        { label: "All Assets", to: "/all-assets" },
        { label: <span className="code">{assetCode}</span>, to: `/asset/detail/${id}` },
      ]}
      back={`/asset/detail/${id}`}
      fields={fields}
      today={today}
      make={make}
      id={id}
      choices={{
        ...choices,
        category: keep(choices.category, asset.categoryId, {
          ...archived(asset.categoryId, asset.categoryName),
          ...noDefaults,
          fields,
        }),
        subCategory: keep(choices.subCategory, asset.subCategoryId, {
          ...archived(asset.subCategoryId, asset.subCategoryName),
          ...noDefaults,
          categoryId: asset.categoryId,
        }),
        vendor: keep(choices.vendor, asset.vendorId, archived(asset.vendorId, asset.vendorName)),
        team: keep(choices.team, asset.teamId, archived(asset.teamId, asset.teamName)),
        custodian: keep(
          choices.custodian,
          asset.custodianUserId,
          archived(asset.custodianUserId, asset.custodianName),
        ),
      }}
      values={asset}
      version={version}
      problem={newer && newer.after === actionData ? undefined : refusalOf(actionData)}
      onGoOn={(theirs) => setNewer({ asset: theirs as typeof opened, after: actionData })}
      place={
        <p className="muted form-note">
          {[departmentName, locationPath, room].filter(Boolean).join(", ")}. {wordOf(lifecycle)},{" "}
          {wordOf(condition)?.toLowerCase()}. <Link to={`/asset/detail/${id}?do=move`}>Move</Link>
        </p>
      }
    />
  );
}
