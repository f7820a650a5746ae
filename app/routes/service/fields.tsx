import { formatMinor } from "#app/shared/money.ts";
import { grandTotal, partsTotal, serviceCostOf } from "#app/shared/report-form.ts";
import { MoneyField, SelectField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { useField } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/states.tsx";
import type { DueChoice } from "#worker/domain/due/choices.ts";
import {
  ActionFields,
  conditions,
  ProblemField,
  ReportHead,
  SignedFields,
} from "./common-fields.tsx";
import { DueField } from "./due-field.tsx";
import { type ChosenFile, MoreFiles } from "./more-files.tsx";
import type { Report } from "./use-report.ts";

/** A call of the device that a report may answer. */
export type OpenCall = { id: string; number: string; problem: string };
const LONGEST_PROBLEM = 60;
const shortened = (text: string) =>
  text.length > LONGEST_PROBLEM ? `${text.slice(0, LONGEST_PROBLEM)}…` : text;

/** Ticket, date, type, the call it answers, and what was found and done. */
export function WorkFields({
  isEdit,
  calls,
  dues,
}: {
  isEdit: boolean;
  calls: readonly OpenCall[];
  dues: readonly DueChoice[];
}) {
  const problem = useField("problem_description");
  return (
    <Panel label="Work">
      <ReportHead />
      <div className="form form-2 form-next">
        {dues.length > 0 && <DueField dues={dues} />}
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
        {(!isEdit || problem.text !== "") && <ProblemField />}
        <ActionFields />
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
          <SignedFields />
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
