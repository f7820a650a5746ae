import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import { Panel } from "#app/ui/page.tsx";
import { FileButton, StoredFile } from "./file-button.tsx";

const MOST = 20;

type Props = {
  certificateId: string;
  attachments: readonly { id: string; caption: string | null }[];
  files: ReadonlyMap<string, DocumentFile>;
  onAttach: (file: DocumentFile) => void;
  onDetach: (id: string) => void;
  onCaption: (id: string, caption: string) => void;
};

/** Files that belong to the report: what they show stands beside them. */
export function AttachmentsPanel(props: Props) {
  const { certificateId, attachments, files, onAttach, onDetach, onCaption } = props;
  return (
    <Panel title="Attachments" label="Attachments" id="attachments">
      {attachments.length === 0 ? (
        <p className="muted">
          Photos and papers that belong to the report. A form with the block Attachments prints
          them.
        </p>
      ) : (
        <ul className="attached">
          {attachments.map(({ id, caption }) => {
            const file = files.get(id);
            const name = file?.name ?? "A file of this device's draft";
            return (
              <li key={id}>
                {file ? <StoredFile file={file} onRemove={() => onDetach(id)} /> : name}
                <input
                  className="input"
                  aria-label={`Caption of ${name}`}
                  placeholder="Caption"
                  maxLength={200}
                  value={caption ?? ""}
                  onChange={({ target }) => onCaption(id, target.value)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {attachments.length < MOST && (
        <FileButton
          certificateId={certificateId}
          isPicture={false}
          name="attachment"
          onFile={onAttach}
        />
      )}
    </Panel>
  );
}
