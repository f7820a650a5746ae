import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import type { DocumentRow } from "#worker/domain/assets/documents.ts";
import { fileKindChoices, wordOf } from "./words.tsx";

const MEGABYTES_25 = 25 * 1024 * 1024;
const endings = [
  "jpg",
  "jpeg",
  "png",
  "pdf",
  "doc",
  "docx",
  "mp4",
  "mov",
  "avi",
  "mkv",
  "webm",
  "wmv",
];

/** The form or question about a document that the address has open. */
export function DocumentDialog({
  rows,
  problem,
}: {
  rows: DocumentRow[];
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  const [intent, id] = [asked("do"), asked("file")];
  const file = useOpened(
    id,
    rows.find((row) => row.id === id),
  );
  const shared = {
    ...shown,
    key: `${intent} ${file?.id}`,
    problem: problem?.values?.intent === intent ? problem : undefined,
  };
  if (intent === "add-document" || (intent === "replace-document" && file))
    return (
      <FormDialog
        {...shared}
        title={file ? `Replace ${file.fileName}` : "Add document"}
        verb={file ? "Replace document" : "Add document"}
        encType="multipart/form-data"
        values={{ kind: file?.kind ?? "document", validUntil: file?.validUntil ?? "" }}
        hidden={{ intent, ...(file ? { document: file.id } : {}) }}
      >
        <FileField
          name="file"
          label="File"
          accept={endings}
          maxSize={MEGABYTES_25}
          thumbnails
          required
        />
        <SelectField
          name="kind"
          label="Kind"
          options={fileKindChoices}
          placeholder={false}
          hint="The first photo becomes the picture."
        />
        <DateField name="validUntil" label="Valid until" hint="For licences and certificates." />
      </FormDialog>
    );
  if (!file) return null;
  if (intent === "remove-document")
    return (
      <ConfirmDialog
        {...shared}
        title={`Delete ${file.fileName}?`}
        intent={intent}
        hidden={{ document: file.id }}
        verb="Delete document"
        keep="Keep document"
      >
        <p className="muted">{wordOf(file.kind)} of this device. It is not shown any more.</p>
      </ConfirmDialog>
    );
  if (intent === "show-picture")
    return (
      <ConfirmDialog
        {...shared}
        title={`Show ${file.fileName} as the picture?`}
        intent={intent}
        hidden={{ document: file.id }}
        verb="Show as the picture"
        tone="primary"
      >
        <p className="muted">It stands at the head of the device&apos;s page.</p>
      </ConfirmDialog>
    );
  return null;
}
