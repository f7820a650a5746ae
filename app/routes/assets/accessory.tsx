import { Link } from "react-router";
import { chosenAs, searchChoices } from "#app/routes/masters/choices.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { isPossible, movesOf } from "#app/shared/flows/rules.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { AddRecord } from "#app/ui/record-list.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import { accessories } from "#worker/domain/assets/accessories.ts";
import {
  type AccessoryRow,
  accessoryPage,
  type OpenedAccessory,
} from "#worker/domain/assets/accessories-tab.ts";
import { assetFlow } from "#worker/domain/assets/flow.ts";
import { accessoryActions } from "#worker/web/asset-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { recordOf } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/accessory";
import { AccessoryList } from "./accessory-list.tsx";
import { AssetFacts } from "./head.tsx";
import { accessoryConditionChoices, accessoryKindChoices } from "./words.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const search = new URL(request.url).searchParams;
  const record = recordOf(search) || (search.get("replace") ?? "");
  const page = await accessoryPage(session, params.id, search, record);
  const edit = isPossible(movesOf(assetRules, page.asset, assetFlow.moverOf(session)), "edit");
  return {
    ...page,
    today: dayIn(session.company.timeZone),
    may: { create: edit, edit, remove: edit },
    entity: { noun: accessories.noun, path: "accessories" },
  };
}

export const action = accessoryActions;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Accessories of ${loaderData?.asset.assetCode ?? "an asset"} - Plumbline` },
];

export default function Accessories({ loaderData, actionData }: Route.ComponentProps) {
  const { asset, may, today, ...list } = loaderData;
  return (
    <>
      <PageHead
        title={`Accessories of ${asset.name}`}
        crumbs={[
          { label: "All Assets", to: "/all-assets" },
          {
            label: <span className="code">{asset.assetCode}</span>,
            to: `/asset/detail/${asset.id}?tab=accessory`,
          },
        ]}
        actions={
          may.create && (
            <>
              <Link className="btn hide-phone" to="/imports?kind=accessories" prefetch="intent">
                <Icon name="upload" />
                Import
              </Link>
              <AddRecord thing="accessory" />
            </>
          )
        }
      />
      <div className="stack">
        <AssetFacts asset={asset} />
        <AccessoryList list={list} assetId={asset.id} mayEdit={may.edit} />
      </div>
      <RecordDialogs
        list={{ ...list, may }}
        answer={actionData}
        archiving="It is no longer listed with the device. Its history stays."
        wide
        values={(row) => row ?? { qty: 1, condition: "good" }}
      >
        {(row) => <Fields row={row} />}
      </RecordDialogs>
      {may.edit && (
        <ReplaceDialog record={loaderData.record} today={today} problem={refusalOf(actionData)} />
      )}
    </>
  );
}

type ReplaceProps = {
  record: OpenedAccessory | null;
  today: string;
  problem: Refused | undefined;
};

/** Replaces an accessory by one like it, from stock where enough of its fitting spare is there. */
function ReplaceDialog({ record, today, problem }: ReplaceProps) {
  const { asked, shown } = useDialog();
  const old = useOpened(asked("replace"), record);
  if (!old) return null;
  const inStock = old.spareQty ?? 0;
  return (
    <FormDialog
      {...shown}
      key={old.id}
      title={`Replace ${old.name}`}
      verb="Replace accessory"
      hidden={{ intent: "replace", id: old.id, version: old.version }}
      values={{
        ...old,
        serialNo: "",
        condition: "new",
        costMinor: null,
        warrantyEndOn: "",
        installedOn: today,
        fromStock: inStock >= old.qty ? "1" : "",
      }}
      problem={problem}
      wide
    >
      <p className="muted">
        {old.serialNo ? `${old.name}, serial ${old.serialNo},` : old.name} is archived; its history
        stays. The new one takes its place.
      </p>
      {old.stockItemId && (
        <CheckField
          name="fromStock"
          label="Take it from stock"
          hint={`${old.stockItemName}: ${inStock} in stock. A service report records the part and its cost.`}
          disabled={inStock < old.qty}
        />
      )}
      <Fields row={old} />
      <TextField name="reason" label="Reason" maxLength={500} />
    </FormDialog>
  );
}

function Fields({ row }: { row: AccessoryRow | null }) {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <SelectField name="kind" label="Kind" required options={accessoryKindChoices} />
      <TextField name="partNo" label="Part no" mono maxLength={60} />
      <TextField name="serialNo" label="Serial no" mono maxLength={100} />
      <NumberField
        name="qty"
        label="Quantity"
        min={1}
        max={10_000}
        hint="1 when it has a serial number."
      />
      <SelectField
        name="condition"
        label="Condition"
        options={accessoryConditionChoices}
        placeholder={false}
      />
      <MoneyField name="costMinor" label="Cost" />
      <DateField name="installedOn" label="Installed" />
      <DateField name="warrantyEndOn" label="Warranty end" />
      <NumberField
        name="replaceEveryMonths"
        label="Replace every"
        unit="months"
        min={1}
        max={240}
      />
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
