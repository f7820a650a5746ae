import { useState } from "react";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField } from "#app/ui/fields.tsx";
import { FileField, sizeText } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { ValidUntil } from "./vendor-overview.tsx";

const documentKinds = [
  { value: "document", label: "Document" },
  { value: "licence", label: "Licence or certificate" },
  { value: "invoice", label: "Invoice" },
  { value: "other", label: "Other" },
];
const endings = ["pdf", "jpg", "jpeg", "png", "doc", "docx"];
const BIGGEST = 25 * 1024 * 1024;

type Document = {
  id: string;
  kind: string;
  fileName: string;
  bytes: number;
  validUntil: string | null;
  uploadedAt: number;
};
type Props = { documents: Document[]; today: string; may: boolean; problem: Refused | undefined };

/** Files that are kept with a vendor. */
export function VendorDocuments({ documents, today, may, problem }: Props) {
  const [adding, setAdding] = useState(problem?.values?.kind !== undefined);
  const [leaving, setLeaving] = useState<Document | null>(null);
  const add = may && (
    <button className="btn btn-sm" type="button" onClick={() => setAdding(true)}>
      <Icon name="upload" size="s" />
      Add document
    </button>
  );
  return (
    <Panel title="Documents" actions={add}>
      {documents.length === 0 ? (
        <EmptyState
          panel={false}
          title="No documents yet"
          text="Licences, certificates and agreements of this vendor."
        />
      ) : (
        <ul className="plain-list">
          {documents.map((document) => (
            <li key={document.id} className="document">
              <Icon name="file" />
              <span>
                <a href={`/media/${document.id}`} target="_blank" rel="noreferrer">
                  {document.fileName}
                </a>{" "}
                <span className="muted">
                  {documentKinds.find(({ value }) => value === document.kind)?.label},{" "}
                  {sizeText(document.bytes)}, added <TimeText at={document.uploadedAt} />
                </span>
              </span>
              <ValidUntil on={document.validUntil} today={today} />
              {may && (
                <button
                  className="btn btn-ghost btn-icon"
                  type="button"
                  aria-label={`Delete ${document.fileName}`}
                  onClick={() => setLeaving(document)}
                >
                  <Icon name="trash" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <FormDialog
          open
          title="Add document"
          verb="Add document"
          encType="multipart/form-data"
          values={{ kind: "document" }}
          hidden={{ intent: "upload" }}
          problem={problem}
          onClose={() => setAdding(false)}
        >
          <FileField name="file" label="File" accept={endings} maxSize={BIGGEST} required />
          <SelectField name="kind" label="Kind" options={documentKinds} placeholder={false} />
          <DateField name="validUntil" label="Valid until" />
        </FormDialog>
      )}
      {leaving && (
        <ConfirmDialog
          open
          key={leaving.id}
          title={`Delete ${leaving.fileName}?`}
          intent="delete-document"
          hidden={{ document: leaving.id }}
          verb="Delete document"
          keep="Keep document"
          onClose={() => setLeaving(null)}
        >
          <p>It is no longer shown. The file itself is kept for 30 days.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
