import { choicesOf } from "#app/shared/choices-of.ts";
import type { Head } from "#app/shared/measuring/merging.ts";
import { CheckField, DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";
import { chosenAs } from "../masters/choices.ts";
import { Picker } from "../masters/picker.tsx";
import { adjustmentWords, levelWords, placeWords } from "./words.tsx";

type Props = Pick<DraftToMeasure, "consumer" | "site" | "setup" | "agreed" | "today" | "forms"> & {
  head: Head;
  /** A record was chosen, or none. */
  onPick: (name: "decisionRuleId" | "consumerSiteId", id: string) => void;
};

/** A picker's first choice: what the server named, or what only this device knows of. */
const chosen = (id: string | undefined, known: { id: string; name: string } | null | undefined) =>
  chosenAs(id, known?.id === id ? known?.name : "Chosen on this device");

/** What a certificate says besides its results. Its fields stand in the page's form. */
export function HeadPanels(props: Props) {
  const { consumer, site, setup, agreed, today, forms, head, onPick } = props;
  const rule = setup.rules.find(({ id }) => id === head.decisionRuleId);
  return (
    <>
      <Panel title="The work" id="head">
        <div className="form form-2">
          <TextField name="title" label="Title" required maxLength={120} />
          <TextField name="jobNo" label="Job no" maxLength={60} />
          <DateField name="calStartOn" label="Calibrated from" required max={today} />
          <DateField name="calEndOn" label="Calibrated to" required max={today} />
          <SelectField
            name="performedAt"
            label="Performed"
            options={choicesOf(placeWords)}
            required
          />
          <TextField name="performedAddress" label="Address of the work" maxLength={300} />
          {consumer && (
            <Picker
              name="consumerSiteId"
              label="Site"
              list="consumer-sites"
              of={consumer.id}
              chosen={chosen(head.consumerSiteId, site)}
              onChange={(choice) => onPick("consumerSiteId", choice?.value ?? "")}
              hint="One of the consumer's sites, where it has several"
            />
          )}
          <Picker
            name="decisionRuleId"
            label="Decision rule"
            list="decision-rules"
            placeholder="No statement of conformity"
            chosen={chosen(head.decisionRuleId, rule)}
            onChange={(choice) => onPick("decisionRuleId", choice?.value ?? "")}
            hint={
              agreed && !agreed.rule
                ? "No contract review and no default rule agrees on one"
                : undefined
            }
          />
          <SelectField
            name="adjustment"
            label="Adjustment"
            options={choicesOf(adjustmentWords)}
            hint="What was adjusted is read before and after: choose it at its table"
          />
          {head.adjustment !== "none" && (
            <TextField
              name="asFoundMissing"
              label="Why there are no readings before"
              maxLength={500}
              hint="Only where there are none"
            />
          )}
        </div>
      </Panel>
      <Panel title="On the certificate">
        <div className="form form-2">
          <DateField name="receivedOn" label="Received on" max={today} />
          <TextField name="conditionOnReceipt" label="Condition on receipt" maxLength={500} />
          <TextField name="requestNo" label="Request no" maxLength={60} />
          <TextField name="poNo" label="PO no" maxLength={60} />
          <CheckField name="accredited" label="Accredited calibration" />
          <TextField name="schemeNo" label="Number of the accreditation scheme" maxLength={60} />
          <CheckField name="showDue" label="Print the next due date" />
          <DateField name="nextDueOn" label="Next due" hint="Empty: by the machine's interval" />
          <TextArea
            name="deviations"
            label="Deviations from the method"
            maxLength={2000}
            rows={2}
          />
          <TextArea name="externalProviders" label="External providers" maxLength={500} rows={2} />
          <TextArea name="opinion" label="Opinion" maxLength={2000} rows={2} />
          <TextField name="opinionBy" label="Opinion by" maxLength={120} />
          <SelectField
            name="reportFormId"
            label="Report form"
            options={forms}
            hint="Its published version, as it is when this is saved"
          />
          <SelectField
            name="publicLevel"
            label="Public check shows"
            options={choicesOf(levelWords)}
          />
        </div>
      </Panel>
    </>
  );
}
