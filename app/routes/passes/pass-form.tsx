import { useState } from "react";
import { Link } from "react-router";
import { passKinds, passPurposes } from "#app/shared/flows/gate-passes.ts";
import { DateField, SegmentedField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
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
  const newer = version === undefined ? null : newerOf(problem?.data);
  const typed = problem?.values ?? {};
  const [kind, setKind] = useState(String(typed.kind ?? props.values.kind ?? "returnable"));
  return (
    <PlainForm guard id="gate-pass" className="stack" problem={problem} values={values}>
      <PageHead
        title={title}
        crumbs={[{ label: "Gate Passes", to: "/gate-passes" }]}
        sticky
        actions={
          <>
            <Link className="btn hide-phone" to={back}>
              Cancel
            </Link>
            <SubmitButton tone="plain" name="isSubmitted" value="0">
              Save draft
            </SubmitButton>
            <SubmitButton name="isSubmitted" value="1">
              {levels === 0 ? "Save pass" : "Ask for approval"}
            </SubmitButton>
          </>
        }
      />
      {newer && <StaleNote newer={newer} />}
      {version !== undefined && (
        <input type="hidden" name="version" value={newer?.version ?? version} />
      )}
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
    </PlainForm>
  );
}
