import { conditionWords } from "#app/shared/asset-words.ts";
import { formatMinor } from "#app/shared/money.ts";
import { grandTotal, partsTotal, serviceCostOf } from "#app/shared/report-form.ts";
import { DateField, MoneyField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { useField } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/states.tsx";
import { type ChosenFile, MoreFiles } from "./more-files.tsx";
import { SignatureField } from "./signature-field.tsx";
import type { Report } from "./use-report.ts";

const types = [
  { value: "pm", label: "PM" },
  { value: "other", label: "Other" },
];
const conditions = Object.entries(conditionWords).map(([value, label]) => ({ value, label }));
const MOST_TEXT = 5000;

/** A call of the device that a report may answer. */
export type OpenCall = { id: string; number: string; problem: string };
const LONGEST_PROBLEM = 60;
const shortened = (text: string) =>
  text.length > LONGEST_PROBLEM ? `${text.slice(0, LONGEST_PROBLEM)}…` : text;

/** Ticket, date, type, the call it answers, and what was found and done. */
export function WorkFields({ isEdit, calls }: { isEdit: boolean; calls: readonly OpenCall[] }) {
  const problem = useField("problem_description");
  return (
    <Panel label="Work">
      <div className="form form-work">
        <TextField
          className="beside"
          name="service_ticket"
          label="Service Ticket No"
          readOnly
          mono
        />
        <DateField name="date" label="Date" required />
        <SelectField
          name="service_type"
          label="Type"
          options={types}
          placeholder={false}
          required
        />
      </div>
      <div className="form form-2 form-next">
        {calls.length > 0 && (
          <SelectField
            className="span-all"
            name="breakdown_id"
            label="Service Call"
            placeholder="Not about a call"
            hint="After saving you are asked whether it is resolved."
            options={calls.map(({ id, number, problem }) => ({
              value: id,
              label: `${number}: ${shortened(problem)}`,
            }))}
          />
        )}
        {(!isEdit || problem.text !== "") && (
          <TextArea
            className="span-all"
            name="problem_description"
            label="Problem Reported"
            rows={2}
            maxLength={MOST_TEXT}
            placeholder="What the ward noticed"
          />
        )}
        <TextArea name="action_taken" label="Action Taken" maxLength={MOST_TEXT} />
        <TextArea name="remark" label="Remarks" maxLength={MOST_TEXT} />
      </div>
    </Panel>
  );
}

export type StoredFile = { id: string; fileName: string; mime: string };

type CloseProps = {
  report: Report;
  /** The stored "Media file", and the files beside it. */
  file: StoredFile | null;
  files: readonly StoredFile[];
  onFiles: (files: File[]) => void;
  more: readonly ChosenFile[];
  onMore: (files: readonly ChosenFile[]) => void;
};

/** The files, who did it and who received it, and what it costs, with Total Cost as the last line. */
export function CloseFields({ report, file, files, onFiles, more, onMore }: CloseProps) {
  const { form, dispatch } = report;
  const href = `/media/${file?.id}`;
  const current = file && {
    name: file.fileName,
    href,
    preview: file.mime.startsWith("image/") ? `${href}?size=medium` : null,
  };
  return (
    <section className="panel" aria-label="Completion">
      <div className="panel-body cols cols-2 close-form">
        <div className="form">
          <FileField
            key={report.done ? "saved" : "open"}
            name="media"
            label="Media file"
            thumbnails
            alwaysReset
            current={current}
            onFiles={onFiles}
            {...(current ? { hint: "A new file replaces the one shown" } : {})}
          />
        </div>
        <div className="form">
          <MoreFiles stored={files} chosen={more} onChosen={onMore} />
        </div>
      </div>
      <div className="panel-body cols cols-2 close-form">
        <div className="form">
          <div className="signed">
            <TextField
              name="complaint_by"
              label="Done By"
              maxLength={120}
              autoComplete="name"
              required
            />
            <SignatureField name="done_by_signature" label="Signature of Done By" />
          </div>
          <div className="signed">
            <TextField
              name="received_by"
              label="Received By"
              maxLength={120}
              autoComplete="off"
              placeholder="Name of the user on the ward"
            />
            <SignatureField name="received_by_signature" label="Signature of Received By" />
          </div>
        </div>
        <div className="form">
          <SelectField
            className="beside"
            name="condition_after"
            label="Condition afterwards"
            placeholder="As before"
            options={conditions}
          />
          <MoneyField
            className="beside"
            name="service_cost"
            label="Service Cost"
            value={form.serviceCost}
            onValue={(text) => dispatch({ do: "set service cost", text })}
          />
          <dl className="totals">
            <dt className="muted">Parts</dt>
            <dd>
              <Money minor={partsTotal(form)} />
            </dd>
            <dt className="muted is-above">Service Cost</dt>
            <dd className="is-above">
              <Money minor={serviceCostOf(form)} />
            </dd>
            <dt className="sum">Total Cost</dt>
            <dd className="sum">
              <output htmlFor="report-service_cost">
                <Money minor={grandTotal(form)} />
              </output>
            </dd>
          </dl>
          <input type="hidden" name="total_cost" value={formatMinor(grandTotal(form))} />
        </div>
      </div>
    </section>
  );
}
