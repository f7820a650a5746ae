import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import { addDays, addMonths, dayOf } from "./calendar.ts";
import type { Checklist } from "./catalogue.ts";
import type { Filling } from "./context.ts";
import type { DeviceType } from "./devices.ts";
import { insert } from "./insert.ts";
import type { Department } from "./masters.ts";
import { savePlans } from "./plans.ts";
import type { Random } from "./random.ts";

type Asset = typeof assets.$inferInsert & {
  id: string;
  assetCode: string;
  name: string;
  purchaseOn: string;
  condition: "working" | "working_limited" | "not_working";
};
type Details = typeof assetDetails.$inferInsert;
export type Seeded = { asset: Asset; type: DeviceType; checklist: Checklist | undefined };

export type Place = {
  categories: ReadonlyMap<string, string>;
  departments: readonly Department[];
  checklists: ReadonlyMap<string, Checklist>;
  /** Ids of the vendors that devices are bought from. */
  vendors: readonly string[];
  teamId: string | null;
};

/** The day of the next PM: overdue, within a month, or later. */
function nextPm(random: Random, today: string, months: number): string {
  const when = random.weighted({ overdue: 11, soon: 19, later: 70 });
  const days =
    when === "overdue"
      ? -random.int(1, 40)
      : when === "soon"
        ? random.int(0, 30)
        : random.int(31, Math.max(32, months * 30));
  return addDays(today, days);
}

const rooms: Record<string, (random: Random) => string> = {
  ICU: (random) => `Bed ${random.int(1, 12)}`,
  NIC: (random) => `Bay ${random.int(1, 8)}`,
  DIA: (random) => `Station ${random.int(1, 12)}`,
  ER: (random) => random.pick(["Triage", "Resuscitation", "Bay 1", "Bay 2", "Bay 3"]),
};
const roomIn = (code: string, random: Random) =>
  (
    rooms[code.slice(0, 3)] ?? (/^[WM]/.test(code) ? () => `Room ${random.int(1, 24)}` : () => null)
  )(random);

/** Seven digits without a visible order, different for each number. */
const serialOf = (number: number) =>
  String((number * 3_141_593 + 2_718_281) % 10_000_000).padStart(7, "0");
const codeOf = (number: number) => `AST-${String(number).padStart(5, "0")}`;

/** One device of a type, bought within its expected life, and the rest of its data. */
export function newAsset(
  { companyId, random, now, since }: Filling,
  place: Place,
  type: DeviceType,
  number: number,
): Seeded & { details: Details } {
  const today = dayOf(now);
  const { make, model, thousandRupees } = random.pick(type.models);
  const code = random.pick(type.homes);
  const department =
    place.departments.find((department) => department.code === code) ??
    random.pick(place.departments);
  const checklist = type.checklist ? place.checklists.get(type.checklist) : undefined;
  const purchaseOn = addDays(today, -random.int(60, Math.min(type.life, 9) * 350));
  const putToUseOn = addDays(purchaseOn, random.int(10, 45));
  const warrantyEndOn = addDays(addMonths(putToUseOn, random.pick([12, 24, 24, 36])), -1);
  const bought = Date.parse(purchaseOn);
  const createdAt = Math.max(since, bought) + random.int(0, 20 * 86_400_000);
  const id = random.id(createdAt);
  const cost = Math.round(thousandRupees * (0.9 + random.next() * 0.22)) * 1000_00;
  const isNew = purchaseOn > addDays(today, -150);
  const lifecycle =
    isNew && random.chance(0.35) ? "received" : random.weighted({ in_service: 94, standby: 6 });
  const [emFunction, emRisk, emMaint] = type.em;
  const asset: Asset = {
    companyId,
    id,
    createdAt,
    updatedAt: createdAt,
    assetCode: codeOf(number),
    name: type.name,
    make,
    model,
    serialNo: `${make
      .replace(/[^A-Za-z]/g, "")
      .slice(0, 2)
      .toUpperCase()}${purchaseOn.slice(2, 4)}-${serialOf(number)}`,
    qrToken: random.hex(32),
    categoryId: place.categories.get(type.category)!,
    machineTypeId: checklist?.machineTypeId ?? null,
    machineTypeName: checklist?.machineTypeName ?? null,
    criticality: type.criticality,
    emFunction,
    emRisk,
    emMaint,
    emScore: emFunction + emRisk + emMaint,
    departmentId: department.id,
    locationId: department.locationId,
    room: roomIn(department.code, random),
    inChargeName: department.headName,
    inChargePhone: department.headPhone,
    teamId: place.teamId,
    lifecycle,
    condition:
      lifecycle === "in_service"
        ? random.weighted({ working: 92, working_limited: 5, not_working: 3 })
        : "working",
    ownership: random.weighted({ owned: 92, placement: 4, donated: 2, leased: 2 }),
    vendorId: random.pick(place.vendors),
    purchaseOn,
    purchaseCostMinor: cost,
    isCostEstimated: random.chance(0.04),
    putToUseOn: lifecycle === "received" ? null : putToUseOn,
    warrantyStartOn: putToUseOn,
    warrantyEndOn,
    endOfSupportOn: random.chance(0.2) ? addMonths(purchaseOn, type.life * 12) : null,
    calRequired: type.calibrated,
    nextPmOn: nextPm(random, today, type.pmMonths),
    nextCalOn: type.calibrated ? addDays(today, random.int(-20, 340)) : null,
    coverKind: warrantyEndOn >= today ? "warranty" : null,
    coverUntil: warrantyEndOn >= today ? warrantyEndOn : null,
  };
  return { asset, type, checklist, details: detailsOf(random, asset, type, cost) };
}

function detailsOf(
  random: Random,
  { companyId, id, createdAt, updatedAt, purchaseOn, putToUseOn }: Asset,
  type: DeviceType,
  cost: number,
): Details {
  return {
    companyId,
    id,
    createdAt,
    updatedAt,
    poNo: `PO-${purchaseOn.slice(0, 4)}-${random.digits(4)}`,
    invoiceNo: `INV/${purchaseOn.slice(2, 4)}/${random.digits(5)}`,
    invoiceOn: purchaseOn,
    taxMinor: Math.round(cost * 0.12),
    funding: random.weighted({ capex: 88, grant: 6, lease: 4, opex: 2 }),
    manufacturedOn: addDays(purchaseOn, -random.int(40, 240)),
    installedOn: putToUseOn ? addDays(putToUseOn, -random.int(0, 9)) : null,
    commissionedOn: putToUseOn ?? null,
    expectedLifeYears: type.life,
    depMethod: "slm",
    usefulLifeMonths: type.life * 12,
    salvageMinor: Math.round(cost * 0.05),
    nomenclatureSystem: "none",
    power: type.watts ? `${type.watts} W` : null,
    voltage: type.watts ? (type.watts > 10_000 ? "415 V 3~ 50 Hz" : "230 V 50 Hz") : null,
    softwareVersion:
      type.watts && random.chance(0.5)
        ? `${random.int(1, 6)}.${random.int(0, 9)}.${random.int(0, 20)}`
        : null,
    appliedPart: type.part,
    protectionClass: type.watts ? "I" : "internal",
  };
}

/** As many devices as each type counts, numbered by the date they were added. */
export function newAssets(
  filling: Filling,
  place: Place,
  types: readonly DeviceType[],
): (Seeded & { details: Details })[] {
  const wanted = types.flatMap((type) => Array.from({ length: type.count }, () => type));
  const devices = wanted.map((type, index) => newAsset(filling, place, type, index + 1));
  devices.sort((a, b) => a.asset.createdAt! - b.asset.createdAt!);
  for (const [index, { asset }] of devices.entries()) asset.assetCode = codeOf(index + 1);
  return devices;
}

export async function saveAssets(
  db: D1Database,
  list: readonly { asset: Asset; details: Details; type: DeviceType }[],
): Promise<void> {
  const [rows, details] = [list.map(({ asset }) => asset), list.map((seeded) => seeded.details)];
  await insert(db, assets, rows);
  await insert(db, assetDetails, details);
  await savePlans(
    db,
    list.map(({ asset, type }) => ({ asset, months: type.pmMonths })),
  );
}
