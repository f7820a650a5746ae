import { Icon } from "./icon.tsx";
import { ageText, TimeText } from "./time.tsx";

/** Something that happened to a record: the state it was in from then on, who did it, and what they wrote. */
type TimelineEntry = {
  id: string;
  at: number;
  state: string;
  by: string;
  note?: string | null;
  files?: readonly { href: string; name: string }[];
};

/** When the state that begins with an entry ended; null for a remark in a state, undefined while it lasts. */
function endOf(entries: readonly TimelineEntry[], at: number): number | null | undefined {
  const { state } = entries[at]!;
  if (entries[at - 1]?.state === state) return null;
  return entries.slice(at + 1).find((later) => later.state !== state)?.at;
}

/**
 * What happened to a record, in its order, and how long it stayed in each state.
 * @param isOver nothing more happens to it: its last state is not counted
 */
export function Timeline({
  entries,
  now,
  isOver,
}: {
  entries: readonly TimelineEntry[];
  now: number;
  isOver: boolean;
}) {
  return (
    <ol className="timeline">
      {entries.map(({ id, at, state, by, note, files = [] }, place) => {
        const end = endOf(entries, place);
        return (
          <li key={id}>
            <p>
              <b>{end === null ? "Remark" : state}</b>{" "}
              <span className="muted">
                <TimeText at={at} /> by {by}
                {typeof end === "number" && <>, for {ageText(at, end)}</>}
                {end === undefined && !isOver && <>, {ageText(at, now)} so far</>}
              </span>
            </p>
            {note && <p className="said">{note}</p>}
            {files.map((file) => (
              <a key={file.href} href={file.href} target="_blank" rel="noreferrer">
                <Icon name="file" />
                {file.name}
              </a>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
