/** What people filled in, and the files that belong to a report. */

import { sizeText } from "../../size-text.ts";
import type { PaperContent } from "../document.ts";
import type { DocumentFile } from "../document-file.ts";
import type { FormBlock } from "../form.ts";
import { answerText } from "../own-fields.ts";
import { type Part, titled } from "./parts.ts";

type Typed<T extends FormBlock["type"]> = Extract<FormBlock, { type: T }>;

/** Whether paper can show it. */
export const isPicture = ({ mime }: Pick<DocumentFile, "mime">) =>
  mime === "image/jpeg" || mime === "image/png";

/** Fields of one's own: what was filled in, then pictures, then who signed by hand. */
export function ownParts(
  { heading, look, fields }: Typed<"own_fields">,
  { own_fields: all = [] }: PaperContent,
): Part[] {
  const answers = fields.flatMap(({ key }) => all.find((answer) => answer.key === key) ?? []);
  const facts = answers
    .map((answer) => ({ name: answer.label, text: answerText(answer) }))
    .filter(({ text }) => text !== null);
  const pictures = answers.flatMap(({ type, label, file }) =>
    type === "image" && file ? [{ file, caption: label }] : [],
  );
  const signed = answers.flatMap(({ type, label, value }) =>
    type === "signature" && typeof value === "string" ? [{ name: label, path: value }] : [],
  );
  return titled(heading, [
    ...(facts.length ? [{ is: look, facts }] : []),
    ...(pictures.length ? [{ is: "pictures" as const, pictures }] : []),
    ...(signed.length ? [{ is: "signed" as const, signed }] : []),
  ]);
}

/** Files that are attached; a picture that is shown is not listed again. */
export function attachmentParts(
  { heading, showsPictures }: Typed<"attachments">,
  { attachments = [] }: PaperContent,
): Part[] {
  const isShown = (file: DocumentFile) => showsPictures && isPicture(file);
  const pictures = attachments
    .filter(isShown)
    .map((file) => ({ file, caption: file.caption ?? file.name }));
  const columns = [
    { head: "File", grows: true },
    { head: "Size", isRight: true },
    { head: "SHA-256", grows: true },
  ];
  const rows = attachments
    .filter((file) => !isShown(file))
    .map(({ name, caption, bytes, sha256 }) => [
      caption ? `${caption}\n${name}` : name,
      sizeText(bytes),
      { text: sha256, isQuiet: true },
    ]);
  return titled(heading, [
    ...(rows.length ? [{ is: "table" as const, table: { columns, rows }, isDense: true }] : []),
    ...(pictures.length ? [{ is: "pictures" as const, pictures }] : []),
  ]);
}

/** A picture of the form. */
export const pictureParts = ({ picture, alt, width, align }: Typed<"image">): Part[] =>
  picture ? [{ is: "picture", file: picture, alt, width, align }] : [];
