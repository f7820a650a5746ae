/** The product's own procedures, for hospitals that have no screens of procedures: each is made where it is first measured by. */
import { eq, isNull, sql } from "drizzle-orm";
import { completeFromTemplate } from "#app/shared/calibration/complete-content.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { folded } from "#app/shared/folded.ts";
import type { Choice } from "#app/shared/list.ts";
import { newId } from "#drizzle/columns.ts";
import { procedureEvents, procedures, procedureVersions } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { keepsOwnStandards } from "../../inhouse-rights.ts";
import type { Session } from "../../session.ts";
import { builtIn } from "../calibration/built-in.ts";
import { versionTitle } from "../procedures/flow.ts";
import { procedures as procedureVerbs } from "../procedures/procedures.ts";

/** Who has approved a version that the product brings: no person. */
const BY_PRODUCT = "product";
const BUILT_IN = "built-in:";
const MOST_OFFERED = 20;

/** Whether the product has brought a version of a procedure. */
export const isBuiltIn = ({ approvedBy }: Pick<Row<typeof procedureVersions>, "approvedBy">) =>
  approvedBy === BY_PRODUCT;

/** The product's template of a key. */
export const templateOf = async (key: string): Promise<DeviceTemplate | undefined> =>
  (await builtIn()).templates.find((one) => one.key === key);

/** The template that a form's choice of a procedure names; null where it names a procedure, or the person chooses from those alone. */
export async function builtInChosen(
  session: Session,
  procedureId: string | null,
): Promise<DeviceTemplate | null> {
  if (!procedureId?.startsWith(BUILT_IN) || !keepsOwnStandards(session)) return null;
  return (await templateOf(procedureId.slice(BUILT_IN.length))) ?? null;
}

/** Adds the product's procedures to those of the company that a picker offers. */
export async function withBuiltIn(
  session: Session,
  q: string,
  offered: readonly Choice[],
): Promise<Choice[]> {
  if (!keepsOwnStandards(session)) return [...offered];
  const wanted = folded(q.trim());
  const names = new Set(offered.map(({ label }) => folded(label)));
  const { templates } = await builtIn();
  const more = templates
    .filter(({ device }) => folded(device).includes(wanted) && !names.has(folded(device)))
    .map(({ key, device }) => ({ value: `${BUILT_IN}${key}`, label: device, hint: "Built in" }));
  return [...offered, ...more].slice(0, MOST_OFFERED);
}

const madeFrom = (key: string) =>
  sql`${procedures.originKey} = ${key} and ${isNull(procedures.deletedAt)}`;
/** The procedure that was made of a template, as SQL of its id. */
export const procedureMadeFrom = (db: ReadingDb, key: string) =>
  sql`(select ${procedures.id} from ${procedures} where ${db.ofOwner(procedures, madeFrom(key))} order by ${procedures.id} limit 1)`;

type Rule = { id: string; name: string; kind: "simple" };

/**
 * A procedure of a template with its first version in force: complete, approved by the product and by no person. The batch stops where
 * somebody else has made it meanwhile.
 */
export function makingBuiltIn(db: CompanyDb, template: DeviceTemplate, rule: Rule, at: number) {
  const { actorId, actorName } = db.stamp;
  const [id, versionId] = [newId(at), newId(at)];
  const version = { ...completeFromTemplate(template, rule), id: versionId, versionNo: 1 };
  const code = `BI-${template.key.replaceAll("_", "-").toUpperCase()}`;
  const { writes, activity } = procedureVerbs.adding(db, id, {
    ...{ code, name: template.device },
    ...{ discipline: "medical", machineTypeId: null, accredited: false, originKey: template.key },
  });
  return {
    procedure: { id, code, originKey: template.key },
    version,
    writes: [
      db.assert("state", sql`not ${db.exists(procedures, madeFrom(template.key))}`),
      ...writes,
      db.inserting(procedureVersions, {
        ...{ ...version, procedureId: id, status: "active", authorIds: [] },
        ...{ approvedAt: at, approvedBy: BY_PRODUCT },
      }),
      db.inserting(procedureEvents, {
        ...{ procedureVersionId: versionId, status: "active", note: "Built in" },
        ...{ actorId, actorName, at },
      }),
      db.updating(procedures, eq(procedures.id, id), { currentVersionId: versionId }),
    ],
    activity: [
      activity,
      {
        ...{ action: "create.procedure_version", kind: "procedure_version", id: versionId },
        label: versionTitle(version),
      },
    ],
  };
}
