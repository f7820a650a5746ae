import { Link } from "react-router";
import { callWord } from "#app/shared/call-words.ts";
import { durationText } from "#app/shared/duration.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Props = { detail: CallDetail };

/** Ended without work: what was said of the device is not what it was. */
const neverDown: readonly string[] = ["cancelled", "closed_duplicate"];

/** The calls of the device before this one. */
export function PreviousPanel({ detail: { previous, hasMorePrevious, asset, call } }: Props) {
  if (!previous.length) return null;
  return (
    <Panel
      title="Previous calls"
      actions={
        hasMorePrevious && <Link to={`/asset/detail/${asset.id}?tab=breakdown`}>All calls</Link>
      }
      flush
      foot={
        call.isRepeat && (
          <div className="note amber">
            <Icon name="alert" />
            <span>This fault came back. It counts as a repeat.</span>
          </div>
        )
      }
    >
      <ul className="row-list">
        {previous.map((one) => (
          <li key={one.id}>
            <div>
              <Link className="name two" to={`/asset-breakdown/${one.id}`}>
                {one.problem}
              </Link>
              <span className="line-2">
                <span className="code">{one.number}</span>
                {one.causeCode && `, ${callWord(one.causeCode).toLowerCase()}`}
              </span>
            </div>
            <span className="at">
              <TimeText at={one.reportedAt} />
              <br />
              {neverDown.includes(one.status)
                ? callRules.states[one.status]
                : !one.equipmentDown
                  ? "Not down"
                  : one.restoredAt
                    ? `${durationText(one.restoredAt - (one.failedAt ?? one.reportedAt))} down`
                    : "Down"}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How the same problem was solved on other devices of the model. */
export function SimilarPanel({ detail: { similar, asset } }: Props) {
  if (!similar.length) return null;
  return (
    <Panel title="Solved before" actions={<span className="muted">{asset.model}</span>} flush>
      <ul className="row-list">
        {similar.map((one) => (
          <li key={one.id}>
            <div>
              <Link className="name two" to={`/asset-breakdown/${one.id}`}>
                {one.problem}
              </Link>
              <span className="line-2">{one.resolution}</span>
            </div>
            <span className="at">
              <span className="code">{one.code}</span>
              <br />
              {callWord(one.causeCode)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
