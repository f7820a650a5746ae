import type { MeasuredChange } from "#app/shared/measuring/measured.ts";
import { plural } from "#app/shared/plural.ts";
import { Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";

const MOST_SHOWN = 8;

/** Where something was typed, as people read it. */
const placeText = (at: string) => at.replaceAll("_", " ").split(":").join(", ");

type Change = {
  id: string;
  at: number;
  actorName: string;
  reason: string | null;
  changes: readonly MeasuredChange[];
};

/** What was typed, corrected and by whom: the record of the measurement. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Panel title="What was typed" flush className="no-print">
      <ul className="change-list">
        {changes.map(({ id, at, actorName, reason, changes: all }) => (
          <li key={id}>
            <details>
              <summary>
                <TimeText at={at} /> {actorName}
                <span className="muted">{plural(all.length, "1 entry", "{n} entries")}</span>
                {reason && <span className="said">{reason}</span>}
              </summary>
              <ul className="differences">
                {all.slice(0, MOST_SHOWN * 10).map((one) => (
                  <li key={one.at}>
                    <b>{placeText(one.at)}</b> {one.from !== null && <del>{one.from}</del>}
                    {one.to !== null && <ins>{one.to}</ins>}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
