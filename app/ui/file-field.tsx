import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { sizeText } from "#app/shared/size-text.ts";
import { described, Field } from "./field.tsx";
import { FormContext, useField } from "./form-context.ts";
import { Icon } from "./icon.tsx";
import { useThumbnails } from "./thumbnails.ts";

type Props = {
  name: string;
  label: string;
  /** Endings without a dot: ["jpg", "png"]; all kinds of documents unless others are named. */
  accept?: string[];
  /** Bytes; 25 MB unless it is less. */
  maxSize?: number;
  required?: boolean;
  multiple?: boolean;
  /** The file that is stored now, and where a picture of it is shown from. */
  current?: { name: string; href: string; preview?: string | null } | null;
  /** Send two smaller sizes of a picture beside it. */
  thumbnails?: boolean;
  hint?: ReactNode;
  className?: string;
  /** Show "Reset" also while no file is chosen. */
  alwaysReset?: boolean;
  /** It has the cursor when the page is opened. */
  autoFocus?: boolean;
  onFiles?: (files: File[]) => void;
};

/** Endings of the files a record may have, without a dot. */
export const allowedEndings = [
  ...["jpg", "jpeg", "png", "pdf", "doc", "docx"],
  ...["mp4", "mov", "avi", "mkv", "webm", "wmv"],
];
const MOST_BYTES = 25 * 1024 * 1024;

const list = (names: string[]) => {
  const kinds = names.map((name) => name.toUpperCase());
  return kinds.length < 2 ? kinds.join() : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
};

/** The browser's own file choice, so that it works without scripts; with them: size, preview, "Reset" and an early no. */
export function FileField({
  name,
  label,
  accept = allowedEndings,
  maxSize = MOST_BYTES,
  required,
  multiple,
  current,
  thumbnails = false,
  hint,
  className,
  alwaysReset = false,
  autoFocus = false,
  onFiles,
}: Props) {
  const field = useField(name);
  const { touch } = useContext(FormContext);
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [refused, setRefused] = useState("");
  const [broken, setBroken] = useState<string | null>(null);
  const preview = usePreview(files[0]);
  useThumbnails(input, (thumbnails && files[0]) || null);

  const take = (chosen: File[]) => {
    const wrong = chosen.find(
      (file) => !accept.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`)),
    );
    const large = chosen.find((file) => file.size > maxSize);
    const no = wrong
      ? `${wrong.name} is not of an allowed type`
      : large
        ? `${large.name} is larger than ${sizeText(maxSize)}`
        : "";
    if (no && input.current) input.current.value = "";
    setRefused(no);
    setFiles(no ? [] : chosen);
    touch(name);
    onFiles?.(no ? [] : chosen);
  };
  // Chosen before the scripts came: known from now on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is there at first
  useEffect(() => {
    if (input.current?.files?.length) take([...input.current.files]);
  }, []);
  const reset = () => {
    if (input.current) input.current.value = "";
    take([]);
    input.current?.focus();
  };

  const shown = refused ? { ...field, errors: [refused] } : field;
  const kinds = accept === allowedEndings ? "Photo, PDF, Word or video" : list(accept);
  const limits = `${kinds}, up to ${sizeText(maxSize)}`;
  const help = hint ? (
    <>
      {limits}. {hint}
    </>
  ) : (
    limits
  );
  const image = preview ?? (files.length === 0 ? current?.preview : null);
  return (
    <Field field={shown} label={label} hint={help} required={required} className={className}>
      <div className="file">
        <Icon name="file" />
        <input
          {...described(shown, help, required)}
          ref={input}
          {...(autoFocus ? { autoFocus } : {})}
          className="name"
          type="file"
          data-most={maxSize}
          data-too-large={`The file is larger than ${sizeText(maxSize)}. Choose a smaller one.`}
          accept={accept.map((ending) => `.${ending}`).join(",")}
          multiple={multiple}
          onChange={(event) => take([...(event.currentTarget.files ?? [])])}
        />
        {files.length > 0 && (
          <span className="quiet nowrap">
            {sizeText(files.reduce((sum, file) => sum + file.size, 0))}
          </span>
        )}
        {(files.length > 0 || alwaysReset) && (
          <button className="btn btn-sm" type="button" disabled={!files.length} onClick={reset}>
            Reset
          </button>
        )}
      </div>
      {current && files.length === 0 && (
        <a className="file-now" href={current.href} target="_blank" rel="noreferrer">
          {current.name}
        </a>
      )}
      {image && image !== broken && (
        <img
          className="file-preview"
          src={image}
          onError={() => setBroken(image)}
          alt={`Preview of ${files[0]?.name ?? current?.name ?? label}`}
        />
      )}
    </Field>
  );
}

/** An address for a chosen picture, given back when it is no longer shown. */
function usePreview(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file || !/^image\/(jpeg|png|gif|webp)$/.test(file.type)) return setUrl(null);
    const preview = URL.createObjectURL(file);
    setUrl(preview);
    return () => URL.revokeObjectURL(preview);
  }, [file]);
  return url;
}
