import { and, eq, isNull, sql } from "drizzle-orm";
import { bookValue } from "#app/shared/book-value.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { assets, categories, gatePasses, serviceReports, vendors } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Statement } from "../../db/db.ts";
import { fixed } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { namesById } from "../activity/entry.ts";
import { labelled } from "../activity/labels.ts";
import { machineOfAsset } from "../calibration/machine-read.ts";
import { coverOf } from "../contracts/cover.ts";
import { type ContractOfDevice, contractsOfDevice } from "../contracts/of-others.ts";
import { scheduleTab } from "../due/schedules-of-asset.ts";
import { namedBy } from "../lists/more-columns.ts";
import { openRecallsOf } from "../recalls/list.ts";
import { scoreOf } from "../replacement/score-of.ts";
import { downtimesFor, downtimesOfAsset } from "../service-calls/downtime-read.ts";
import { callsOf, callsQuery } from "../service-calls/read.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { accessoriesOf } from "./accessories-tab.ts";
import { calibrationTab } from "./calibration-tab.ts";
import { callsOfAsset } from "./calls-tab.ts";
import { costsOf, costTab, depreciationOf } from "./cost-tab.ts";
import { intervalsOf, latestCalls, latestDowntimes, yearOf } from "./detail-figures.ts";
import { countDocuments, type DocumentRow, documentsOf } from "./documents.ts";
import { type Asset, assetOf, assetQueries } from "./find.ts";
import { assetFlow } from "./flow.ts";
import { type HistoryPage, historyOf, latestActors, peopleIn } from "./history-tab.ts";
import { movementTab } from "./movement-tab.ts";
import { fieldsIn } from "./own-fields.ts";
import { partsOf } from "./parts-tab.ts";
import { raisingOf, raisingQuery, reportsOf } from "./reports-tab.ts";

/** The tabs of a device's page, as its address names them. */
export const assetTabs = [
  "overview",
  "service-report",
  "schedule",
  "breakdown",
  "calibration",
  "accessory",
  "parts",
  "document",
  "movement",
  "contract",
  "cost",
  "history",
] as const;
type AssetTab = (typeof assetTabs)[number];
const MOST_COUNTED = 40;
const LATEST = 5;

/** What one must hold to see a tab; a tab without it is absent. */
const needs: Partial<Record<AssetTab, Permission>> = {
  breakdown: "view-breakdown",
  calibration: "view-inhouse-calibration",
  contract: "view-vendor",
};
const tabOf = (session: Session, name: string | null): AssetTab =>
  assetTabs.find((tab) => tab === name && (!needs[tab] || session.can(needs[tab]))) ?? "overview";

/** What the page does not show is not sent: what a record keeps for itself, and ids of what is shown by name. */
function shownOf({
  companyId: _,
  createdAt: _at,
  createdBy: _by,
  updatedAt: _changed,
  deletedAt: _gone,
  categoryId: _category,
  subCategoryId: _subCategory,
  machineTypeId: _type,
  vendorId: _vendor,
  teamId: _team,
  custodianUserId: _custodian,
  condemnApprovedBy: _approved,
  costYears: _years,
  ...shown
}: Asset) {
  return shown;
}

/** The own fields of a device's category. */
const ownFieldsOf = fixed((db: ReadingDb, id) => {
  const category = sql`(select ${assets.categoryId} from ${assets} where ${db.ofOwner(assets, eq(assets.id, id))})`;
  return db
    .select({ fieldSchema: categories.fieldSchema })
    .from(categories)
    .where(db.ofOwner(categories, eq(categories.id, category)));
});

const latestOf = fixed((db: ReadingDb, id) =>
  historyOf(db, id, new URLSearchParams()).statement(LATEST),
);

const countReports = fixed((db: ReadingDb, id) =>
  db.counting(
    serviceReports,
    and(rare(eq(serviceReports.assetId, id)), isNull(serviceReports.cancelledAt)),
    MOST_COUNTED + 1,
  ),
);

/** Where a device is that is out on a gate pass. */
const outWith = fixed((db: ReadingDb, id) => {
  const pass = sql`(select ${assets.openGatePassId} from ${assets} where ${db.ofOwner(assets, eq(assets.id, id))})`;
  return db
    .select({
      number: gatePasses.number,
      partyName: gatePasses.partyName,
      vendorName: namedBy(vendors, vendors.name, gatePasses.vendorId),
      expectedReturnOn: gatePasses.expectedReturnOn,
    })
    .from(gatePasses)
    .where(db.ofOwner(gatePasses, eq(gatePasses.id, pass)))
    .limit(1);
});

/** What a tab reads in the page's batch, and what it makes of that. */
type Opened<R> = {
  reads: readonly Statement[];
  shown: (results: never, asset: Asset, today: string) => R;
};
const opens = <const Q extends readonly [Statement, ...Statement[]], R>(
  reads: Q,
  shown: (results: Results<Q>, asset: Asset, today: string) => R,
): Opened<R> => ({ reads, shown });

/** Each tab loads alone. */
const tabs = {
  overview: (db: ReadingDb, id: string, _: URLSearchParams, session: Session) =>
    opens(
      [
        latestOf(db, id),
        countDocuments(db, id),
        ownFieldsOf(db, id),
        callsQuery(db, id),
        openRecallsOf(db, id),
        machineOfAsset(db, id),
      ],
      ([latest, count, category, calls, recalls, [machine]], asset, today) => ({
        machine: machine && session.can("view-machine") ? machine : null,
        recalls: session.can("view-breakdown") ? recalls : [],
        calls: callsOf(session, calls),
        latest: latest
          .map(({ actorId: _, changes, ...row }) => ({
            ...row,
            changes: row.action.startsWith("create.") ? [] : changes,
          }))
          .map(labelled),
        documents: count[0]?.n ?? 0,
        fields: fieldsIn(category[0]?.fieldSchema),
        bookMinor: bookValue(depreciationOf(asset), today),
      }),
    ),
  "service-report": (db: ReadingDb, id: string, params: URLSearchParams, session: Session) => {
    const { statement, page } = reportsOf(db, id, params);
    // After a report that answers a call, whether to resolve that is asked here; after failed checks, whether to raise one.
    const asked = params.get("do");
    const more =
      asked === "resolve"
        ? [callsQuery(db, id)]
        : asked === "raise-call"
          ? [raisingQuery(db, id, params.get("on") ?? "")]
          : [];
    return opens([statement, ...more], ([rows, answered = []]) => ({
      list: page(rows, null, false),
      calls: callsOf(session, asked === "resolve" ? answered : []),
      raising: asked === "raise-call" ? raisingOf(answered as never) : null,
    }));
  },
  schedule: (db: ReadingDb, id: string, _: URLSearchParams, session: Session) => {
    const { reads, shown } = scheduleTab(session, db, id);
    return opens(reads, ([rows, dates]) => shown(rows, dates));
  },
  breakdown: (db: ReadingDb, id: string, params: URLSearchParams, session: Session) => {
    const { statement, page } = callsOfAsset(db, id, params);
    return opens([statement, downtimesOfAsset(db, id)], ([rows, downtimes]) => ({
      list: page(rows),
      downtimes: downtimesFor(session, downtimes),
    }));
  },
  calibration: (db: ReadingDb, id: string, params: URLSearchParams, session: Session) => {
    const { reads, shown } = calibrationTab(session, db, id, params);
    return opens(reads, (found) => shown(found));
  },
  accessory: (db: ReadingDb, id: string, params: URLSearchParams) => {
    const { statement, page } = accessoriesOf(db, id, params);
    return opens([statement], ([rows]) => page(rows));
  },
  parts: (db: ReadingDb, id: string, params: URLSearchParams) => {
    const { statement, page } = partsOf(db, id, params);
    return opens([statement], ([rows]) => page(rows));
  },
  document: (db: ReadingDb, id: string) =>
    opens([documentsOf(db, id)], ([rows]): DocumentRow[] => rows),
  movement: (db: ReadingDb, id: string, params: URLSearchParams, session: Session) => {
    const { reads, shown } = movementTab(session, db, id, params);
    return opens(reads, (found) => shown(...found));
  },
  contract: (db: ReadingDb, id: string) =>
    opens([contractsOfDevice(db, id)], ([rows]): ContractOfDevice[] => rows),
  cost: (db: ReadingDb, id: string, _: URLSearchParams, { company }: Session) =>
    opens([costsOf(db, id), scoreOf(db, id)], ([sums, [score]], asset, today) => ({
      ...costTab(asset, sums, today),
      score: score ? { ...score, weights: settingOf(company, "replacement_weights") } : null,
    })),
  history: (db: ReadingDb, id: string, params: URLSearchParams) => {
    const { statement, named, page, isLatest } = historyOf(db, id, params);
    const others = isLatest ? [] : [latestActors(db, id)];
    return opens(
      [statement(), named, ...others],
      ([rows, names, actors = rows]): HistoryPage => ({
        ...page(rows),
        people: peopleIn(actors),
        names: namesById(names),
      }),
    );
  },
};
type Shown = {
  [T in AssetTab]: ReturnType<(typeof tabs)[T]> extends Opened<infer R> ? R : never;
};

const hasPage = (move: string) => "page" in assetRules.moves[move as keyof typeof assetRules.moves];

/** A device's page: the device, its true figures, and the one tab that is open. One round trip. */
export async function assetDetail(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-asset");
  const tab = tabOf(session, params.get("tab"));
  const today = dayIn(session.company.timeZone);
  const open: Opened<unknown> = tabs[tab](db, id, params, session);
  const [row, details, [out], counts, intervals, calls, downtimes, covers, ...results] =
    await db.read(
      ...assetQueries(db, id),
      outWith(db, id),
      countReports(db, id),
      intervalsOf(db, id),
      latestCalls(db, id),
      latestDowntimes(db, id),
      coverOf(db, id, today),
      ...open.reads,
    );
  const asset = assetOf([row, details]);
  const reportCount = counts[0]?.n ?? 0;
  const now = Date.now();
  return {
    covers,
    /** The pass it is out on, and with whom; the number is for those who may see passes. */
    out: out
      ? {
          party: out.vendorName ?? out.partyName ?? "",
          expectedReturnOn: out.expectedReturnOn,
          number: session.can("view-gate-pass") ? out.number : null,
        }
      : null,
    intervals: intervals[0] ?? { pm: null, cal: null },
    year: yearOf(asset, calls, downtimes, { today, timeZone: session.company.timeZone, now }),
    asset: {
      ...shownOf(asset),
      moves: movesOf(assetRules, asset, assetFlow.moverOf(session)).filter(
        ({ move, fits }) => fits || hasPage(move),
      ),
    },
    today,
    now,
    reportCount: Math.min(reportCount, MOST_COUNTED),
    reportsCapped: reportCount > MOST_COUNTED,
    tab,
    shown: { [tab]: open.shown(results as never, asset, today) } as Partial<Shown>,
  };
}
export type AssetDetail = Awaited<ReturnType<typeof assetDetail>>;
