import type { ReadingDb } from "./company-db.ts";
import type { Statement } from "./db.ts";

/** Reads what several parts of a page ask for in one batch, and gives each part the answers of its own statements. */
export async function readParts(
  db: Pick<ReadingDb, "read">,
  parts: readonly (readonly Statement[])[],
): Promise<unknown[][][]> {
  const [first, ...others] = parts.flat();
  const answers: unknown[][] = first ? await db.read(first, ...others) : [];
  let at = 0;
  return parts.map(({ length }) => {
    at += length;
    return answers.slice(at - length, at);
  });
}
