import { useEffect, useRef, useState } from "react";
import { keepFile } from "#app/offline/keeping.ts";
import { smallerPhoto } from "#app/offline/pictures.ts";
import type { KeptFile, Store } from "#app/offline/store.ts";
import { fileField, MAX_FILES } from "#app/shared/report-rules.ts";
import { newKey } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";

const fields = ["media", ...Array.from({ length: MAX_FILES }, (_, at) => fileField(at))];

/** Photos of a report, kept on this device with its draft. */
export function RoundPhotos({ store, entryKey }: { store: Store; entryKey: string }) {
  const [files, setFiles] = useState<readonly KeptFile[]>([]);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void store.getAllFromIndex("files", "byEntry", entryKey).then(setFiles);
  }, [store, entryKey]);

  const add = async (chosen: FileList | null) => {
    setBusy(true);
    setProblem("");
    let kept = files;
    for (const photo of chosen ?? []) {
      const field = fields.find((name) => !kept.some((file) => file.field === name));
      if (!field) {
        setProblem(`A report can have at most ${fields.length} photos`);
        break;
      }
      try {
        const blob = await smallerPhoto(photo);
        const name = `photo-${fields.indexOf(field) + 1}.jpg`;
        const file = { id: newKey(), key: entryKey, field, name, blob };
        if (await keepFile(store, file)) kept = [...kept, file];
        else
          setProblem(
            "This device is full. The photo was not kept; the report and its earlier photos are. Send what waits, or remove an old round.",
          );
      } catch {
        setProblem(`${photo.name} is no photo that this browser can read`);
      }
    }
    setFiles(kept);
    setBusy(false);
    if (input.current) input.current.value = "";
  };
  const remove = async (id: string) => {
    await store.delete("files", id);
    setFiles(files.filter((file) => file.id !== id));
  };

  return (
    <section className="panel" aria-label="Photos">
      <div className="panel-body form">
        <div className="photos">
          {files.length > 0 && (
            <ul className="file-tiles">
              {files.map((file) => (
                <Tile key={file.id} file={file} onRemove={() => remove(file.id)} />
              ))}
            </ul>
          )}
          <label className="btn round-photo">
            <Icon name={isBusy ? "spin" : "plus"} spin={isBusy} />
            Photo
            <input
              ref={input}
              type="file"
              accept="image/*"
              multiple
              disabled={isBusy}
              onChange={(event) => void add(event.currentTarget.files)}
            />
          </label>
        </div>
        <p className="error round-problem" role="status">
          {problem}
        </p>
      </div>
    </section>
  );
}

function Tile({ file, onRemove }: { file: KeptFile; onRemove: () => void }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(file.blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file.blob]);
  return (
    <li>
      {url && <img src={url} alt={file.name} />}
      <button
        className="btn btn-icon btn-sm"
        type="button"
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <Icon name="x" size="s" />
      </button>
    </li>
  );
}
