import { inWords } from "#app/shared/in-words.ts";
import type { Proposal } from "#app/shared/measuring/instrument-taken.ts";
import { plural } from "#app/shared/plural.ts";

const MOST_SHOWN = 50;
const MOST_NAMES = 12;

/** Some names as a sentence has them, and how many more there are. */
function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0
    ? inWords([...names.slice(0, MOST_NAMES), plural(more, "1 more", "{n} more")])
    : inWords(names);
}

/** What of a file is not taken, and why. */
export function LeftList({ proposal }: { proposal: Proposal }) {
  const { left, leftMore, same, absent, unmapped } = proposal;
  const count = left.length + leftMore;
  return (
    <>
      {same > 0 && (
        <p className="muted">
          {plural(same, "1 value is typed already.", "{n} values are typed already.")}
        </p>
      )}
      {absent.length > 0 && (
        <p className="muted">{`Not in this procedure: ${namesText(absent)}.`}</p>
      )}
      {unmapped.length > 0 && <p className="muted">{`Not in the map: ${namesText(unmapped)}.`}</p>}
      {count > 0 && (
        <details>
          <summary>{plural(count, "1 is not taken", "{n} are not taken")}</summary>
          <ul className="ff-left">
            {left.slice(0, MOST_SHOWN).map(({ name, cell, rowNo, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file may be alike
              <li key={at}>
                <b>{name}</b>
                {cell && <code>{cell}</code>}
                {rowNo !== null && <small>{`Row ${rowNo}`}</small>}
                <span>{why}</span>
              </li>
            ))}
          </ul>
          {count > MOST_SHOWN && (
            <p className="muted">{plural(count - MOST_SHOWN, "and 1 more", "and {n} more")}</p>
          )}
        </details>
      )}
    </>
  );
}
