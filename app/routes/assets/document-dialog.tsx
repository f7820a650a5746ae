import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { DocumentRow } from "#worker/domain/assets/documents.ts";
import { fileKindChoices, wordOf } from "./words.tsx";

type Props = { rows: DocumentRow[]; problem: Refused | undefined };

/** The form or question about a document that the address has open. */
export function DocumentDialog({ rows, problem }: Props) {
  const { asked, shown } = useDialog();
  const intent = asked("do");
  const file = useOpenedRow("file", rows);
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
        <FileField name="file" label="File" thumbnails required />
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
  const question = { ...shared, intent, hidden: { document: file.id } };
  if (intent === "remove-document")
    return (
      <ConfirmDialog
        {...question}
        title={`Delete ${file.fileName}?`}
        verb="Delete document"
        keep="Keep document"
      >
        <p className="muted">{wordOf(file.kind)} of this device. It is not shown any more.</p>
      </ConfirmDialog>
    );
  return intent === "show-picture" ? (
    <ConfirmDialog
      {...question}
      title={`Show ${file.fileName} as the picture?`}
      verb="Show as the picture"
      tone="primary"
    >
      <p className="muted">It stands at the head of the device&apos;s page.</p>
    </ConfirmDialog>
  ) : null;
}
