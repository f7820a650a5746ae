import { useEffect, useState } from "react";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import {
  isFileType,
  type OwnField,
  type OwnValue,
  type OwnValues,
} from "#app/shared/certificates/own-fields.ts";
import { ask } from "#app/ui/ask.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Panel } from "#app/ui/page.tsx";
import { AttachmentsPanel } from "./attachments-panel.tsx";
import { OwnFieldInput } from "./own-field-input.tsx";

/** What of a draft a form's own fields and files are. */
export type OwnDraft = {
  ownFields: OwnValues;
  attachments: readonly { id: string; caption: string | null }[];
};
export type ChangeOwn = (next: (before: OwnDraft) => Partial<OwnDraft>) => void;

type Props = {
  certificateId: string;
  fields: readonly OwnField[];
  /** The files that the saved draft has. */
  stored: readonly DocumentFile[];
  draft: OwnDraft;
  onChange: ChangeOwn;
};

/** The fields that the report's form asks for, and the files that belong to the report. */
export function OwnPanels({ certificateId, fields, stored, draft, onChange }: Props) {
  const { ownFields, attachments } = draft;
  // Files that were stored since the page was opened are known here alone.
  const [added, setAdded] = useState<readonly DocumentFile[]>([]);
  const files = new Map([...stored, ...added].map((file) => [file.id, file]));
  // A draft that comes back from the device may name files that the saved one does not.
  const isStrange = attachments.some(({ id }) => !files.has(id));
  useEffect(() => {
    if (!isStrange) return;
    ask<DocumentFile[]>(`/certificate-report/files/${certificateId}`).then(
      (found) => setAdded((before) => [...before, ...found]),
      () => {},
    );
  }, [isStrange, certificateId]);
  const set = (key: string, value: OwnValue) =>
    onChange((before) => ({ ownFields: { ...before.ownFields, [key]: value } }));
  const attach = (file: DocumentFile) => {
    setAdded((before) => [...before, file]);
    onChange((before) => ({
      attachments: [...before.attachments, { id: file.id, caption: null }],
    }));
  };
  const detach = (id: string) =>
    onChange((before) => ({
      attachments: before.attachments.filter((one) => one.id !== id),
      ownFields: Object.fromEntries(
        Object.entries(before.ownFields).filter(([, value]) => value !== id),
      ),
    }));
  const inFields = new Set(
    fields.flatMap(({ key, type }) => (isFileType(type) ? [ownFields[key]] : [])),
  );
  return (
    <FormContext
      value={{
        ...{ id: "own", values: ownFields, saved: ownFields, errors: {} },
        ...{ busy: false, sending: undefined, isDraft: false, touch: () => {} },
      }}
    >
      {fields.length > 0 && (
        <Panel title="Fields of the form" label="Fields of the form" id="own-fields">
          <div className="form form-2">
            {fields.map((field) => (
              <OwnFieldInput
                key={field.key}
                {...{ field, fields, certificateId }}
                values={ownFields}
                file={files.get(String(ownFields[field.key] ?? ""))}
                onValue={(value) => set(field.key, value)}
                onFile={(file) => {
                  attach(file);
                  set(field.key, file.id);
                }}
                onDetach={detach}
              />
            ))}
          </div>
        </Panel>
      )}
      <AttachmentsPanel
        certificateId={certificateId}
        attachments={attachments.filter(({ id }) => !inFields.has(id))}
        files={files}
        onAttach={attach}
        onDetach={detach}
        onCaption={(id, caption) =>
          onChange((before) => ({
            attachments: before.attachments.map((one) =>
              one.id === id ? { id, caption: caption || null } : one,
            ),
          }))
        }
      />
    </FormContext>
  );
}
