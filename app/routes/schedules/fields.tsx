import { useState } from "react";
import { Link } from "react-router";
import { scheduleSources, seriesModes, unitWords } from "#app/shared/due-interval.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { planHref } from "#app/shared/flows/schedules.ts";
import type { Choice } from "#app/shared/list.ts";
import {
  CheckField,
  DateField,
  NumberField,
  ReadOnlyField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import { Panel } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import { Picker } from "../masters/picker.tsx";

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

type Props = {
  values: Record<string, unknown>;
  /** The kind of a schedule stays as it was made. */
  isNew: boolean;
  /** The device, where this is its own plan: its interval and its dates are changed there. */
  planOf?: string | null;
  page: {
    windowBefore: number;
    windowAfter: number;
    mayChooseContract: boolean;
    accessories: readonly Choice[];
    checklists: readonly Choice[];
  };
};

/** The fields of a schedule: what is done, how often, by whom, and why. */
export function ScheduleFields({ values, isNew, planOf = null, page }: Props) {
  const [source, setSource] = useState(String(values.source ?? "oem"));
  return (
    <>
      <Panel title="What and how often">
        <div className="form form-3">
          {isNew ? (
            <SelectField
              name="kind"
              label="Kind"
              required
              placeholder={false}
              options={choices(dueKinds)}
            />
          ) : (
            <input type="hidden" name="kind" value={String(values.kind)} />
          )}
          {planOf === null ? <SeriesFields /> : <PlanSeries assetId={planOf} values={values} />}
          <NumberField
            name="windowBeforeDays"
            label="On time from"
            unit="days before"
            min={0}
            max={180}
            hint={`${page.windowBefore} if left empty`}
          />
          <NumberField
            name="windowAfterDays"
            label="On time until"
            unit="days after"
            min={0}
            max={180}
            hint={`${page.windowAfter} if left empty`}
          />
          <NumberField
            name="minutes"
            label="Time it takes"
            unit="minutes"
            min={1}
            max={10080}
            hint="A usual time of its kind if left empty"
          />
          <NumberField
            name="leadDays"
            label="Remind before"
            unit="days"
            min={0}
            max={365}
            hint="30 if left empty"
          />
          <SelectField
            name="source"
            label="Interval by"
            required
            placeholder={false}
            options={choices(scheduleSources)}
            onChange={({ currentTarget }) => setSource(currentTarget.value)}
          />
          <TextField name="title" label="Title" maxLength={120} hint="The kind if left empty" />
          <TextArea
            name="sourceReason"
            label="Reason"
            rows={2}
            maxLength={500}
            className="span-all"
            required={source === "alternative"}
            hint="Required where it differs from the manufacturer's"
          />
        </div>
      </Panel>
      <Panel title="Who and with what">
        <div className="form form-3">
          <Picker name="teamId" label="Team" list="teams" shows="teamName" />
          <Picker name="vendorId" label="Vendor" list="vendors" shows="vendorName" />
          {page.mayChooseContract && planOf === null ? (
            <Picker name="contractId" label="Contract" list="contracts" shows="contractName" />
          ) : (
            Boolean(values.contractId) && (
              <input type="hidden" name="contractId" value={String(values.contractId)} />
            )
          )}
          {page.accessories.length > 0 && planOf === null && (
            <SelectField name="accessoryId" label="Accessory" options={page.accessories} />
          )}
          {page.checklists.length > 0 && (
            <SelectField name="pmChecklistId" label="PM checklist" options={page.checklists} />
          )}
          <CheckField name="needsSignature" label="Needs a signature" off="0" />
        </div>
      </Panel>
    </>
  );
}

/** How often, and from when. */
const SeriesFields = () => (
  <>
    <NumberField name="intervalCount" label="Every" required min={1} max={3650} />
    <SelectField
      name="intervalUnit"
      label="Unit"
      required
      placeholder={false}
      options={choices(unitWords)}
    />
    <SelectField
      name="mode"
      label="Dates go on"
      required
      placeholder={false}
      options={choices(seriesModes)}
    />
    <DateField name="anchorOn" label="First date" required />
    <DateField name="endsOn" label="Last date" hint="Goes on if left empty" />
  </>
);

const ofDevice = ["intervalCount", "intervalUnit", "mode", "anchorOn", "endsOn"];

/** The same of a device's own plan, which its form keeps. */
function PlanSeries({ assetId, values }: { assetId: string; values: Record<string, unknown> }) {
  const { date } = useDates();
  return (
    <>
      {ofDevice.map((name) => (
        <input key={name} type="hidden" name={name} value={String(values[name] ?? "")} />
      ))}
      <ReadOnlyField
        label="Next date"
        value={typeof values.nextOn === "string" ? date(values.nextOn) : "None"}
        hint={
          <>
            The interval and the next date are those of the asset.{" "}
            <Link to={planHref(assetId)}>Open its service plan</Link>
          </>
        }
      />
    </>
  );
}
