import { useState } from "react";
import { useSubmit } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import {
  type ArchiveEntry,
  BrokenArchive,
  keepArchive,
  LARGEST_ARCHIVE,
  listOf,
  readArchive,
} from "./archive.ts";

type Props = { kind: string; most: number; problem: Refused | undefined };

/** Chooses an archive, whose list of files is looked at before any of them is sent. */
export function ArchiveUpload({ kind, most, problem }: Props) {
  const submit = useSubmit();
  const [trouble, setTrouble] = useState("");
  const [found, setFound] = useState<{
    file: File;
    entries: ArchiveEntry[];
    skipped: number;
  } | null>(null);
  const look = async ([file]: File[]) => {
    setTrouble("");
    setFound(null);
    if (!file) return;
    try {
      setFound({ file, ...(await readArchive(file, most)) });
    } catch (error) {
      setTrouble(
        error instanceof BrokenArchive
          ? error.message
          : "The archive could not be read. Try again.",
      );
    }
  };
  const send = () => {
    if (!found) return;
    keepArchive(found.file);
    const form = new FormData();
    form.set("kind", kind);
    form.set("file", new File([listOf(found.entries)], found.file.name, { type: "text/csv" }));
    submit(form, { method: "post", encType: "multipart/form-data" });
  };
  return (
    <Panel title="Bring in an archive">
      <PlainForm
        className="form"
        problem={problem}
        toldAtFields
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <noscript>
          <Note tone="amber">
            Reading an archive needs scripts. Without them, add each file at its asset.
          </Note>
        </noscript>
        <FileField
          name="archive"
          label="ZIP archive"
          accept={["zip"]}
          maxSize={LARGEST_ARCHIVE}
          hint="Each file is called by the code of its asset, such as MRI-0007 calibration certificate 2025.pdf, or lies in a folder of that name. You see which file goes where before anything is kept."
          onFiles={look}
        />
        {trouble && <Note tone="overdue">{trouble}</Note>}
        {found && (
          <p role="status">
            {plural(found.entries.length, "1 file was found.", "{n} files were found.")}{" "}
            {found.skipped > 0 &&
              plural(
                found.skipped,
                "1 folder or file of the system is left out.",
                "{n} folders and files of the system are left out.",
              )}
          </p>
        )}
        <div className="acts">
          <SubmitButton icon="eye" disabled={!found}>
            See where they go
          </SubmitButton>
        </div>
      </PlainForm>
    </Panel>
  );
}
