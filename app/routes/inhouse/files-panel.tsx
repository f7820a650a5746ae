import { Link } from "react-router";
import { sizeText } from "#app/shared/size-text.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { InhouseFile } from "#worker/domain/inhouse/files.ts";
import "../../css/tree.css";

const endings = ["pdf", "jpg", "jpeg", "png"];
const BIGGEST = 25 * 1024 * 1024;

type Props = {
  files: readonly InhouseFile[];
  /** Whether this person adds files and takes them off. */
  may: boolean;
  problem: Refused | undefined;
};

/** Photos and papers of an in-house calibration. */
export function FilesPanel({ files, may, problem }: Props) {
  const { asked, to, shown } = useDialog();
  const intent = may ? asked("do") : "";
  const leaving = useOpenedRow("file", files);
  const dialog = { ...shown, problem };
  const add = may && (
    <Link className="btn btn-sm" to={to({ do: "add-file" })} preventScrollReset>
      <Icon name="upload" size="s" />
      Add file
    </Link>
  );
  return (
    <Panel title="Files" actions={add}>
      {files.length === 0 ? (
        <p className="muted">
          Photos and papers of the work. They can be changed while it is a draft.
        </p>
      ) : (
        <ul className="plain-list">
          {files.map((file) => (
            <li key={file.id} className="document">
              <Icon name="file" />
              <span>
                <a href={`/media/${file.id}`} target="_blank" rel="noreferrer">
                  {file.fileName}
                </a>{" "}
                <span className="muted">
                  {sizeText(file.bytes)}, <TimeText at={file.uploadedAt} />
                  {file.uploadedByName && ` by ${file.uploadedByName}`}
                </span>
              </span>
              {may && (
                <Link
                  className="btn btn-ghost btn-icon"
                  to={to({ do: "remove-file", file: file.id })}
                  aria-label={`Delete ${file.fileName}`}
                  preventScrollReset
                >
                  <Icon name="trash" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {intent === "add-file" && (
        <FormDialog
          {...dialog}
          title="Add file"
          verb="Add file"
          encType="multipart/form-data"
          hidden={{ intent }}
        >
          <FileField
            name="file"
            label="File"
            accept={endings}
            maxSize={BIGGEST}
            thumbnails
            required
          />
        </FormDialog>
      )}
      {intent === "remove-file" && leaving && (
        <ConfirmDialog
          {...dialog}
          key={leaving.id}
          title={`Delete ${leaving.fileName}?`}
          intent={intent}
          hidden={{ document: leaving.id }}
          verb="Delete file"
          keep="Keep file"
        >
          <p>It is no longer shown. The file itself is kept for 30 days.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
