import { and, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import {
  conditionWords,
  coverWords,
  criticalityWords,
  ownershipWords,
} from "#app/shared/asset-words.ts";
import { condemnWords, disposalWords } from "#app/shared/condemn-words.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import {
  assetDetails,
  assets,
  categories,
  departments,
  locations,
  replacementScores,
  vendors,
} from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Asker } from "../lists/documents.ts";
import { standingUnder } from "../locations/paths.ts";
import { amountOf, budgetIn } from "../replacement/budget-years.ts";
import { toReplace } from "../replacement/list.ts";
import { namedBy } from "../statistics/named.ts";
import { is, named, onDays, type Report, type ReportColumn } from "./declaration.ts";

const living = isNull(assets.deletedAt);
const assetSide = [0, 2] as const;

/** What tells which device a row is about. */
export const device: readonly ReportColumn[] = [
  { label: "Code", as: "code", value: assets.assetCode },
  { label: "Asset", value: assets.name, wide: 2 },
  { label: "Location", value: named(departments.name, assets.departmentId) },
];
const plate: readonly ReportColumn[] = [
  { label: "Make", value: assets.make },
  { label: "Model", value: assets.model },
  { label: "Serial no", as: "code", value: assets.serialNo },
];
/** What devices are narrowed by. */
export const ofDevices = {
  department: is(assets.departmentId),
  category: is(assets.categoryId),
  vendor: is(assets.vendorId),
  criticality: is(assets.criticality),
  team: is(assets.teamId),
  asset: is(assets.id),
  place: (id: string, { db }: Asker) =>
    sql`${assets.locationId} in (select ${locations.id} from ${locations} where ${db.ofOwner(locations, standingUnder(db, id))})`,
  live: (value: string) =>
    value === "yes" ? sql`${assets.lifecycle} not in ('condemned', 'disposed')` : undefined,
} as const;

/** In use, with a price. */
export const isPriced = sql`${assets.purchaseCostMinor} > 0 and ${assets.lifecycle} in ('in_service', 'standby')`;

const details = sql`${assets} left join ${assetDetails} on ${and(
  sql`${assetDetails.companyId} = ${assets.companyId}`,
  sql`${assetDetails.id} = ${assets.id}`,
)}`;

/** What `bookValue` says of a device on a day, in minor units. */
function bookValueOn(today: string): SQL {
  const { depMethod, usefulLifeMonths: life, depRateBp, salvageMinor } = assetDetails;
  const cost = assets.purchaseCostMinor;
  const since = sql`coalesce(${assets.putToUseOn}, ${assets.purchaseOn})`;
  const [year, month, day] = today.split("-").map(Number) as [number, number, number];
  const isLastDay = day === new Date(Date.UTC(year, month, 0)).getUTCDate();
  // D1 binds numbers as floats; whole amounts are divided as integers.
  const plain = (n: number) => sql.raw(String(n));
  const part = (from: number, length: number) =>
    sql`cast(substr(${since}, ${plain(from)}, ${plain(length)}) as integer)`;
  const started = isLastDay ? sql`0` : sql`(${part(9, 2)} > ${plain(day)})`;
  const months = sql`max(0, (${plain(year)} - ${part(1, 4)}) * 12 + ${plain(month)} - ${part(6, 2)} - ${started})`;
  const floor = sql`min(coalesce(${salvageMinor}, 0), ${cost})`;
  const used = sql`((${cost} - ${floor}) * min(${months}, ${life}) * 2 + ${life}) / (2 * ${life})`;
  const left = sql`pow(max(0.0, 1 - ${depRateBp} / 10000.0), ${months} / 12.0)`;
  return sql`case when ${cost} is null then null when ${depMethod} = 'none' then ${cost} when ${since} is null then null
    when ${depMethod} = 'slm' and ${life} > 0 then ${cost} - ${used}
    when ${depMethod} = 'wdv' and ${depRateBp} is not null
      then max(${floor}, min(${cost}, cast(${cost} * ${left} + 0.5 as integer))) end`;
}

export const equipmentRegister: Report = {
  title: "Equipment register",
  about: "Every device of the register with where it stands, its condition, cover and price",
  subject: "asset",
  services: assetSide,
  from: sql`${assets}`,
  where: ({ db }, { beyond, department }) =>
    db.ofOwner(
      assets,
      and(
        living,
        beyond === "department"
          ? not(inArray(assets.departmentId, namedBy(db, "department", department ?? null)))
          : beyond === "category"
            ? not(inArray(assets.categoryId, namedBy(db, "category", department ?? null)))
            : undefined,
      ),
    ),
  filters: { ...ofDevices, beyond: () => undefined },
  key: [assets.assetCode],
  columns: (): ReportColumn[] => [
    ...device,
    ...plate,
    { label: "Category", value: named(categories.name, assets.categoryId) },
    { label: "Criticality", value: assets.criticality, words: criticalityWords },
    { label: "Place", value: named(locations.path, assets.locationId), wide: 2 },
    { label: "Lifecycle", value: assets.lifecycle, words: assetRules.states },
    { label: "Condition", value: assets.condition, words: conditionWords },
    { label: "Ownership", value: assets.ownership, words: ownershipWords },
    { label: "Put to use", as: "day", value: assets.putToUseOn },
    { label: "Purchase cost", as: "money", value: assets.purchaseCostMinor, isSummed: true },
  ],
};

export const assetValues: Report = {
  title: "Value of assets",
  about:
    "Devices with what they cost and their book value today; n/a without what its method needs",
  subject: "asset",
  services: assetSide,
  from: details,
  where: ({ db }) => db.ofOwner(assets, living),
  filters: {
    ...ofDevices,
    priced: () => isPriced,
    estimated: () => sql`${assets.isCostEstimated} = 1 and ${assets.purchaseCostMinor} is not null`,
  },
  key: [assets.assetCode],
  columns: ({ today }): ReportColumn[] => [
    ...device,
    { label: "Category", value: named(categories.name, assets.categoryId) },
    { label: "Put to use", as: "day", value: assets.putToUseOn },
    { label: "Purchase cost", as: "money", value: assets.purchaseCostMinor, isSummed: true },
    { label: "Book value", as: "money", value: bookValueOn(today), isSummed: true },
  ],
};

export const condemnedList: Report = {
  title: "Condemned list",
  about: "Devices that are condemned or disposed of, with why, when and what they brought",
  subject: "asset",
  services: assetSide,
  from: details,
  where: ({ db }) =>
    db.ofOwner(
      assets,
      and(
        living,
        sql`lifecycle <> 'in_service'`,
        sql`${assets.lifecycle} in ('condemned', 'disposed')`,
      ),
    ),
  filters: { ...onDays(assetDetails.condemnedOn), ...ofDevices },
  key: [assets.lifecycle, assets.assetCode],
  columns: (): ReportColumn[] => [
    ...device,
    ...plate,
    { label: "State", value: assets.lifecycle, words: assetRules.states },
    { label: "Condemned on", as: "day", value: assetDetails.condemnedOn },
    { label: "Reason", value: assetDetails.condemnReason, words: condemnWords },
    { label: "Disposed on", as: "day", value: assetDetails.disposedOn },
    { label: "How", value: assetDetails.disposalMode, words: disposalWords },
    { label: "Purchase cost", as: "money", value: assets.purchaseCostMinor, isSummed: true },
    {
      label: "Disposal value",
      as: "money",
      value: assetDetails.disposalValueMinor,
      isSummed: true,
    },
  ],
};

export const coverList: Report = {
  title: "Cover list",
  about: "Devices under warranty or a contract, in the order in which their cover ends",
  subject: "asset",
  services: assetSide,
  from: sql`${assets}`,
  where: ({ db }) => db.ofOwner(assets, and(living, sql`${assets.coverUntil} is not null`)),
  filters: { ...onDays(assets.coverUntil), ...ofDevices, cover: is(assets.coverKind as never) },
  key: [assets.coverUntil, assets.id],
  columns: (): ReportColumn[] => [
    ...device,
    ...plate,
    { label: "Cover", value: assets.coverKind, words: coverWords },
    { label: "Until", as: "day", value: assets.coverUntil },
    { label: "Vendor", value: named(vendors.name, assets.vendorId) },
    { label: "Purchase cost", as: "money", value: assets.purchaseCostMinor, isSummed: true },
  ],
};

export const calibrationStatus: Report = {
  title: "Calibration status",
  about:
    "Devices that need calibration and whether they are in date. Traceability is n/a: no calibration certificates are kept yet",
  subject: "asset",
  services: assetSide,
  from: sql`${assets}`,
  where: ({ db }) => db.ofOwner(assets, and(living, sql`${assets.nextCalOn} is not null`)),
  filters: { ...onDays(assets.nextCalOn), ...ofDevices },
  key: [assets.nextCalOn, assets.id],
  columns: ({ today }): ReportColumn[] => [
    ...device,
    ...plate,
    { label: "Last calibration", as: "day", value: assets.lastCalOn },
    { label: "Next calibration", as: "day", value: assets.nextCalOn },
    {
      label: "Status",
      value: sql`iif(${assets.nextCalOn} < ${today}, 'overdue', 'in_date')`,
      words: { overdue: "Overdue", in_date: "In date" },
    },
    { label: "Traceability", value: sql`'n/a'` },
  ],
};

/** How strongly a score speaks for replacing a device. */
export const gradeWords = { strong: "Strong", flagged: "Flagged", none: "Keep" } as const;

export const replacementList: Report = {
  title: "Replacement list",
  about: "Devices by how much speaks for replacing them, as counted in the last night",
  subject: "asset",
  services: assetSide,
  from: sql`${replacementScores} join ${assets} on ${pointsTo(replacementScores.assetId, assets)}`,
  where: ({ db }) => db.ofOwner(replacementScores, living),
  filters: { ...toReplace, ...ofDevices, grade: is(replacementScores.grade) },
  key: [replacementScores.rank, replacementScores.id],
  columns: ({ session, today }): ReportColumn[] => [
    { label: "Score", as: "number", value: replacementScores.score },
    { label: "Grade", value: replacementScores.grade, words: gradeWords },
    ...device,
    ...plate,
    { label: "Criticality", value: assets.criticality, words: criticalityWords },
    {
      label: "Service cost of price a year",
      as: "percent",
      value: sql`${replacementScores.costRatioBp} / 100.0`,
    },
    { label: "Life or support ends", as: "day", value: replacementScores.endsOn },
    { label: "To be replaced", as: "day", value: replacementScores.replaceOn },
    { label: "Purchase cost", as: "money", value: replacementScores.priceMinor, isSummed: true },
    {
      ...{ label: "In the budget", as: "money", isSummed: true },
      value: amountOf(budgetIn(session, today)),
    },
  ],
};
