import { useEffect, useId, useState } from "react";
import { handOver } from "./hand-over.ts";
import { Icon } from "./icon.tsx";
import { notify } from "./toaster.tsx";

type Props = {
  label: string;
  /** One line, or several. */
  text: string;
  /** The same as a file, where it is worth one. */
  file?: { name: string; text: string };
};

/** A text that is made once: to be copied, or kept as a file. Without scripts it is there to be selected. */
export function CopiedText({ label, text, file }: Props) {
  const id = useId();
  const lines = text.split("\n").length;
  const [can, setCan] = useState({ copy: false, keep: false });
  useEffect(() => setCan({ copy: Boolean(navigator.clipboard), keep: true }), []);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.success("Copied"),
      () => notify.error("It could not be copied. Select the text and copy it."),
    );
  return (
    <div className="stack">
      <div className="field">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {lines > 1 ? (
          <textarea
            id={id}
            className="textarea code"
            readOnly
            rows={Math.min(12, lines + 1)}
            value={text}
          />
        ) : (
          <input id={id} className="input code" readOnly value={text} />
        )}
      </div>
      {can.keep && (
        <div className="chips">
          {can.copy && (
            <button className="btn" type="button" onClick={copy}>
              <Icon name="link" />
              Copy
            </button>
          )}
          {file && (
            <button
              className="btn"
              type="button"
              onClick={() => handOver(new Blob([file.text], { type: "text/csv" }), file.name)}
            >
              <Icon name="dl" />
              Download CSV
            </button>
          )}
        </div>
      )}
    </div>
  );
}
