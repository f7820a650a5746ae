import { de } from "./de.ts";
import { fr } from "./fr.ts";

/** What people who keep their lists in another language call a field: by the field's label, one plain word each. English stands with the columns. */
export type Synonyms = Readonly<Record<string, string>>;

const languages: readonly Synonyms[] = [de, fr];

/** What a field is called in other languages, as plain texts. @param label what a column calls the field */
export const synonymsOf = (label: string): string[] =>
  languages.flatMap((words) =>
    Object.hasOwn(words, label) ? (words[label] ?? "").split(" ") : [],
  );
