/**
 * The layout of a report: sections of blocks, in their order on paper. A form is kept as it is with each document it was used for, so that an
 * old certificate is drawn today as it was then.
 */
import type { DocumentFile } from "./document-file.ts";
import type { OwnField } from "./own-fields.ts";

/** Groups of facts of the head of a report. */
export const fieldGroups = [
  "laboratory",
  "title",
  "customer",
  "item",
  "dates",
  "references",
  "method",
  "conformity",
  "opinion",
  "deviations",
  "external_providers",
  "amendment",
] as const;
export type FieldGroup = (typeof fieldGroups)[number];

export const resultColumns = [
  "nominal",
  "limits",
  "value",
  "error",
  "u",
  "k",
  "guard",
  "rule",
  "verdict",
] as const;
export type ResultColumn = (typeof resultColumns)[number];

type Of<T extends string, More = unknown> = {
  /** Tells it from the others of its form. */
  id: string;
  type: T;
  /** Shown where this condition over the fields of the head holds; null: always. */
  when: string | null;
} & More;

/** One block of a form. */
export type FormBlock =
  | Of<"fields", { groups: readonly FieldGroup[] }>
  /** A text with tokens such as `{{item.serial_no}}`. */
  | Of<"text", { text: string; style: "plain" | "heading" | "small" }>
  | Of<
      "table.results",
      {
        heading: string | null;
        /** Keys of parameters; empty: each of those that no other table shows. */
        parameters: readonly string[];
        readings: "both" | "as_found" | "as_left";
        columns: readonly ResultColumn[];
      }
    >
  /** Readings up beside readings down, with the hysteresis between them. */
  | Of<"table.up_down", { heading: string | null; parameters: readonly string[] }>
  | Of<"table.safety", { heading: string | null }>
  | Of<"table.checklist", { heading: string | null }>
  | Of<"table.environment", { heading: string | null }>
  | Of<"table.standards", { heading: string | null }>
  | Of<"table.budget", { heading: string | null; parameters: readonly string[] }>
  | Of<
      "table.custom",
      {
        heading: string | null;
        columns: readonly string[];
        rows: readonly (readonly string[])[];
      }
    >
  /** Fields of one's own, as they were filled in on the report. */
  | Of<"own_fields", { heading: string | null; look: "list" | "grid"; fields: readonly OwnField[] }>
  /** A picture of the form, the same on every report. */
  | Of<
      "image",
      {
        picture: DocumentFile | null;
        /** What it shows, for those who do not see it. */
        alt: string;
        /** Millimetres. */
        width: number;
        align: "left" | "center" | "right";
      }
    >
  /** Files that are attached to the report: pictures as such, if they are to be shown, and a list of the others. */
  | Of<"attachments", { heading: string | null; showsPictures: boolean }>
  /** Errors with the tolerance and bars of U. */
  | Of<"chart", { heading: string | null; parameters: readonly string[] }>
  /** The company's statements of these keys; empty: all that the document has and no other block shows. */
  | Of<"statement", { heading: string | null; keys: readonly string[] }>
  | Of<"signatures">
  | Of<"qr">
  | Of<"end_mark">;
export type BlockType = FormBlock["type"];

export type FormSection = {
  id: string;
  title: string | null;
  when: string | null;
  blocks: readonly FormBlock[];
};
export type FormPage = {
  paper: "a4" | "letter";
  orientation: "portrait" | "landscape";
  /** Margins in millimetres. */
  margins: { top: number; right: number; bottom: number; left: number };
};
/** What a version of a form holds. */
export type FormLayout = { page: FormPage; sections: readonly FormSection[] };
export type ReportForm = { name: string; version_no: number } & FormLayout;
/** A company's form as a draft keeps it: with the form that it is a version of. */
export type ChosenForm = ReportForm & { form_id?: string | null };
