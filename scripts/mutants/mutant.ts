type Replacement = { from: string; to: string };

/** A fault put into one file, and the tests that must turn red by it. */
export type Mutant = Replacement & {
  name: string;
  file: string;
  /** A second place that must change with it, where one guard stands behind the other. */
  and?: Replacement;
  tests: string[];
  only?: string;
  /** Its tests run on `small-vitest.ts`. */
  isQuick?: true;
};

/** The source with the fault in it; null unless each text to replace stands there exactly once. */
export const mutated = (source: string, { from, to, and }: Mutant): string | null =>
  [{ from, to }, ...(and ? [and] : [])].reduce<string | null>(
    (text, part) =>
      text?.split(part.from).length === 2 ? text.replace(part.from, () => part.to) : null,
    source,
  );
