import { and, eq, isNull } from "drizzle-orm";
import { type AssetCommand, assetRules, impossible } from "#app/shared/asset-states.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row, Statement } from "../../db/db.ts";
import { conflict, forbidden, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { type Asked, commandInputs } from "./command-inputs.ts";
import { commandWork } from "./command-work.ts";
import { recounting } from "./effects.ts";
import { logged } from "./proof.ts";
import { remarkedAsset } from "./searching.ts";

type Device = Row<typeof assets> & { details: Row<typeof assetDetails> | undefined };
/** What a command is given: the device as it was read, the form, and what its own reads found. */
export type Given<C extends AssetCommand> = {
  db: CompanyDb;
  session: Session;
  before: Device;
  values: Asked<C>;
  today: string;
  at: number;
  found: unknown[];
};
/** What a command does: new values of the device, further statements, and how the log names what it points to. */
export type Done = {
  asset?: Record<string, unknown>;
  details?: Record<string, unknown>;
  writes?: Statement[];
  also?: Activity[];
  names?: { before: Record<string, string | null>; after: Record<string, string | null> };
  message: string;
};

/**
 * Changes a device's state or place by one of its commands.
 * @param version the one the form was opened with, when given
 * @throws Response 403, 404, 409 when the state does not allow it or someone was first, 422
 */
export async function commandAsset(
  session: Session,
  id: string,
  command: AssetCommand,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const rule = assetRules[command];
  const db = session.authorize(rule.by);
  if ("isAdminOnly" in rule && session.type !== "Admin") forbidden();
  const values = checked(commandInputs[command], input);
  const work = commandWork[command];
  const [[row], [details], ...found] = await db.read(
    db
      .select()
      .from(assets)
      .where(db.mine(assets, and(eq(assets.id, id), isNull(assets.deletedAt))))
      .limit(1),
    db
      .select()
      .from(assetDetails)
      .where(db.mine(assetDetails, eq(assetDetails.id, id)))
      .limit(1),
    ...(work.reads?.(db, id, values as never) ?? []),
  );
  if (!row) return notFound("asset");
  const { qrToken: _, ...newer } = row;
  if (version !== undefined && version !== "" && Number(version) !== row.version) stale(newer);
  const no = impossible(command, row);
  if (no) conflict(no);

  const at = Date.now();
  const given = {
    db,
    session,
    before: { ...row, details },
    values,
    today: dayIn(session.company.timeZone, at),
    at,
    found,
  };
  const {
    asset = {},
    details: rest = {},
    writes = [],
    also = [],
    names,
    message,
  } = work.run(given as never);
  const to = "to" in rule ? { lifecycle: rule.to } : {};
  const changed = { ...asset, ...to };
  const update = db.updating(assets, eq(assets.id, id), changed);
  return db.commit({
    writes: [
      db.assert(
        "state",
        db.exists(
          assets,
          and(eq(assets.id, id), eq(assets.version, row.version), isNull(assets.deletedAt))!,
        ),
      ),
      ...writes,
      ...(work.isCounted ? recounting(db, [id], update) : [update]),
      remarkedAsset(db, id),
      ...(Object.keys(rest).length
        ? [db.updating(assetDetails, eq(assetDetails.id, id), rest)]
        : []),
    ],
    activity: [
      {
        action: `${command.replace("-", "_")}.asset`,
        kind: "asset",
        id,
        assetId: id,
        label: `${row.assetCode} ${row.name}`,
        changes: changesBetween(
          logged({ ...details, ...row }, names?.before ?? {}),
          logged({ ...changed, ...rest }, names?.after ?? {}),
        ),
        reason: (values as { reason?: string | null }).reason ?? null,
      },
      ...also,
    ],
    answer: { status: 200, message, data: { id } },
  });
}
