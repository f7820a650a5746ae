import { type ReactNode, useContext, useState } from "react";
import {
  choicesFrom,
  machineOwnerWords,
  machineRiskWords,
} from "#app/shared/calibration/machine-words.ts";
import {
  DateField,
  NumberField,
  SegmentedField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import { FormContext, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Picker } from "../masters/picker.tsx";
import { IntervalFields, SafetyFields } from "./device-fields.tsx";
import { AssetPicker, ModelPicker } from "./machine-pickers.tsx";
import { OwnParameters } from "./own-parameters.tsx";
import { useAssetPrefill, usePrefill } from "./use-prefill.ts";

export type MachineFormFacts = {
  /** The company has assets that a machine can be. */
  hasAssets: boolean;
  /** The person may add models. */
  mayAddModels: boolean;
  today: string;
};
type Props = {
  title: string;
  back: string;
  facts: MachineFormFacts;
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
};
const crumbs: Crumb[] = [{ label: "Machine DUC", to: "/machines" }];
const risks = choicesFrom(machineRiskWords);

/** Adding and editing a machine are the same form. */
export function MachineForm({ title, back, facts, values, version, problem }: Props) {
  return (
    <RecordForm
      id="machine"
      title={title}
      crumbs={crumbs}
      back={back}
      version={version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>Save machine</SubmitButton>}
    >
      <MachineFields facts={facts} isNew={version === undefined} />
    </RecordForm>
  );
}

function MachineFields({ facts, isNew }: { facts: MachineFormFacts; isNew: boolean }) {
  const { values } = useContext(FormContext);
  const prefill = usePrefill(isNew);
  const { serial, asset, model, chooseModel, chooseAsset } = useAssetPrefill(prefill);
  const [owner, setOwner] = useState(String(values.owner || "consumer"));
  const isOwn = owner === "own_asset";
  return (
    <>
      <Panel title="Owner">
        <Fields>
          {facts.hasAssets ? (
            <SegmentedField
              name="owner"
              label="Whose it is"
              required
              className="span-all"
              options={choicesFrom(machineOwnerWords)}
              value={owner}
              onChange={setOwner}
            />
          ) : (
            <input type="hidden" name="owner" value="consumer" />
          )}
          {isOwn ? <AssetPicker onChange={chooseAsset} /> : <ConsumerFields />}
        </Fields>
      </Panel>
      <Panel title="Machine">
        <Fields>
          <ModelPicker
            mayAdd={facts.mayAddModels}
            asset={isOwn ? asset : null}
            value={model.choice}
            fills={model.fills}
            onChange={chooseModel}
          />
          <TextField
            name="name"
            label="Name"
            required
            maxLength={120}
            {...prefill.name.box}
            hint="What it is, such as defibrillator"
          />
          <TextField
            name="machineNo"
            label="Machine no"
            maxLength={40}
            mono
            hint={isNew ? "The next number if left empty" : undefined}
          />
          <TextField
            name="serialNo"
            label="Serial no"
            maxLength={80}
            mono
            {...serial.box}
            hint="As on its plate; empty where none is marked."
          />
          <TextField
            name="customerTag"
            label="Customer's tag"
            maxLength={80}
            mono
            required={!isOwn && serial.text.trim() === ""}
            hint="The owner's own inventory number"
          />
          <TextField
            name="deviceCode"
            label="Device code"
            maxLength={60}
            hint="GMDN, UMDNS or EMDN"
          />
          <TextField name="firmware" label="Firmware" maxLength={60} />
          <NumberField name="yearOfMake" label="Year of make" min={1950} max={2100} />
          <TextField name="locationText" label="Where it stands" maxLength={200} />
          <SelectField name="risk" label="Risk" options={risks} placeholder={false} />
          <TextArea name="accessories" label="Accessories" maxLength={1000} rows={2} />
          <TextArea name="note" label="Note" maxLength={2000} rows={2} />
        </Fields>
      </Panel>
      <Panel title="Electrical safety">
        <Fields>
          <SafetyFields values={prefill.values} onValue={prefill.set} />
        </Fields>
      </Panel>
      <Panel title="Calibration">
        <Fields>
          <IntervalFields values={prefill.values} onValue={prefill.set} />
          <DateField
            name="lastCalOn"
            label="Last calibrated on"
            max={facts.today}
            hint="The next one is due an interval later."
          />
          <Picker
            key={prefill.procedure?.value ?? ""}
            name="defaultProcedureId"
            label="Procedure"
            list="procedures"
            chosen={prefill.procedure}
          />
        </Fields>
      </Panel>
      <OwnParameters model={prefill.model} />
    </>
  );
}

const Fields = ({ children }: { children: ReactNode }) => (
  <div className="form form-2">{children}</div>
);

/** The consumer whose machine it is, and one of its sites. */
function ConsumerFields() {
  const { values } = useContext(FormContext);
  const first = String(values.consumerId ?? "");
  const [consumer, setConsumer] = useState(first);
  const named = (name: string) => (values[name] ? String(values[name]) : null);
  const site = consumer === first ? named("consumerSiteId") : null;
  return (
    <>
      <Picker
        name="consumerId"
        label="Consumer"
        list="consumers"
        shows="consumerName"
        required
        onChange={(choice) => setConsumer(choice?.value ?? "")}
      />
      <Picker
        key={consumer}
        name="consumerSiteId"
        label="Site"
        list="consumer-sites"
        of={consumer}
        chosen={site ? { value: site, label: named("siteName") ?? site } : null}
        disabled={consumer === ""}
        hint="One of the consumer's sites, where it has several"
      />
    </>
  );
}
