import { type Signing, whyNotSign } from "#app/shared/calibration/may-sign.ts";
import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import type { Session } from "#worker/session.ts";
import { dayAt } from "../working-day/day.ts";
import type { Bench } from "./bench.ts";

/** What of a procedure decides who may sign, and which standards it asks for. */
export type InForce = {
  id: string;
  accredited: boolean;
  discipline: string;
  content: ProcedureContent;
};

/** The version of a template's procedure that is in force; null where there is none. */
export async function inForce(
  { db, companyId, ids }: Bench,
  template: string,
): Promise<InForce | null> {
  const row = await db
    .prepare(
      `select p.id, p.accredited, p.discipline, v.content from procedures as p join procedure_versions as v
        on v.company_id = p.company_id and v.id = p.current_version_id where p.company_id = ? and p.id = ?`,
    )
    .bind(companyId, ids.procedures.get(template) ?? "")
    .first<{ id: string; accredited: number; discipline: string; content: string }>();
  return row && { ...row, accredited: row.accredited === 1, content: JSON.parse(row.content) };
}

type Row = { user_id: string; roles: string; disciplines: string; parameters: string } & Record<
  "status" | "valid_from" | "valid_until",
  string
>;
const SIGNATURES =
  "select user_id, roles, disciplines, parameters, status, valid_from, valid_until from signatures where company_id = ? and deleted_at is null";

export type Signers = Record<"calibrated" | "checked" | "approved" | "authorised", Session>;

/**
 * Who signs a certificate by this procedure: whoever measures, checks and approves is another person each time.
 * @param turn whose turn it is where several may
 */
export async function signersOf(
  bench: Bench,
  { discipline, content }: InForce,
  turn: number,
): Promise<Signers | null> {
  const { db, companyId, engineers, head, quality } = bench;
  const { results } = await db.prepare(SIGNATURES).bind(companyId).all<Row>();
  const on = dayAt(Date.now());
  const may = (who: Session, role: string) => {
    const row = results.find((one) => one.user_id === who.actor.userId);
    if (!row) return false;
    const signature: Signing = {
      ...{ status: row.status as Signing["status"], roles: JSON.parse(row.roles) },
      ...{ disciplines: JSON.parse(row.disciplines), parameters: JSON.parse(row.parameters) },
      ...{ validFrom: row.valid_from, validUntil: row.valid_until },
    };
    const parameters = content.parameters.map(({ name }) => name);
    return whyNotSign(signature, { role, discipline, parameters, on }) === null;
  };
  const turned = <T>(list: readonly T[]) => list.map((_, nth) => list[(nth + turn) % list.length]!);
  const others = [...turned(engineers), quality, head];
  for (const calibrated of others.filter((who) => may(who, "calibrated_by")))
    for (const checked of others.filter((who) => who !== calibrated && may(who, "checked_by"))) {
      const free = [quality, head].filter((who) => who !== calibrated && who !== checked);
      const approved = free.find((who) => may(who, "approved_by"));
      const authorised = [head, quality].find(
        (who) => who !== calibrated && may(who, "authorised_signatory"),
      );
      if (approved && authorised) return { calibrated, checked, approved, authorised };
    }
  return null;
}
