import { and, asc, isNull } from "drizzle-orm";
import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import type { KnownRule } from "#app/shared/calibration/procedure-gaps.ts";
import { pick } from "#app/shared/pick.ts";
import { decisionRules } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { notFound } from "../../refusals.ts";

/** So many decision rules are offered. */
const MOST_RULES = 100;

/** The decision rules that versions may name, as a statement of a read. */
export const rulesQuery = (db: ReadingDb) =>
  db
    .select(pick(decisionRules, ["id", "code", "name", "kind", "guardFactor", "riskLimit"]))
    .from(decisionRules)
    .where(
      db.ofOwner(
        decisionRules,
        and(isNull(decisionRules.deletedAt), isNull(decisionRules.archivedAt)),
      ),
    )
    .orderBy(asc(decisionRules.name))
    .limit(MOST_RULES);
export type OfferedRule = Awaited<ReturnType<typeof rulesQuery>>[number];

type Ruled = { decisionRuleId: string | null; content: ProcedureContent };
/** Every decision rule that a version names. */
const namedRules = ({ decisionRuleId, content }: Ruled): Set<string> =>
  new Set(
    [
      decisionRuleId,
      ...content.parameters.flatMap(({ points }) => points.map((point) => point.decisionRuleId)),
    ].filter((id) => id !== null),
  );

/** Refuses a rule that the company does not have, unless the version named it before. @throws Response 404 */
export function proveRules(sent: Ruled, before: Ruled | null, rules: readonly KnownRule[]): void {
  const known = new Set([...rules.map(({ id }) => id), ...(before ? namedRules(before) : [])]);
  for (const id of namedRules(sent)) if (!known.has(id)) notFound("decision rule");
}
