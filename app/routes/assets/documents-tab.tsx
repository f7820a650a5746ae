import { Link } from "react-router";
import { sizeText } from "#app/shared/size-text.ts";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { DocumentRow } from "#worker/domain/assets/documents.ts";
import { DocumentDialog } from "./document-dialog.tsx";
import { Due, fileKindChoices } from "./words.tsx";

type Props = {
  rows: DocumentRow[];
  photoId: string | null;
  today: string;
  mayEdit: boolean;
  problem: Refused | undefined;
};

/** A device's files by kind. */
export function DocumentsTab({ rows, photoId, today, mayEdit, problem }: Props) {
  const { to } = useDialog();
  const add = mayEdit && (
    <Link className="btn btn-sm" to={to({ do: "add-document" })} preventScrollReset>
      <Icon name="upload" />
      Add document
    </Link>
  );
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          title="No documents yet"
          text="Photos, manuals, licences and invoices of this device."
          action={add}
        />
      ) : (
        <>
          {add && (
            <div className="toolbar">
              <div className="end">{add}</div>
            </div>
          )}
          <div className="stack">
            {fileKindChoices
              .filter(({ value }) => rows.some(({ kind }) => kind === value))
              .map(({ value, label }) => (
                <Panel key={value} title={label}>
                  <ul className="files">
                    {rows
                      .filter(({ kind }) => kind === value)
                      .map((file) => (
                        <FileEntry
                          key={file.id}
                          file={file}
                          isPicture={file.id === photoId}
                          today={today}
                          mayEdit={mayEdit}
                        />
                      ))}
                  </ul>
                </Panel>
              ))}
          </div>
        </>
      )}
      {mayEdit && <DocumentDialog rows={rows} problem={problem} />}
    </>
  );
}

type Entry = { file: DocumentRow; isPicture: boolean; today: string; mayEdit: boolean };

function FileEntry({ file, isPicture, today, mayEdit }: Entry) {
  const { to } = useDialog();
  const isImage = file.mime.startsWith("image/");
  return (
    <li>
      <a className="name" href={`/media/${file.id}`} target="_blank" rel="noreferrer">
        {isImage ? (
          <img src={`/media/${file.id}?size=small`} alt="" loading="lazy" />
        ) : (
          <Icon name="file" />
        )}
        <span>{file.fileName}</span>
      </a>
      <span className="muted">
        {sizeText(file.bytes)}, <TimeText at={file.uploadedAt} />
        {file.uploadedByName && ` by ${file.uploadedByName}`}
        {isPicture && ", shown as the picture"}
      </span>
      {file.validUntil && (
        <span>
          Valid until <Due on={file.validUntil} today={today} required={false} />
        </span>
      )}
      {mayEdit && (
        <Menu label={`Actions for ${file.fileName}`}>
          <MenuLink to={to({ do: "replace-document", file: file.id })} icon="upload">
            Replace
          </MenuLink>
          {isImage && !isPicture && (
            <MenuLink to={to({ do: "show-picture", file: file.id })} icon="camera">
              Show as the picture
            </MenuLink>
          )}
          <MenuLink to={to({ do: "remove-document", file: file.id })} icon="trash" danger>
            Delete
          </MenuLink>
        </Menu>
      )}
    </li>
  );
}
