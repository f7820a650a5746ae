import { useState } from "react";
import { Note, Panel } from "#app/ui/states.tsx";

/** Recovery codes, this once: to copy, to save as a file or to print. */
export function RecoveryCodes({ codes }: { codes: string[] | null }) {
  const [copied, setCopied] = useState(false);
  if (!codes) return null;
  const text = codes.join("\n");
  return (
    <Panel title="Your recovery codes">
      <div className="stack">
        <div role="status">
          <Note tone="amber" icon="lock">
            Keep them where you find them without your device. They are shown only now. Each lets
            you in once.
          </Note>
        </div>
        <ul className="plain-list code">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="chips">
          <button
            className="btn"
            type="button"
            onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {copied ? "Copied" : "Copy"}
          </button>
          <a
            className="btn"
            download="plumbline-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          >
            Save as a file
          </a>
        </div>
      </div>
    </Panel>
  );
}
