import { Link } from "react-router";
import {
  countsOf,
  partRules,
  partWords,
  type ScoreWeights,
  scoreParts,
} from "#app/shared/replacement.ts";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { replacementScores } from "#drizzle/tenant/replacement.ts";
import { GradeBadge, percentText } from "./words.tsx";

export type Score = typeof replacementScores.$inferSelect & { weights: ScoreWeights };
const percent = (share: number) => `${Math.round(100 * share)} %`;

/** What the replacement score of a device is made of, and how much each part counts. */
export function ScorePanel({ score }: { score: Score }) {
  const counts = countsOf(score.parts, score.weights);
  return (
    <Panel
      title={`Replacement score ${score.score}`}
      actions={<GradeBadge grade={score.grade} />}
      foot={
        <span className="muted">
          Each part counts by its weight in the settings, beside those that are known. Counted on{" "}
          <DateText on={score.countedOn} />. <Link to="/replacement">All scores</Link>
        </span>
      }
    >
      <DefinitionList
        entries={[
          ...scoreParts.map((part): [string, string] => [
            partWords[part],
            score.parts[part] === null
              ? "n/a, not counted"
              : `${score.parts[part]}, counts ${percent(counts[part])}. ${partRules[part]}`,
          ]),
          ["Service cost of price a year", percentText(score.costRatioBp)],
          [
            "Life or support ends",
            score.endsOn ? <DateText key="ends" on={score.endsOn} /> : "n/a",
          ],
        ]}
      />
    </Panel>
  );
}
