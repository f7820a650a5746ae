import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";

export type BulkFailure = { id: string; label: string; reason: string };
type Props = {
  /** How many are done, and of how many. */
  at: number;
  total: number;
  isDone: boolean;
  /** "1 asset changed", of so many. */
  changed: string;
  same?: number;
  failed: readonly BulkFailure[];
  hrefOf: (id: string) => string;
};

const MOST_LISTED = 200;

/** How far something is that is done to many records, and which of them it could not be done to, and why. */
export function BulkProgress({ at, total, isDone, changed, same = 0, failed, hrefOf }: Props) {
  return (
    <>
      {!isDone && <progress className="progress" max={total} value={at} aria-label="Progress" />}
      <p role="status">
        {[
          isDone ? changed : `${at} of ${total} done`,
          isDone && same > 0 && plural(same, "1 was so already", "{n} were so already"),
          failed.length > 0 && `${failed.length} could not be changed`,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      {failed.length > 0 && (
        <ul className="fails">
          {failed.slice(0, MOST_LISTED).map(({ id, label, reason }) => (
            <li key={id}>
              {label ? <Link to={hrefOf(id)}>{label}</Link> : <span className="code">{id}</span>}:{" "}
              {reason}
            </li>
          ))}
          {failed.length > MOST_LISTED && <li>and {failed.length - MOST_LISTED} more</li>}
        </ul>
      )}
    </>
  );
}
