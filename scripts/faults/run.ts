import { openPlace, type Place } from "./place.ts";
import { clockRows } from "./rows/clock.ts";
import { databaseRows } from "./rows/databases.ts";
import { fileRows } from "./rows/files.ts";
import { keyRows } from "./rows/keys.ts";
import { killedRows } from "./rows/killed.ts";
import { queueRows } from "./rows/queues.ts";
import type { Line } from "./try.ts";

export { pageOf, tableOf } from "./table.ts";

/** Rows of the table, by the name under which they are asked for. */
export type Row = {
  fault: string;
  /** Among those that tests run: seconds. */
  isQuick?: true;
  run: (place: Place) => Promise<Line[]>;
};

const rows: readonly Row[] = [
  ...databaseRows,
  ...fileRows,
  ...queueRows,
  ...killedRows,
  ...clockRows,
  ...keyRows,
];

type Asked = {
  /** Only the quick rows. */
  isShort?: boolean;
  /** A pattern of faults. */
  only?: string;
  /** Called with each line as it is made. */
  told?: (line: Line) => void;
};

/** Runs the rows one after the other; after each, all companies must be sound. */
export async function runFaults({ isShort = false, only = "", told }: Asked = {}): Promise<Line[]> {
  const place = await openPlace();
  const lines: Line[] = [];
  try {
    for (const row of rows) {
      if ((isShort && !row.isQuick) || !new RegExp(only, "i").test(row.fault)) continue;
      const made = await row
        .run(place)
        .catch((error: Error): Line[] => [
          { fault: row.fault, did: "", saw: "", checked: "", wrong: [error.message] },
        ]);
      await place.well();
      await place.tick();
      const unsound = await place.unsound();
      made.at(-1)?.wrong.push(...unsound);
      for (const line of made) told?.(line);
      lines.push(...made);
    }
  } finally {
    await place.close();
  }
  return lines;
}
