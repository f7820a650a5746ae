import { sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  machines,
  procedures,
  reportPresets,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { ofFormer, procedureOfFormer } from "./begin-from.ts";
import { ofPreset } from "./begin-preset.ts";
import { requestLine } from "./requested.ts";

/** What the form of a new certificate begins with: the machine, or the earlier certificate, that its address names. @throws Response 403 */
export async function certificateChoices(session: Session, params: URLSearchParams) {
  const db = session.authorize("create-certificate-report");
  const from = params.get("from");
  const presetId = params.get("preset");
  const [[machine], [former], [procedure], [preset], [line]] = await db.read(
    db.byId(
      machines,
      sql`coalesce(${ofFormer(db, from, "machine_id")}, ${params.get("machine") ?? ""})`,
    ),
    db.byId(table, from ?? ""),
    db.byId(
      procedures,
      sql`coalesce(${ofPreset(db, presetId, "procedure_id")}, ${procedureOfFormer(db, from)})`,
    ),
    db.byId(reportPresets, presetId ?? ""),
    requestLine(db, params.get("line")),
  );
  const isOf = line !== undefined && line.machineId === machine?.id;
  return {
    today: dayIn(session.company.timeZone),
    preset: preset ? { id: preset.id, name: preset.name, kind: preset.kind } : null,
    former: former ? { id: former.id, name: former.name } : null,
    procedure: procedure
      ? { id: procedure.id, label: `${procedure.code} ${procedure.name}` }
      : null,
    line: isOf ? pick(line, ["id", "requestId", "requestNo"]) : null,
    machine: machine ? { id: machine.id, label: `${machine.machineNo} ${machine.name}` } : null,
  };
}
