import { Note } from "#app/ui/states.tsx";
import type { ImportPage } from "#worker/domain/imports/rows.ts";

const MOST_NAMED = 30;
const namedOf = (headings: readonly string[]) => headings.slice(0, MOST_NAMED).join(", ");

/** Which columns of the file go to the notes, and which do not come over. */
export function LeftColumns({ data }: { data: ImportPage }) {
  const { noted, notesLabel, left } = data;
  const reasons = new Map<string, string[]>();
  for (const { heading, why } of left) {
    const reason = why ?? "";
    reasons.set(reason, [...(reasons.get(reason) ?? []), heading]);
  }
  if (noted.length + left.length === 0) return null;
  return (
    <Note tone="info">
      {noted.length > 0 && `Kept as lines in ${notesLabel}: ${namedOf(noted)}.`}
      {left.length > 0 && (
        <ul className="changes">
          {[...reasons].map(([why, headings]) => (
            <li key={why}>
              {why ? `Left out: ${namedOf(headings)}. ${why}.` : `Left out: ${namedOf(headings)}.`}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
