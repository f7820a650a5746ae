import { Badge, Panel } from "#app/ui/page.tsx";
import { AgeText } from "#app/ui/time.tsx";
import type { Problem } from "#worker/domain/assets/problems.ts";

const over = new Set(["resolved", "closed", "cancelled", "closed_duplicate", "closed_condemned"]);
const sentence = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1).replaceAll("_", " ")}`;

/** What was reported about a device: nobody's words are stored unseen. */
export function Problems({ problems, now }: { problems: Problem[]; now: number }) {
  if (problems.length === 0) return null;
  return (
    <Panel title="Reported problems" className="problems">
      <ol className="history">
        {problems.map((problem) => (
          <li key={problem.id}>
            <p className="chips">
              <b className="code">{problem.number}</b>
              <Badge
                tone={over.has(problem.status) ? "hold" : "amber"}
                icon={over.has(problem.status) ? "check" : "call"}
              >
                {sentence(problem.status)}
              </Badge>
              {problem.equipmentDown && (
                <Badge tone="overdue" icon="cross">
                  Down
                </Badge>
              )}
              <span className="muted">
                <AgeText at={problem.reportedAt} now={now} /> ago, by{" "}
                {[problem.reportedByName, problem.reportedByPhone].filter(Boolean).join(", ")}
              </span>
            </p>
            <p className="said">{problem.problem}</p>
            {problem.photoId && (
              <a href={`/media/${problem.photoId}`} target="_blank" rel="noreferrer">
                <img
                  className="file-preview"
                  src={`/media/${problem.photoId}?size=medium`}
                  alt={`Sent with ${problem.number}`}
                  loading="lazy"
                />
              </a>
            )}
            {problem.remarks.length > 0 && (
              <ul className="changes">
                {problem.remarks.map((remark) => (
                  <li key={remark.id}>
                    <b>{remark.actorName}</b>{" "}
                    <span className="muted">
                      <AgeText at={remark.at} now={now} /> ago
                    </span>{" "}
                    {remark.note}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
