import { useState } from "react";
import { Dialog } from "./modal.tsx";

/** A field that two versions of a record disagree on. `isOurs`: the person changed it here; what they left alone goes on as the others have it. */
export type Difference = {
  name: string;
  label: string;
  yours: string;
  their: string;
  isOurs: boolean;
};

type Props = {
  rows: readonly Difference[];
  onKeep: () => void /** @param theirs fields to take from the newer version */;
  onGoOn: (theirs: ReadonlySet<string>) => void;
};

/** Someone saved the record first: both versions side by side, and the person chooses line by line. */
export function VersionsDialog({ rows, onKeep, onGoOn }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const theirs = chosen ?? new Set(rows.filter((row) => !row.isOurs).map((row) => row.name));
  const choose = (names: string[], on: boolean) => {
    const next = new Set(theirs);
    for (const name of names) on ? next.add(name) : next.delete(name);
    setChosen(next);
  };
  return (
    <Dialog
      open
      className="stale"
      title="Someone else changed this record"
      onClose={onKeep}
      footer={
        <>
          <button className="btn" type="button" onClick={onKeep}>
            Keep editing
          </button>
          <button className="btn btn-primary" type="button" onClick={() => onGoOn(theirs)}>
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
