import { useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { DateField, SegmentedField, TextArea } from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import type { PickedLine } from "#worker/domain/transfers/picking.ts";
import { Picker } from "../masters/picker.tsx";
import { FormLines } from "./form-lines.tsx";

type Props = {
  title: string;
  back: string;
  /** The draft that is edited. */
  id?: string;
  version?: number;
  values: Record<string, unknown>;
  to?: Choice;
  place?: Choice | null;
  lines: PickedLine[];
  /** How many were chosen that no transfer has room for. */
  leftOut?: number;
  today: string;
  problem: Refused | undefined;
};

/** Writing a transfer and editing a draft are the same form: which assets, where to, and why. */
export function TransferForm(props: Props) {
  const { title, back, id, version, values, to, place, lines, today, problem } = props;
  const [kind, setKind] = useState(String(problem?.values?.kind ?? values.kind));
  const hydrated = useHydrated();
  const isLent = kind === "temporary";
  return (
    <RecordForm
      {...{ title, back, version, problem, values }}
      id="transfer"
      crumbs={[{ label: "Transfers", to: "/asset-transfers" }]}
      hasManyVerbs
      verbs={
        <>
          {id === undefined && (
            <SubmitButton tone="plain" name="isDraft" value="1">
              Save as draft
            </SubmitButton>
          )}
          <SubmitButton>{id === undefined ? "Request transfer" : "Save draft"}</SubmitButton>
        </>
      }
    >
      {id !== undefined && <input type="hidden" name="isDraft" value="1" />}
      <FormLines first={lines} transferId={id ?? ""} leftOut={props.leftOut ?? 0} />
      <Panel title="2. Where to">
        <div className="form form-2">
          <Picker
            name="toDepartmentId"
            label="Location"
            list="destinations"
            required
            chosen={to ?? null}
          />
          <Picker name="toLocationId" label="Place" list="places" chosen={place ?? null} />
        </div>
      </Panel>
      <Panel title="3. How long and why">
        <div className="form form-2">
          <SegmentedField
            name="kind"
            label="Kind"
            required
            value={kind}
            onChange={setKind}
            options={[
              { value: "permanent", label: "Permanent" },
              { value: "temporary", label: "Temporary" },
            ]}
          />
          <DateField
            name="dueBackOn"
            label="Due back"
            min={today}
            required={isLent}
            disabled={hydrated && !isLent}
            hint="Of a temporary transfer."
          />
          <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
          <TextArea name="remarks" label="Remarks" maxLength={2000} rows={2} />
        </div>
      </Panel>
    </RecordForm>
  );
}
