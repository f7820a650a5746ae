import { useContext, useEffect, useRef } from "react";
import { type Posted, restored } from "#app/shared/report-draft.ts";
import { DraftNote } from "#app/ui/draft-note.tsx";
import { FormContext } from "#app/ui/form.tsx";
import { dropDraft } from "#app/ui/form-draft.ts";
import type { Report } from "./use-report.ts";

type Props = { report: Report; files: { current: File[] }; formId: string };

/** Brings rows and file back with a draft: they are not among the form's fields. */
export function Restore({ report, files, formId }: Props) {
  const { values, isDraft } = useContext(FormContext);
  const { base, dispatch } = report;
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft has been found
  useEffect(() => {
    if (!isDraft) return;
    dispatch({ do: "open", form: restored(base.opened, values as Posted) });
    const input = place.current
      ?.closest("form")
      ?.querySelector<HTMLInputElement>("input[type=file]");
    if (!input || files.current.length === 0) return;
    const transfer = new DataTransfer();
    for (const file of files.current) transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [isDraft]);
  return (
    <span ref={place} className={isDraft && base.round === 0 ? undefined : "sr-only"}>
      {isDraft && base.round === 0 && (
        <DraftNote
          draft={values}
          hasFile
          onDrop={() => {
            dropDraft(formId);
            report.rebase(base);
          }}
        />
      )}
    </span>
  );
}
