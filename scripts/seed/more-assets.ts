import { openDirect } from "../support/direct.ts";
import { newAsset, type Place, saveAssets } from "./assets.ts";
import { keyOfChecklist } from "./catalogue.ts";
import { recount, reportCounts } from "./counters.ts";
import { type DeviceType, deviceTypes } from "./devices.ts";
import type { Department } from "./masters.ts";
import { Random } from "./random.ts";
import { lastAssetRow, saveAssetSearch } from "./search.ts";

const PER_STEP = 20_000;
const HISTORY_MS = 3 * 365 * 86_400_000;

type Row = Record<string, string>;

/** Adds devices to a company that has masters, to measure with many of them. @returns how many were added */
export async function addAssets(slug: string, count: number): Promise<number> {
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`${slug} is no company`);
  const control = openDirect("companies", `slug = '${slug}'`);
  const shard = openDirect("company_profiles", `slug = '${slug}'`);
  try {
    const company = (await control.db
      .prepare("select id from companies where slug = ?")
      .bind(slug)
      .first<{ id: string }>())!;
    const place = await placeOf(control.db, shard.db, company.id);
    const types = deviceTypes.filter(({ category }) => place.categories.has(category));
    if (!types.length || !place.departments.length || !place.vendors.length)
      throw new Error(`${slug} has no masters for devices`);
    await shard.filling("assets", () => fill(shard.db, company.id, place, types, count));
    await recount(shard.db, company.id);
    await reportCounts(control.db, shard.db, company.id);
  } finally {
    control.close();
    shard.close();
  }
  return count;
}

async function fill(
  db: D1Database,
  companyId: string,
  place: Place,
  types: readonly DeviceType[],
  count: number,
): Promise<void> {
  const sequence = db
    .prepare(
      "select next_value as next from number_sequences where company_id = ? and key = 'asset'",
    )
    .bind(companyId);
  const { next } = (await sequence.first<{ next: number }>())!;
  const random = new Random(`assets:${companyId}:${next}`);
  const now = Date.now();
  const filling = { db, companyId, random, now, since: now - HISTORY_MS };
  const before = await lastAssetRow(db);
  const weighted = types.flatMap((type) => Array.from({ length: type.count }, () => type));
  for (let done = 0; done < count; done += PER_STEP) {
    const size = Math.min(PER_STEP, count - done);
    const devices = Array.from({ length: size }, (_, index) =>
      newAsset(filling, place, random.pick(weighted), next + done + index),
    );
    await saveAssets(db, devices);
    if (process.stdout.isTTY) process.stdout.write(`\r${done + size} of ${count} `);
  }
  await saveAssetSearch(db, companyId, before);
}

async function placeOf(control: D1Database, db: D1Database, companyId: string): Promise<Place> {
  const rowsOfCompany = async (sql: string) =>
    (await db.prepare(sql).bind(companyId).all<Row>()).results;
  const categories = await rowsOfCompany(
    "select id, name from categories where company_id = ? and deleted_at is null",
  );
  const departments = await rowsOfCompany(
    "select id, code, name, location_id as locationId, head_name as headName, head_phone as headPhone from departments where company_id = ? and deleted_at is null",
  );
  const vendors = await rowsOfCompany(
    "select id from vendors where company_id = ? and deleted_at is null",
  );
  const [team] = await rowsOfCompany(
    "select id from teams where company_id = ? and deleted_at is null limit 1",
  );
  const { results: lists } = await control
    .prepare(`select pm_checklists.id, machine_type_id as machineTypeId, machine_types.name as machineTypeName, machine_name as name
      from pm_checklists join machine_types on machine_types.id = machine_type_id`)
    .all<Row>();
  return {
    categories: new Map(categories.map(({ name, id }) => [name!, id!])),
    departments: departments as Department[],
    checklists: new Map(
      lists.map(({ id, machineTypeId, machineTypeName, name }) => [
        keyOfChecklist.get(name!) ?? "",
        {
          id: id!,
          machineTypeId: machineTypeId!,
          machineTypeName: machineTypeName!,
          name: name!,
          months: 12,
          checks: [],
        },
      ]),
    ),
    vendors: vendors.map(({ id }) => id!),
    teamId: team?.id ?? null,
  };
}
