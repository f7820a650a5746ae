import { Link } from "react-router";
import type { Gap } from "#app/shared/calibration/procedure-gaps.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";

const MOST_SHOWN = 40;

type Props = {
  gaps: readonly Gap[] | null;
  onGo: (path: string) => void;
  /** Where the draft is submitted; null while something of it is not saved. */
  submitAt: string | null;
};

/** What the draft lacks before it can be submitted, each leading to its field. */
export function MissingPanel({ gaps, onGo, submitAt }: Props) {
  return (
    <Panel
      title="What is missing"
      flush
      actions={gaps && gaps.length > 0 && <span className="muted tn">{gaps.length}</span>}
    >
      <div role="status" className="sr-only">
        {gaps && plural(gaps.length, "1 thing is missing", "{n} things are missing")}
      </div>
      {gaps === null ? (
        <p className="panel-body muted">Looking...</p>
      ) : gaps.length === 0 ? (
        <Whole submitAt={submitAt} />
      ) : (
        <ul className="pr-missing">
          {gaps.slice(0, MOST_SHOWN).map(({ path, message, isToVerify }) => (
            <li key={path + message}>
              <button type="button" onClick={() => onGo(path)}>
                <Icon name={isToVerify ? "eye" : "alert"} size="s" />
                <span>{message}</span>
              </button>
            </li>
          ))}
          {gaps.length > MOST_SHOWN && (
            <li className="panel-body muted">
              {plural(gaps.length - MOST_SHOWN, "and 1 more", "and {n} more")}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

/** Of a draft that lacks nothing: the way on. */
const Whole = ({ submitAt }: Pick<Props, "submitAt">) =>
  submitAt === null ? (
    <p className="panel-body muted">Nothing. Save it, then submit it for review.</p>
  ) : (
    <div className="panel-body stack">
      <p className="muted">Nothing, and all of it is saved.</p>
      <Link className="btn" to={submitAt}>
        <Icon name="right" />
        Submit for review
      </Link>
    </div>
  );
