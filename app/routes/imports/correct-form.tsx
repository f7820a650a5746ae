import { useFetcher } from "react-router";
import { described, Field } from "#app/ui/field.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useField } from "#app/ui/form-context.ts";
import { notify } from "#app/ui/toaster.tsx";
import type { ImportRow, WrongCell } from "#worker/domain/imports/rows.ts";
import type { Saved } from "#worker/web/forms.ts";

/** The refused rows, whose wrong cells can be corrected here. */
export function CorrectForm({ rows, isOpen }: { rows: ImportRow[]; isOpen: boolean }) {
  const fetcher = useFetcher<Refused | Saved>();
  const answer = fetcher.data;
  const isCorrectable = isOpen && rows.some(({ wrong }) => wrong.some(({ at }) => at !== null));
  return (
    <PlainForm
      className="form"
      fetcher={fetcher}
      problem={answer?.success === false ? answer : undefined}
      onDone={() => answer?.success && notify.info(answer.message)}
    >
      <input type="hidden" name="intent" value="correct" />
      <ol className="wrong-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <p className="wrong-of">
              <b>Row {row.rowNo}</b> {row.key && <span className="code">{row.key}</span>}{" "}
              {!row.key.endsWith(row.title) && <span className="muted">{row.title}</span>}
            </p>
            <div className="form form-3">
              {row.wrong.map((cell) => (
                <WrongField key={cell.field} rowNo={row.rowNo} cell={cell} isOpen={isOpen} />
              ))}
            </div>
          </li>
        ))}
      </ol>
      {isCorrectable && (
        <div className="panel-foot">
          <SubmitButton icon="ok">Correct these rows</SubmitButton>
        </div>
      )}
    </PlainForm>
  );
}

function WrongField({ rowNo, cell, isOpen }: { rowNo: number; cell: WrongCell; isOpen: boolean }) {
  const field = { ...useField(`cell.${rowNo}.${cell.at}`), errors: cell.messages };
  if (cell.at === null || !isOpen)
    return (
      <div className="field">
        <span className="label">{cell.label}</span>
        <span className="error">{cell.messages.join(" ")}</span>
      </div>
    );
  const label = `${cell.label}, row ${rowNo}`;
  return (
    <Field field={field} label={<span title={label}>{cell.label}</span>}>
      <input
        key={cell.text}
        className="input"
        type="text"
        defaultValue={cell.text}
        {...described(field, undefined)}
        aria-label={label}
      />
    </Field>
  );
}
