import { useContext, useEffect, useRef, useState } from "react";
import { fileField, MAX_FILES, MOST_FILE_BYTES, tooManyFiles } from "#app/shared/report-rules.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { FieldNotes } from "#app/ui/field.tsx";
import { allowedEndings } from "#app/ui/file-field.tsx";
import { FormContext, fieldId, useField } from "#app/ui/form-context.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { addThumbnails } from "#app/ui/thumbnails.ts";
import type { StoredFile } from "./fields.tsx";

/** A file that is to be sent, with an address to show it from where it is a picture. */
export type ChosenFile = { key: number; file: File; preview: string | null };

const isPicture = (mime: string) => /^image\/(jpeg|png)$/.test(mime);
let last = 0;
const chosenOf = (file: File): ChosenFile => {
  last += 1;
  return {
    key: last,
    file,
    preview: isPicture(file.type) ? URL.createObjectURL(file) : null,
  };
};

type Props = {
  stored: readonly StoredFile[];
  chosen: readonly ChosenFile[];
  onChosen: (files: readonly ChosenFile[]) => void;
};

/** Files beside "Media file": each is shown small and can be taken away before saving. They are sent as `files[i]`. */
export function MoreFiles({ stored, chosen, onChosen }: Props) {
  const field = useField("files");
  const removing = useField("remove_files");
  const { id, touch } = useContext(FormContext);
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState<readonly string[]>(() =>
    removing.text.split(",").filter(Boolean),
  );
  const [refused, setRefused] = useState("");
  const kept = stored.filter((file) => !removed.includes(file.id));
  const room = MAX_FILES - kept.length - chosen.length;

  useEffect(() => {
    const form = input.current?.form;
    if (!form || chosen.length === 0) return;
    const listening = new AbortController();
    const files = chosen.map(({ file }, at) => ({ file, field: fileField(at) }));
    form.addEventListener(
      "formdata",
      ({ formData }) => {
        for (const { file, field } of files) formData.append(field, file, file.name);
      },
      { signal: listening.signal },
    );
    for (const { file, field } of files) addThumbnails(form, field, file, listening.signal);
    return () => listening.abort();
  }, [chosen]);

  const take = (files: File[]) => {
    if (input.current) input.current.value = "";
    const wrong = files.find(
      ({ name }) => !allowedEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)),
    );
    const bytes = [...chosen.map(({ file }) => file), ...files].reduce(
      (sum, { size }) => sum + size,
      0,
    );
    const no = wrong
      ? `${wrong.name} is not of an allowed type`
      : files.length > room
        ? tooManyFiles
        : bytes > MOST_FILE_BYTES
          ? `Files can have at most ${sizeText(MOST_FILE_BYTES)} together`
          : "";
    setRefused(no);
    if (no) return;
    onChosen([...chosen, ...files.map(chosenOf)]);
    touch();
  };
  const drop = (gone: ChosenFile) => {
    if (gone.preview) URL.revokeObjectURL(gone.preview);
    setRefused("");
    onChosen(chosen.filter((other) => other !== gone));
    input.current?.focus();
  };

  // Its files are sent by scripts alone; without them there is "Media file".
  if (!isHydrated) return null;
  return (
    <div className="field">
      <label className="label" htmlFor={fieldId(id, "files")}>
        More photos and files
      </label>
      {stored.length > 0 && <input type="hidden" name="remove_files" value={removed.join(",")} />}
      {kept.length + chosen.length > 0 && (
        <ul className="file-tiles">
          {kept.map((file) => (
            <Tile
              key={file.id}
              name={file.fileName}
              href={`/media/${file.id}`}
              preview={isPicture(file.mime) ? `/media/${file.id}?size=medium` : null}
              onRemove={() => {
                setRemoved([...removed, file.id]);
                touch();
              }}
            />
          ))}
          {chosen.map((file) => (
            <Tile
              key={file.key}
              name={file.file.name}
              preview={file.preview}
              onRemove={() => drop(file)}
            />
          ))}
        </ul>
      )}
      <div className="file">
        <Icon name="file" />
        <input
          ref={input}
          id={fieldId(id, "files")}
          className="name"
          type="file"
          multiple
          disabled={room <= 0}
          accept={allowedEndings.map((ending) => `.${ending}`).join(",")}
          onChange={(event) => take([...(event.currentTarget.files ?? [])])}
        />
      </div>
      <FieldNotes
        field={refused ? { ...field, errors: [refused] } : field}
        hint={`Up to ${MAX_FILES} files, ${sizeText(MOST_FILE_BYTES)} together`}
      />
    </div>
  );
}

type TileProps = { name: string; href?: string; preview: string | null; onRemove: () => void };

function Tile({ name, href, preview, onRemove }: TileProps) {
  const shown = preview ? <img src={preview} alt={name} /> : <span>{name}</span>;
  return (
    <li>
      {href ? (
        <a href={href} target="_blank" rel="noreferrer">
          {shown}
        </a>
      ) : (
        shown
      )}
      <button
        className="btn btn-icon btn-sm"
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        <Icon name="x" size="s" />
      </button>
    </li>
  );
}
