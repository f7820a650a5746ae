import { Link } from "react-router";
import { concedable, type Gate, type GateProblem } from "#app/shared/measuring/gate-types.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";

/** The problems that are told of one gate; of more it says how many. */
const MOST_TOLD = 4;

/** Leads to the place where something is mended, and gives its first field the focus. */
function go(place: string) {
  const row =
    document.getElementById(place) ??
    document.getElementById(place.replace(/^as_(found|left)-/, "row-"));
  if (!row) return;
  row.scrollIntoView({ block: "center", behavior: "auto" });
  const field = row.matches("input, select, textarea")
    ? row
    : row.querySelector<HTMLElement>("input, select, textarea, button");
  (field as HTMLElement | null)?.focus({ preventScroll: true });
}

const Problem = ({ says, at }: GateProblem) => (
  <button type="button" className="btn-link" onClick={() => go(at)}>
    {says}
  </button>
);

/** A gate as it is shown; one that is only told keeps nobody. */
type Shown = Omit<Gate, "code"> & { code: string; isTold?: boolean };
type Props = {
  title: string;
  gates: readonly Shown[] | null;
  /** Where this person grants a concession; null where they do not. */
  concede: string | null;
  /** Concessions may be granted here at all. */
  isConcedable: boolean;
};

/** What must hold before a certificate is signed, live: each thing that is missing leads to its place. */
export function GatesPanel({ title, gates, concede, isConcedable }: Props) {
  const fine = gates?.filter(({ ok, isTold }) => ok || isTold).length ?? 0;
  const sorted = [...(gates ?? [])].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Panel
      title={title}
      actions={gates && <span className="muted tn">{`${fine} of ${gates.length}`}</span>}
      flush
    >
      {gates === null ? (
        <p className="muted m-loading">Reckoning...</p>
      ) : (
        <ul className="gates">
          {sorted.map(({ code, title, ok, problems, conceded, isTold }) => (
            <li key={code} className={ok || isTold ? undefined : "open"}>
              <div>
                <Icon name={ok ? "ok" : isTold ? "info" : "alert"} />
                <span>
                  <b>{title}</b>
                  {!ok &&
                    problems.slice(0, MOST_TOLD).map((problem) => (
                      <small key={problem.at + problem.says}>
                        <Problem {...problem} />
                      </small>
                    ))}
                  {!ok && problems.length > MOST_TOLD && (
                    <small>{`and ${problems.length - MOST_TOLD} more`}</small>
                  )}
                  {!ok && isConcedable && concedable.some((gate) => gate === code) && (
                    <small>
                      {concede ? (
                        <Link to={concede}>Grant a concession</Link>
                      ) : (
                        "Somebody else may grant a concession"
                      )}
                    </small>
                  )}
                  {conceded && <small>A concession lets it pass</small>}
                  {ok && <span className="sr-only">holds</span>}
                </span>
                <span className="code">{code}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
