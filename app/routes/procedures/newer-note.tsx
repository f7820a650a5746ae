import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import { procedureDifferences } from "#app/shared/calibration/procedure-differences.ts";
import { plural } from "#app/shared/plural.ts";
import { contentOf, type Draft } from "./editing.ts";

export type Newer = {
  version: number;
  methodReference: string;
  decisionRuleId: string | null;
  content: ProcedureContent;
};
const MOST_SHOWN = 20;

/** Somebody saved the draft first: how theirs differs from what is typed here, and the choice between the two. */
export function NewerNote({ newer, draft }: { newer: Newer; draft: Draft }) {
  const differences = procedureDifferences(
    { ...newer, ruleName: newer.decisionRuleId },
    {
      methodReference: draft.methodReference,
      ruleName: draft.decisionRuleId || null,
      content: contentOf(draft),
    },
  );
  return (
    <section className="panel panel-body stack" aria-label="The newer draft">
      <p>
        {plural(
          differences.length,
          "The newer draft and yours differ in 1 place.",
          "The newer draft and yours differ in {n} places.",
        )}
      </p>
      <ul className="differences">
        {differences.slice(0, MOST_SHOWN).map(({ where, from, to }) => (
          <li key={where + from + to}>
            <b>{where}</b> {from !== null && <del>{from || "empty"}</del>}
            {to !== null && <ins>{to || "empty"}</ins>}
          </li>
        ))}
      </ul>
    </section>
  );
}
