import { useRef, useState } from "react";
import { smallerPhoto } from "#app/offline/pictures.ts";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { WENT_WRONG } from "#app/ui/ask.ts";
import { Icon } from "#app/ui/icon.tsx";
import { storeFile } from "./store-file.ts";

/** A picture is made small enough for paper and for a slow line; a file stays as it is. */
async function madeSmaller(file: File): Promise<File> {
  if (!file.type.startsWith("image/")) return file;
  const blob = await smallerPhoto(file);
  return new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: blob.type });
}

/** Stores a file for a draft. @throws Error with a sentence for the person who chose it */
async function stored(certificateId: string, file: File): Promise<DocumentFile> {
  const small = await madeSmaller(file).catch(() => {
    throw new Error(`${file.name} is no picture that this browser can read`);
  });
  return storeFile(`/certificate-report/files/${certificateId}`, "file", small);
}

type Props = {
  certificateId: string;
  isPicture: boolean;
  /** What is chosen, as its accessible name says it. */
  name: string;
  onFile: (file: DocumentFile) => void;
};

/** Chooses a file and stores it; what is wrong with it is told beside it. */
export function FileButton({ certificateId, isPicture, name, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const add = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblem("");
    try {
      onFile(await stored(certificateId, file));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : WENT_WRONG);
    }
    setBusy(false);
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <label className="btn file-btn">
        <Icon name={isBusy ? "spin" : "plus"} spin={isBusy} />
        {isPicture ? "Add picture" : "Add file"}
        <span className="sr-only">: {name}</span>
        <input
          ref={input}
          className="sr-only"
          type="file"
          accept={isPicture ? "image/*" : ".pdf,.jpg,.jpeg,.png"}
          disabled={isBusy}
          onChange={({ target }) => void add(target.files?.[0])}
        />
      </label>
      <span className="error" role="status">
        {problem}
      </span>
    </>
  );
}

/** A file that is stored. */
export const StoredFile = ({ file, onRemove }: { file: DocumentFile; onRemove: () => void }) => (
  <span className="stored-file">
    {file.mime.startsWith("image/") && <img src={`/media/${file.id}`} alt="" loading="lazy" />}
    <a href={`/media/${file.id}`} target="_blank" rel="noreferrer">
      {file.name}
    </a>{" "}
    <span className="quiet">{sizeText(file.bytes)}</span>
    <button
      className="btn btn-icon btn-sm"
      type="button"
      aria-label={`Remove ${file.name}`}
      title={`Remove ${file.name}`}
      onClick={onRemove}
    >
      <Icon name="x" size="s" />
    </button>
  </span>
);
