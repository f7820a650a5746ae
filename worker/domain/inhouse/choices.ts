import { sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { assets, procedures, inhouseCalibrations as table } from "#drizzle/tenant/index.ts";
import { keepsOwnStandards } from "../../inhouse-rights.ts";
import type { Session } from "../../session.ts";
import { openCalibrations } from "../due/calibrated.ts";
import { procedureOf } from "../measurement/reads.ts";
import { own } from "./record-reads.ts";

/** What the form of a new in-house calibration begins with: the device, or the earlier one, that its address names. @throws Response 403 */
export async function inhouseChoices(session: Session, params: URLSearchParams) {
  const db = session.authorize("create-inhouse-calibration");
  const from = params.get("from");
  const assetId = sql`coalesce(${own(db, from, "asset_id")}, ${params.get("asset") ?? ""})`;
  const [[asset], [former], [procedure], planned] = await db.read(
    db.byId(assets, assetId),
    db.byId(table, from ?? ""),
    db.byId(procedures, procedureOf(db, own(db, from, "measurement_set_id"))),
    openCalibrations(db, assetId),
  );
  return {
    today: dayIn(session.company.timeZone),
    former: former ? { id: former.id, name: former.inhouseNo } : null,
    procedure: procedure
      ? { id: procedure.id, label: `${procedure.code} ${procedure.name}` }
      : null,
    asset: asset ? { id: asset.id, label: `${asset.assetCode} ${asset.name}` } : null,
    planned: asset ? planned : [],
    choosesBuiltIn: keepsOwnStandards(session),
  };
}
