import { Link } from "react-router";
import { chosenAs, searchChoices } from "#app/routes/masters/choices.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, MoneyField, NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MasterDialog } from "#app/ui/master-dialog.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { type AccessoryRow, accessoryPage } from "#worker/domain/assets/accessories-tab.ts";
import { accessoryAction } from "#worker/web/asset-routes.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { recordOf } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/accessory";
import { AccessoryList } from "./accessory-list.tsx";
import { AssetFacts } from "./head.tsx";
import { accessoryConditionChoices, accessoryKindChoices } from "./words.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const asked = new URL(request.url).searchParams;
  const page = await accessoryPage(session, params.id, asked, recordOf(asked));
  const edit = session.can("edit-asset") && page.asset.lifecycle !== "disposed";
  return { ...page, may: { create: edit, edit, remove: edit } };
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  accessoryAction(request, context.get(visitContext), context.get(sessionContext), params.id);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Accessories of ${loaderData?.asset.assetCode ?? "an asset"} - Plumbline` },
];

export default function Accessories({ loaderData, actionData }: Route.ComponentProps) {
  const { asset, may, ...list } = loaderData;
  return (
    <>
      <PageHead
        title={`Accessories of ${asset.name}`}
        crumbs={[
          { label: "All Assets", to: "/all-assets" },
          { label: <span className="code">{asset.assetCode}</span>, to: `/asset/detail/${asset.id}?tab=accessory` },
        ]}
        actions={
          may.create && (
            <Link className="btn btn-primary" to="?new=1" preventScrollReset>
              <Icon name="plus" />
              Add accessory
            </Link>
          )
        }
      />
      <div className="stack">
        <AssetFacts asset={asset} />
        <AccessoryList list={list} assetId={asset.id} mayEdit={may.edit} />
      </div>
      <MasterDialog
        thing="accessory"
        list={{ ...list, may }}
        problem={actionData?.success === false ? actionData : undefined}
        archiving="It is no longer listed with the device. Its history stays."
        wide
        values={(row) => row ?? { qty: 1, condition: "good" }}
        fields={(row) => <Fields row={row} />}
      />
    </>
  );
}

function Fields({ row }: { row: AccessoryRow | null }) {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <SelectField name="kind" label="Kind" required options={accessoryKindChoices} />
      <TextField name="partNo" label="Part no" mono maxLength={60} />
      <TextField name="serialNo" label="Serial no" mono maxLength={100} />
      <NumberField name="qty" label="Quantity" min={1} max={10_000} hint="1 when it has a serial number." />
      <SelectField name="condition" label="Condition" options={accessoryConditionChoices} placeholder={false} />
      <MoneyField name="costMinor" label="Cost" />
      <DateField name="installedOn" label="Installed" />
      <DateField name="warrantyEndOn" label="Warranty end" />
      <NumberField name="replaceEveryMonths" label="Replace every" unit="months" min={1} max={240} />
      <Combobox
        name="stockItemId"
        label="Fitting spare"
        load={searchChoices("spares")}
        defaultValue={chosenAs(row?.stockItemId, row?.stockItemName)}
        clearable
        className="span-all"
      />
      <TextArea name="remarks" label="Remarks" maxLength={2000} rows={2} className="span-all" />
    </div>
  );
}
