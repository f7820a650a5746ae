import { useState } from "react";
import { passKinds, passPurposes } from "#app/shared/flows/gate-passes.ts";
import { plural } from "#app/shared/plural.ts";
import { DateField, SegmentedField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Note } from "#app/ui/states.tsx";
import type { FormDevice } from "#worker/domain/gate-passes/form.ts";
import { Picker } from "../masters/picker.tsx";
import { LineRows } from "./line-rows.tsx";
import "../../css/passes.css";

type Props = {
  title: string;
  back: string;
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
  devices: readonly FormDevice[];
  /** Devices that were asked for and cannot go out. */
  held?: readonly FormDevice[];
  /** How many more were asked for than a pass has room for. */
  leftOut?: number;
  items?: readonly { id: string; name: string }[];
  first: readonly { assetId: string | null; stockItemId: string | null }[];
  call: { id: string; number: string } | null;
  vendor: { id: string; name: string } | null;
  levels: number;
  most: number;
};

/** Making out and changing a gate pass are the same form. */
export function PassForm(props: Props) {
  const { title, back, version, problem, call, vendor, levels } = props;
  const values = { ...props.values, vendorId: vendor?.id ?? "", vendorName: vendor?.name ?? "" };
  const typed = problem?.values ?? {};
  const [kind, setKind] = useState(String(typed.kind ?? props.values.kind ?? "returnable"));
  return (
    <RecordForm
      {...{ title, back, version, problem, values }}
      id="gate-pass"
      crumbs={[{ label: "Gate Passes", to: "/gate-passes" }]}
      hasManyVerbs
      verbs={
        <>
          <SubmitButton tone="plain" name="isSubmitted" value="0">
            Save draft
          </SubmitButton>
          <SubmitButton name="isSubmitted" value="1">
            {levels === 0 ? "Save pass" : "Ask for approval"}
          </SubmitButton>
        </>
      }
    >
      {(props.leftOut ?? 0) > 0 && (
        <Note tone="amber">
          {plural(
            props.leftOut ?? 0,
            "A pass has at most 50 lines. {n} of the chosen assets is left out.",
            "A pass has at most 50 lines. {n} of the chosen assets are left out.",
          )}
        </Note>
      )}
      {props.held?.map(({ id, label, why }) => (
        <Note tone="amber" key={id}>
          {label} cannot go out. {why}.
        </Note>
      ))}
      {call && <input type="hidden" name="breakdownId" value={call.id} />}
      <Panel title="What for">
        <div className="form form-2">
          <SegmentedField
            name="kind"
            label="Kind"
            required
            options={[...passKinds]}
            defaultValue={kind}
            onChange={setKind}
          />
          <SelectField name="purpose" label="Purpose" required options={passPurposes} />
          {kind === "returnable" && (
            <DateField name="expectedReturnOn" label="Expected return" required />
          )}
          {call && (
            <p className="field">
              <span className="label">Service call</span>
              <span>{call.number}: it is on hold while the asset is out for repair.</span>
            </p>
          )}
        </div>
      </Panel>
      <Panel title="Who it goes to">
        <div className="form form-2">
          <Picker
            name="vendorId"
            label="Vendor"
            list="vendors"
            hint="Or, for anybody else, the name beside."
            shows="vendorName"
          />
          <TextField name="partyName" label="Party" maxLength={150} />
          <TextArea name="partyAddress" label="Address" maxLength={300} rows={2} />
        </div>
      </Panel>
      <Panel title="Who carries it">
        <div className="form form-2">
          <TextField name="carrierName" label="Carrier" required maxLength={100} />
          <TextField name="carrierPhone" label="Phone" type="tel" maxLength={30} />
          <TextField name="carrierIdProof" label="Proof of identity" maxLength={60} />
          <TextField name="vehicleNo" label="Vehicle" maxLength={30} />
        </div>
      </Panel>
      <Panel title="What leaves the site">
        <LineRows
          devices={props.devices}
          items={props.items ?? []}
          first={props.first}
          most={props.most}
        />
      </Panel>
      <Panel title="Remarks">
        <TextArea name="remarks" label="Remarks" hideLabel maxLength={1000} rows={3} />
      </Panel>
    </RecordForm>
  );
}
