import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  activityLog,
  assets,
  consumerSites,
  consumers,
  machineEvents,
  machineModels,
  procedures,
  machines as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { labelled } from "../activity/labels.ts";
import { namedBy } from "../lists/more-columns.ts";
import { machineFlow } from "./machine-flow.ts";
import { hasAssets } from "./machine-proof.ts";

const MOST_EVENTS = 60;
const LATEST = 8;

/** What a machine points to, by name. */
const names = {
  consumerName: namedBy(consumers, consumers.name, table.consumerId),
  siteName: namedBy(consumerSites, consumerSites.name, table.consumerSiteId),
  modelName: namedBy(machineModels, machineModels.name, table.machineModelId),
  procedureName: namedBy(procedures, procedures.name, table.defaultProcedureId),
};
const namesOf = (db: ReadingDb, id: string) =>
  db
    .select(names)
    .from(table)
    .where(db.ofOwner(table, eq(table.id, id)))
    .limit(1);
const inMachine = (db: ReadingDb, id: string, column: "asset_id" | "machine_model_id") =>
  sql`(select ${sql.raw(`"named"."${column}"`)} from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
const assetOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(assets, ["id", "assetCode", "name"]))
    .from(assets)
    .where(db.ofOwner(assets, eq(assets.id, inMachine(db, id, "asset_id"))))
    .limit(1);
const parametersOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(machineModels, ["parameters"]))
    .from(machineModels)
    .where(db.ofOwner(machineModels, eq(machineModels.id, inMachine(db, id, "machine_model_id"))))
    .limit(1);
const eventsOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(machineEvents, ["id", "at", "status", "note", "actorName"]))
    .from(machineEvents)
    .where(db.ofOwner(machineEvents, eq(machineEvents.machineId, id)))
    .orderBy(desc(machineEvents.id))
    .limit(MOST_EVENTS);
const MOST_OF_ASSET = 60;
const logColumns = pick(activityLog, [
  ...(["id", "at", "actorKind", "actorName", "via", "action", "entityKind"] as const),
  ...(["entityId", "entityLabel", "changes", "reason"] as const),
]);
const logged = (db: ReadingDb, where: SQL) =>
  db
    .select(logColumns)
    .from(activityLog)
    .where(db.ofOwner(activityLog, where))
    .orderBy(desc(activityLog.id))
    .limit(LATEST);
/** Its newest entries in the log; those of an own asset are among the newest of the asset. */
const latestOf = (db: ReadingDb, id: string) => {
  const asset = inMachine(db, id, "asset_id");
  const ofAsset = sql`${activityLog.id} in (select "one"."id" from ${activityLog} as "one"
    where "one"."company_id" = ${db.companyId} and "one"."asset_id" = ${asset} order by "one"."id" desc limit ${sql.raw(String(MOST_OF_ASSET))})`;
  const itsOwn = and(eq(activityLog.entityKind, "machine"), eq(activityLog.entityId, id))!;
  return [
    logged(db, and(isNull(activityLog.assetId), eq(activityLog.entityId, id))!),
    logged(db, and(ofAsset, itsOwn)!),
  ] as const;
};
type Entry = { id: string };
const newest = <E extends Entry>(...lists: (readonly E[])[]): E[] =>
  lists
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, LATEST);

/** A machine's page: what it is, whose, when it is due, and what happened to it. One round trip. @throws Response 403, 404 */
export async function machineDetail(session: Session, id: string) {
  const db = session.authorize("view-machine");
  const [[row], [named], [asset], [model], events, latest, ofAsset] = await db.read(
    db.byId(table, id),
    namesOf(db, id),
    assetOf(db, id),
    parametersOf(db, id),
    eventsOf(db, id),
    ...latestOf(db, id),
  );
  const machine = row ?? notFound("machine");
  const ofModel = model?.parameters ?? [];
  return {
    machine: { ...machine, ...named! },
    asset: asset ?? null,
    parameters: machine.parameters ?? ofModel,
    differs: machine.parameters !== null,
    moves: machineFlow.movesOf(session, machine),
    events: [...events].reverse(),
    latest: newest(latest, ofAsset).map(labelled),
    today: dayIn(session.company.timeZone),
    now: Date.now(),
    may: {
      edit: session.can("edit-machine"),
      seesAssets: session.can("view-asset"),
      seesConsumers: session.can("view-consumer"),
      seesProcedures: session.can("view-procedure"),
    },
  };
}
export type MachineDetail = Awaited<ReturnType<typeof machineDetail>>;

/** What the form of a machine knows of the company and the person. */
export const machineFormFacts = (session: Session) => ({
  hasAssets: hasAssets(session.company) && session.can("view-asset"),
  mayAddModels: session.can("edit-machine"),
  today: dayIn(session.company.timeZone),
});

const modelOfAsset = (db: ReadingDb, id: string) => {
  const its = (column: "make" | "model") =>
    db
      .select({ word: assets[column] })
      .from(assets)
      .where(db.ofOwner(assets, eq(assets.id, id)));
  return db
    .select({ value: machineModels.id, label: machineModels.name })
    .from(machineModels)
    .where(
      db.ofOwner(
        machineModels,
        and(
          sql`${machineModels.manufacturer} = ${its("make")}`,
          sql`${machineModels.model} = ${its("model")}`,
          ...[isNull(machineModels.deletedAt), isNull(machineModels.archivedAt)],
        ),
      ),
    )
    .limit(1);
};

/** What the form of a machine takes over from the asset that it is, with its make and model where that is known. @throws Response 403, 404 */
export async function machineAssetFacts(session: Session, id: string) {
  const db = session.authorize("view-asset");
  const columns = pick(assets, ["name", "make", "model", "serialNo"]);
  const [[asset], [machineModel]] = await db.read(
    db
      .select(columns)
      .from(assets)
      .where(db.ofOwner(assets, eq(assets.id, id)))
      .limit(1),
    modelOfAsset(db, id),
  );
  const seesModels = (["view-machine", "create-machine", "edit-machine"] as const).some((one) =>
    session.can(one),
  );
  return {
    ...(asset ?? notFound("asset")),
    machineModel: (seesModels && machineModel) || null,
  };
}
export type MachineAssetFacts = Awaited<ReturnType<typeof machineAssetFacts>>;

/** A machine as its form opens it, with the names of what it points to. @throws Response 403, 404 */
export async function machineToEdit(session: Session, id: string) {
  const db = session.authorize("edit-machine");
  const [[row], [named], [asset], [model]] = await db.read(
    db.byId(table, id),
    namesOf(db, id),
    assetOf(db, id),
    parametersOf(db, id),
  );
  return {
    ...(row ?? notFound("machine")),
    ...named,
    assetName: asset ? `${asset.assetCode} ${asset.name}` : null,
    modelParameters: model?.parameters ?? [],
  };
}

/** The machine that an asset is, as a statement of its page's batch. */
export const machineOfAsset = fixed((db: ReadingDb, assetId) =>
  db
    .select({ id: table.id, machineNo: table.machineNo })
    .from(table)
    .where(db.ofOwner(table, and(eq(table.assetId, assetId), isNull(table.deletedAt))))
    .limit(1),
);
