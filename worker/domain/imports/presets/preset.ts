import type { MasterName } from "../masters.ts";

/** A column of another program's file. */
export type PresetColumn = {
  /** As the program heads it. */
  heading: string;
  /** As other versions or other lists of the program head it. */
  also?: readonly string[];
  /** The field it is here. A column without a field goes to the record's notes. */
  field?: string;
  /** A cell as the field takes it; an empty text leaves the field out. Not for fields that name another record. */
  read?: (text: string) => string;
  /** The cell is kept in the notes besides, as the field cannot say all of it. */
  isKept?: true;
  /** Why it does not come over. */
  out?: string;
};

/** What fills a field that the program leaves empty. */
export type Otherwise = { heading: string; prefix?: string };

/** A list of another program: how its file is known, and what its columns are here. */
export type Preset = {
  /** Its name in addresses. */
  name: string;
  program: string;
  /** What its rows are there: "assets". */
  things: string;
  /** The kind of import they are here. */
  kind: string;
  /** A file is known by all of the first headings and so many of the others. */
  known: { by: readonly string[]; and: readonly string[]; fewest: number };
  columns: readonly PresetColumn[];
  otherwise?: Readonly<Record<string, Otherwise>>;
  /** What new records have that no column says. */
  given?: Readonly<Record<string, string>>;
  /** Records that rows name and that are added with them, unless the person says otherwise. */
  missing?: readonly MasterName[];
  /** Rows as the program writes them, by heading. */
  sample: readonly Readonly<Record<string, string>>[];
};

/** A column that goes to the notes of its record. */
export const noted = (...headings: string[]): PresetColumn[] =>
  headings.map((heading) => ({ heading }));

/** Columns that stay behind, for one reason. */
export const left = (out: string, ...headings: string[]): PresetColumn[] =>
  headings.map((heading) => ({ heading, out }));
