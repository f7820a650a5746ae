import { useContext, useEffect, useRef } from "react";
import { type Posted, restored } from "#app/shared/report-draft.ts";
import { FormContext, useField } from "#app/ui/form.tsx";
import { dropDraft } from "#app/ui/form-draft.ts";
import { Note } from "#app/ui/states.tsx";
import type { Report } from "./use-report.ts";

/** The version the form was opened with; a draft keeps its own, so that what others saved since is noticed. */
export function Version() {
  const { text } = useField("version");
  return text ? <input type="hidden" name="version" value={text} /> : null;
}

/** Rows and file live outside the fields: when a draft comes back, they come back with it. */
export function Restore({
  report,
  files,
  formId,
}: {
  report: Report;
  files: { current: File[] };
  formId: string;
}) {
  const { values, isDraft } = useContext(FormContext);
  const { base, dispatch } = report;
  const found = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft has been found
  useEffect(() => {
    if (!isDraft) return;
    dispatch({ do: "open", form: restored(base.opened, values as Posted) });
    const input = found.current
      ?.closest("form")
      ?.querySelector<HTMLInputElement>("input[type=file]");
    if (!input || files.current.length === 0) return;
    const kept = new DataTransfer();
    for (const file of files.current) kept.items.add(file);
    input.files = kept.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [isDraft]);
  return (
    <span ref={found} className={isDraft && base.round === 0 ? undefined : "sr-only"}>
      {isDraft && base.round === 0 && (
        <Note tone="info">
          What you typed here before is back; a file has to be chosen again.{" "}
          <button
            className="btn btn-link"
            type="button"
            onClick={() => {
              dropDraft(formId);
              report.rebase(base);
            }}
          >
            Start again
          </button>
        </Note>
      )}
    </span>
  );
}
