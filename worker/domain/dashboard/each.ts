import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Statement } from "../../db/db.ts";

type Named = readonly [block: string, statement: Statement];
type StatementsOf<N extends readonly Named[]> = { [K in keyof N]: N[K][1] };

/**
 * Reads the statements of blocks in one batch. Where that fails, each is read by itself, and what fails again is empty.
 * @returns the rows of each, and the blocks that could not be read
 */
export async function readEach<const N extends readonly [Named, ...Named[]]>(
  db: Pick<ReadingDb, "read">,
  named: N,
): Promise<{ results: Results<StatementsOf<N>>; failed: string[] }> {
  const statements = named.map(([, statement]) => statement) as [Statement, ...Statement[]];
  try {
    return { results: (await db.read(...statements)) as never, failed: [] };
  } catch (error) {
    // What was refused is no fault of a block: the session may be another one than was expected.
    if (error instanceof Response) throw error;
    console.error(error);
  }
  const failed = new Set<string>();
  const results = await Promise.all(
    named.map(async ([block, statement]) => {
      try {
        return (await db.read(statement))[0];
      } catch {
        failed.add(block);
        return [];
      }
    }),
  );
  return { results: results as never, failed: [...failed] };
}
