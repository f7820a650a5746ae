import { useState } from "react";
import { saveDraft } from "#app/ui/form-draft.ts";
import { Dialog } from "#app/ui/modal.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { Report } from "./use-report.ts";
import { differences, merged } from "./versions.ts";

type Props = { report: Report; formId: string };

/** Someone saved the report first: both versions side by side, and the person chooses line by line. */
export function Stale({ report, formId }: Props) {
  const { newer, form, base, dismiss } = report;
  const { date } = useDates();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  if (!newer) return null;
  const element = document.getElementById(formId);
  const mine = element instanceof HTMLFormElement ? Object.fromEntries(new FormData(element)) : {};
  const rows = differences(form, mine, newer, base, date);
  const theirs = chosen ?? new Set(rows.filter((row) => !row.isOurs).map((row) => row.name));
  const choose = (names: string[], on: boolean) => {
    const next = new Set(theirs);
    for (const name of names) on ? next.add(name) : next.delete(name);
    setChosen(next);
  };
  const goOn = () => {
    const next = merged(mine, newer, theirs);
    saveDraft(formId, next.draft);
    setChosen(null);
    report.rebase(next);
  };

  return (
    <Dialog
      open
      className="stale"
      title="Someone else changed this record"
      onClose={dismiss}
      footer={
        <>
          <button className="btn" type="button" onClick={dismiss}>
            Keep editing
          </button>
          <button className="btn btn-primary" type="button" onClick={goOn}>
            Go on with these
          </button>
        </>
      }
    >
      <p className="muted">
        {rows.length === 0
          ? "Both versions say the same. Go on and save yours."
          : "Choose for each line which version to go on with. Nothing is saved until you send the form again."}
      </p>
      {rows.length > 0 && (
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {[false, true].map((on) => (
                <th scope="col" key={String(on)}>
                  {on ? "Theirs" : "Yours"}{" "}
                  <button
                    className="btn btn-link"
                    type="button"
                    onClick={() =>
                      choose(
                        rows.map((row) => row.name),
                        on,
                      )
                    }
                  >
                    All<span className="sr-only"> {on ? "theirs" : "yours"}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, label, yours, their }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                {[false, true].map((on) => (
                  <td key={String(on)} data-label={on ? "Theirs" : "Yours"}>
                    <label className="check">
                      <input
                        type="radio"
                        form=""
                        name={`version-${name}`}
                        checked={theirs.has(name) === on}
                        onChange={() => choose([name], on)}
                      />
                      <span>{(on ? their : yours) || <span className="quiet">empty</span>}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
