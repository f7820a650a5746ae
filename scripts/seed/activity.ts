import { activityLog } from "#drizzle/tenant/index.ts";
import type { Seeded } from "./assets.ts";
import type { Actor, Filling } from "./context.ts";
import { insert } from "./insert.ts";
import type { Named } from "./masters.ts";
import type { Report } from "./reports.ts";

type Entry = {
  at: number;
  actor: Actor;
  via: "web" | "import";
  action: string;
  entityKind: string;
  entityId: string;
  entityLabel: string;
  assetId: string;
  values: Record<string, unknown>;
};

/** Writes the activity log of the seeded devices and reports. */
export async function saveActivity(
  { db, companyId, random }: Filling,
  seeded: readonly Seeded[],
  reports: readonly Report[],
  admin: Actor,
  departments: readonly Named[],
): Promise<void> {
  const departmentNames = new Map(departments.map(({ id, name }) => [id, name]));
  const entered = seeded.map(({ asset }): Entry => {
    const { id, assetCode, name, make, model, serialNo, departmentId, room, createdAt } = asset;
    const department = departmentNames.get(departmentId);
    return {
      at: createdAt!,
      actor: admin,
      via: "import",
      action: "create.asset",
      entityKind: "asset",
      entityId: id,
      entityLabel: `${assetCode} ${name}`,
      assetId: id,
      values: { assetCode, name, make, model, serialNo, department, room },
    };
  });
  const written = reports.map((report): Entry => {
    const { id, assetId, at, author, serviceTicket, serviceOn, serviceType, ...more } = report;
    const { doneBy, totalCostMinor } = more;
    return {
      at,
      actor: author,
      via: "web",
      action: "create.service_report",
      entityKind: "service_report",
      entityId: id,
      entityLabel: serviceTicket,
      assetId,
      values: { serviceTicket, serviceOn, serviceType, doneBy, totalCostMinor },
    };
  });
  const rows = [...entered, ...written].map(({ actor, values, ...entry }) => ({
    ...entry,
    companyId,
    id: random.id(entry.at),
    actorKind: "user" as const,
    actorId: actor.id,
    actorName: actor.name,
    changes: Object.entries(values).flatMap(([field, to]) =>
      to == null ? [] : [{ field, from: null, to }],
    ),
    requestId: random.id(entry.at),
  }));
  await insert(db, activityLog, rows);
}
