import { thumbnailNames, thumbnailPart } from "#app/shared/thumbnails.ts";

/** A file that a form brings, and the thumbnails the browser made of it, in the order of their sizes: null where one is missing. */
export type Upload = { file: File; thumbnails: (File | null)[] };

/** The file of a form's field; null when none was chosen. */
export const chosenFile = (value: FormDataEntryValue | null): File | null =>
  value instanceof File && value.size > 0 ? value : null;

/** Takes a field's file out of a form. A text stays in it, so that whoever reads the form refuses it by its name. */
function takePart(form: FormData, name: string): File | null {
  const value = form.get(name);
  if (typeof value === "string" && value) return null;
  form.delete(name);
  return chosenFile(value);
}

/** Takes the file of a form's field, with its thumbnails, out of the form; null when no file was chosen. */
export function takeUpload(form: FormData, field: string): Upload | null {
  const file = takePart(form, field);
  return (
    file && {
      file,
      thumbnails: thumbnailNames.map((size) => takePart(form, thumbnailPart(field, size))),
    }
  );
}

/** All files of a form's field, without thumbnails. */
export const uploadsOf = (form: FormData, field: string): Upload[] =>
  form.getAll(field).flatMap((value) => {
    const file = chosenFile(value);
    return file ? [{ file, thumbnails: [] }] : [];
  });

/** How many bytes an upload holds in all. */
export const bytesOf = ({ file, thumbnails }: Upload) =>
  thumbnails.reduce((sum, thumbnail) => sum + (thumbnail?.size ?? 0), file.size);
