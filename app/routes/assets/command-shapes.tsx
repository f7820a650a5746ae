import { type ReactNode, useState } from "react";
import { chosenAs, searchChoices } from "#app/routes/masters/choices.ts";
import type { AssetCommand } from "#app/shared/asset-states.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, MoneyField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import type { Asset } from "#worker/domain/assets/find.ts";
import { condemnChoices, conditionChoices, disposalChoices } from "./words.tsx";

type Shape = {
  title: (name: string) => string;
  verb: string;
  tone?: "danger";
  says?: string;
  fields: (asset: Asset, today: string) => ReactNode;
};
const reason = (required = true, label = "Reason") => (
  <TextArea
    name="reason"
    label={required ? label : "Note"}
    required={required}
    maxLength={500}
    rows={2}
  />
);

/** What each command asks and says. */
export const shapes: Record<AssetCommand, Shape> = {
  commission: {
    title: (name) => `Commission ${name}`,
    verb: "Commission asset",
    says: "It is in service from then on.",
    fields: (asset, today) => (
      <>
        <DateField
          name="installedOn"
          label="Installed"
          required
          defaultValue={asset.installedOn ?? today}
          max={today}
        />
        <DateField name="putToUseOn" label="Put to use" defaultValue={asset.putToUseOn ?? today} />
        {reason(false)}
      </>
    ),
  },
  standby: {
    title: (name) => `Put ${name} on standby`,
    verb: "Put on standby",
    fields: () => reason(),
  },
  resume: {
    title: (name) => `Take ${name} back into service`,
    verb: "Back into service",
    fields: () => reason(),
  },
  condemn: {
    title: (name) => `Condemn ${name}?`,
    verb: "Condemn asset",
    tone: "danger",
    says: "Its open calls are closed, its schedules and due dates end, and its cover ends. An Admin can take it back.",
    fields: (_, today) => (
      <>
        <SelectField name="condemnReason" label="Why" required options={condemnChoices} />
        <DateField name="condemnedOn" label="Condemned on" defaultValue={today} max={today} />
        <TextArea
          name="reason"
          label="Note"
          maxLength={500}
          rows={2}
          hint="Required for another reason."
        />
      </>
    ),
  },
  reinstate: {
    title: (name) => `Take ${name} back to standby`,
    verb: "Take back asset",
    says: "Calls and schedules that ended stay ended.",
    fields: () => reason(),
  },
  dispose: {
    title: (name) => `Dispose of ${name}?`,
    verb: "Dispose of asset",
    tone: "danger",
    says: "This is final. The asset can only be read afterwards.",
    fields: (_, today) => (
      <>
        <SelectField name="disposalMode" label="How" required options={disposalChoices} />
        <DateField
          name="disposedOn"
          label="Disposed on"
          required
          defaultValue={today}
          max={today}
        />
        <MoneyField
          name="disposalValueMinor"
          label="Value"
          required
          hint="What it brought; 0 for nothing."
        />
        <TextField
          name="disposalRef"
          label="Reference"
          maxLength={60}
          hint="Receipt, certificate or bill."
        />
        {reason(false)}
      </>
    ),
  },
  move: {
    title: (name) => `Move ${name}`,
    verb: "Move asset",
    fields: (asset) => <MoveFields asset={asset} />,
  },
  condition: {
    title: (name) => `Correct the condition of ${name}`,
    verb: "Correct condition",
    says: "Calls and service reports move the condition by themselves. This is for what they missed.",
    fields: ({ condition }) => (
      <>
        <SelectField
          name="condition"
          label="Condition"
          required
          options={conditionChoices.filter(({ value }) => value !== condition)}
        />
        {reason()}
      </>
    ),
  },
  "not-located": {
    title: (name) => `${name} is not located`,
    verb: "Mark as not located",
    fields: (_, today) => (
      <>
        <DateField name="notLocatedSince" label="Since" defaultValue={today} max={today} />
        {reason(false)}
      </>
    ),
  },
  found: {
    title: (name) => `${name} was found`,
    verb: "Mark as found",
    fields: () => reason(false),
  },
  "rotate-qr": {
    title: (name) => `New QR code for ${name}?`,
    verb: "Make new QR code",
    tone: "danger",
    says: "Labels printed before no longer work. Print a new one.",
    fields: () => reason(false),
  },
};

/** Another Location empties place and room: they were in the old one. */
function MoveFields({ asset }: { asset: Asset }) {
  const [elsewhere, setElsewhere] = useState(false);
  const kept = !elsewhere;
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
        key={String(kept)}
        name="locationId"
        label="Floor/City/Site"
        clearable
        load={searchChoices("places")}
        defaultValue={kept ? chosenAs(asset.locationId, asset.locationPath) : null}
      />
      <TextField
        key={`room ${kept}`}
        name="room"
        label="Room"
        maxLength={60}
        defaultValue={kept ? (asset.room ?? "") : ""}
      />
      {reason()}
    </>
  );
}
