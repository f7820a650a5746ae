import { Link } from "react-router";
import { sizeText } from "#app/shared/size-text.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
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
type Props = {
  documents: Document[];
  today: string;
  may: boolean;
  /** What they are, where there are none yet. */
  about: string;
  problem: Refused | undefined;
};

/** Files that are kept with a vendor or a contract. */
export function KeptDocuments({ documents, today, may, about, problem }: Props) {
  const { asked, to, shown } = useDialog();
  const intent = may ? asked("do") : "";
  const leaving = useOpenedRow("file", documents);
  const dialog = { ...shown, problem };
  const add = may && (
    <Link className="btn btn-sm" to={to({ do: "upload" })} preventScrollReset>
      <Icon name="upload" size="s" />
      Add document
    </Link>
  );
  return (
    <Panel title="Documents" actions={add}>
      {documents.length === 0 ? (
        <EmptyState panel={false} title="No documents yet" text={about} />
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
                <Link
                  className="btn btn-ghost btn-icon"
                  to={to({ do: "delete-document", file: document.id })}
                  aria-label={`Delete ${document.fileName}`}
                  preventScrollReset
                >
                  <Icon name="trash" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {intent === "upload" && (
        <FormDialog
          {...dialog}
          title="Add document"
          verb="Add document"
          encType="multipart/form-data"
          values={{ kind: "document" }}
          hidden={{ intent }}
        >
          <FileField name="file" label="File" accept={endings} maxSize={BIGGEST} required />
          <SelectField name="kind" label="Kind" options={documentKinds} placeholder={false} />
          <DateField name="validUntil" label="Valid until" />
        </FormDialog>
      )}
      {intent === "delete-document" && leaving && (
        <ConfirmDialog
          {...dialog}
          key={leaving.id}
          title={`Delete ${leaving.fileName}?`}
          intent={intent}
          hidden={{ document: leaving.id }}
          verb="Delete document"
          keep="Keep document"
        >
          <p>It is no longer shown. The file itself is kept for 30 days.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
