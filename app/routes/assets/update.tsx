import { useState } from "react";
import { Link } from "react-router";
import { assetRules } from "#app/shared/flows/assets.ts";
import { isPossible, movesOf, whyNot } from "#app/shared/flows/rules.ts";
import type { Choice } from "#app/shared/list.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { formChoices } from "#worker/domain/assets/choices.ts";
import { assetFlow } from "#worker/domain/assets/flow.ts";
import { updateAsset } from "#worker/domain/assets/update.ts";
import { conflict, notFound } from "#worker/refusals.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { assetValues } from "#worker/web/asset-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { AssetForm } from "./asset-form.tsx";
import { wordOf } from "./words.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { asset, ...offered } = await formChoices(session, "edit-asset", params.id);
  if (!asset) return notFound("asset");
  const mover = assetFlow.moverOf(session);
  const why = whyNot(assetRules, "edit", asset, mover);
  if (why) conflict(why);
  return { asset, ...offered, moves: movesOf(assetRules, asset, mover) };
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
  loaderData: { asset: opened, choices, fields, fixedDates, today, make, moves },
  actionData,
}: Route.ComponentProps) {
  type Newer = { asset: typeof opened; after: typeof actionData };
  const [newer, setNewer] = useState<Newer | null>(null);
  const asset =
    newer?.asset.id === opened.id && newer.asset.version > opened.version ? newer.asset : opened;
  const { id, assetCode, name, departmentName, locationPath, room, condition, lifecycle } = asset;
  const { categoryId, version } = asset;
  /** The choices with the one in use, also where it is not offered any more. */
  const withCurrent = <T extends Choice>(
    list: T[],
    value: string | null,
    name: string | null,
    more: Omit<T, keyof Choice>,
  ): T[] =>
    !value || list.some((choice) => choice.value === value)
      ? list
      : [...list, { ...more, value, label: `${name} (not offered any more)` } as T];
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
      fixedDates={fixedDates}
      make={make}
      id={id}
      choices={{
        ...choices,
        category: withCurrent(choices.category, categoryId, asset.categoryName, {
          ...noDefaults,
          fields,
        }),
        subCategory: withCurrent(choices.subCategory, asset.subCategoryId, asset.subCategoryName, {
          ...noDefaults,
          categoryId,
        }),
        vendor: withCurrent(choices.vendor, asset.vendorId, asset.vendorName, {}),
        team: withCurrent(choices.team, asset.teamId, asset.teamName, {}),
        custodian: withCurrent(choices.custodian, asset.custodianUserId, asset.custodianName, {}),
      }}
      values={asset}
      version={version}
      problem={newer && newer.after === actionData ? undefined : refusalOf(actionData)}
      onGoOn={(theirs) => setNewer({ asset: theirs as typeof opened, after: actionData })}
      place={
        <p className="muted form-note">
          {[departmentName, locationPath, room].filter(Boolean).join(", ")}. {wordOf(lifecycle)},{" "}
          {wordOf(condition)?.toLowerCase()}.{" "}
          {isPossible(moves, "move") && <Link to={`/asset/detail/${id}?do=move`}>Move</Link>}
        </p>
      }
    />
  );
}
