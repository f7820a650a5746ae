import { type ReactNode, useState } from "react";
import { chosenAs, searchChoices } from "#app/routes/masters/choices.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, SelectField, TextField } from "#app/ui/fields.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { DisposeFields } from "./dispose-fields.tsx";
import { condemnChoices, conditionChoices } from "./words.tsx";

type Asset = AssetDetail["asset"];

/** The fields of a device's move besides its reason. */
export const moveFields: Record<string, (asset: Asset, today: string) => ReactNode> = {
  commission: (asset, today) => (
    <>
      <DateField
        name="installedOn"
        label="Installed"
        required
        defaultValue={asset.installedOn ?? today}
        max={today}
      />
      <DateField name="putToUseOn" label="Put to use" defaultValue={asset.putToUseOn ?? today} />
    </>
  ),
  condemn: (_, today) => (
    <>
      <SelectField name="condemnReason" label="Why" required options={condemnChoices} />
      <DateField name="condemnedOn" label="Condemned on" defaultValue={today} max={today} />
    </>
  ),
  dispose: (asset, today) => <DisposeFields asset={asset} today={today} />,
  move: (asset) => <MoveFields asset={asset} />,
  condition: ({ condition }) => (
    <SelectField
      name="condition"
      label="Condition"
      required
      options={conditionChoices.filter(({ value }) => value !== condition)}
    />
  ),
  "not-located": (_, today) => (
    <DateField name="notLocatedSince" label="Since" defaultValue={today} max={today} />
  ),
};

/** Choosing another Location empties place and room, which were in the old one. */
function MoveFields({ asset }: { asset: Asset }) {
  const [elsewhere, setElsewhere] = useState(false);
  const stays = !elsewhere;
  return (
    <>
      <Combobox
        name="departmentId"
        label="Location"
        required
        load={searchChoices("locations")}
        defaultValue={chosenAs(asset.departmentId, asset.departmentName)}
        onChange={(choice) => setElsewhere(choice !== null && choice.value !== asset.departmentId)}
      />
      <Combobox
        key={String(stays)}
        name="locationId"
        label="Floor/City/Site"
        clearable
        load={searchChoices("places")}
        defaultValue={stays ? chosenAs(asset.locationId, asset.locationPath) : null}
      />
      <TextField
        key={`room ${stays}`}
        name="room"
        label="Room"
        maxLength={60}
        defaultValue={stays ? (asset.room ?? "") : ""}
      />
    </>
  );
}
