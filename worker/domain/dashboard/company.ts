import { and, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import {
  assets,
  categories,
  departments,
  serviceReports,
  stockItems,
  stores,
  users,
} from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { counterOf } from "../assets/effects.ts";
import { counted } from "../entity/counters.ts";
import { OPEN_RECALLS } from "../recalls/counting.ts";
import { isConfirmed } from "../service-calls/effects.ts";
import { FAILED_CHECKS } from "../service-reports/counts.ts";
import { LOW_STOCK } from "../stock/low.ts";
import { dueDates, duesOf, figureNames, reportsOf, reportsSince } from "./charts.ts";
import { allDues, inOrder, MOST_PLACES, openCalls, ownDues, ownPlaces } from "./mine.ts";

const LATEST = 6;
const FIRST_DAYS_MS = 14 * 86_400_000;
const MOST_RECENT = 200;
const OPEN_CALLS = "calls.open";
const states = ["working", "working_limited", "not_working"].map(counterOf.condition);
const seen: Permission[] = [
  "view-asset",
  "view-stock",
  "view-category",
  "view-department",
  "view-store",
  "view-user",
];

/** A statement that is sent empty where the person may not see its rows. */
const allowed = <S extends Statement>(db: ReadingDb, may: boolean, statement: S): S =>
  may
    ? statement
    : (db.select({ none: sql`1`.as("none") }).from(sql`(select 1 where 0)`) as unknown as S);

/** A limited person's latest reports are looked for among the company's newest. */
const recent = (db: ReadingDb) =>
  db.scope
    ? sql`${serviceReports.id} in ${db.firstIds(serviceReports, undefined, desc(serviceReports.id), MOST_RECENT)}`
    : undefined;

const latestReports = (db: ReadingDb) =>
  db
    .select({
      id: sql<string>`${serviceReports.id}`.as("report_id"),
      ticket: serviceReports.serviceTicket,
      serviceOn: serviceReports.serviceOn,
      serviceType: serviceReports.serviceType,
      doneBy: serviceReports.doneBy,
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      assetName: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(serviceReports)
    .innerJoin(
      assets,
      and(eq(assets.companyId, serviceReports.companyId), eq(assets.id, serviceReports.assetId)),
    )
    .where(db.ofOwner(serviceReports, and(isNull(serviceReports.cancelledAt), recent(db))))
    .orderBy(desc(serviceReports.id))
    .limit(LATEST);

/** Which of the first steps of a company are done, and whether these are the person's first days. */
const steps = (db: ReadingDb, me: string) =>
  db
    .select({
      locations: sql<number>`${db.exists(departments, isNull(departments.deletedAt))}`.as(
        "locations",
      ),
      categories: sql<number>`${db.exists(categories, isNull(categories.deletedAt))}`.as(
        "categories",
      ),
      assets: sql<number>`${db.exists(assets, isNull(assets.deletedAt))}`.as("devices"),
      stores: sql<number>`${db.exists(stores, isNull(stores.deletedAt))}`.as("stores"),
      stock: sql<number>`${db.exists(stockItems, isNull(stockItems.deletedAt))}`.as("stock"),
      people:
        sql<number>`${db.exists(users, and(inArray(users.status, ["active", "invited"]), ne(users.id, me))!)}`.as(
          "people",
        ),
      isNew:
        sql<number>`${db.exists(users, and(eq(users.id, me), gt(users.createdAt, Date.now() - FIRST_DAYS_MS))!)}`.as(
          "is_new",
        ),
    })
    .from(sql`(select 1)`);

export type FirstStep = {
  key: "locations" | "categories" | "assets" | "stores" | "stock" | "people";
  done: boolean;
};
const stepNeeds: Record<FirstStep["key"], { permission: Permission; path: string }> = {
  locations: { permission: "create-department", path: "/departments" },
  categories: { permission: "create-category", path: "/categories" },
  assets: { permission: "create-asset", path: "/asset/create" },
  stores: { permission: "create-store", path: "/stores" },
  stock: { permission: "create-stock", path: "/stocks" },
  people: { permission: "create-user", path: "/users" },
};
const within = (session: Session, path: string) => {
  const rule = ruleFor(path);
  return rule !== undefined && session.opens(rule);
};

/** What a person of a company sees first; a block without its permission is null, never zero. */
export async function companyDashboard(session: Session) {
  const today = dayIn(session.company.timeZone);
  const base = { today, now: Date.now(), may: actionsOf(session), open: openTo(session) };
  const none = {
    ...base,
    assets: null,
    calls: null,
    stock: null,
    steps: [] as FirstStep[],
    isNew: false,
  };
  if (!seen.some(session.can)) return none;
  const db = session.authorizeAny(...seen);
  const { departments: own } = session;
  const [ofAssets, ofStock] = [session.can("view-asset"), session.can("view-stock")];
  const ofCalls = session.can("view-breakdown") && ofAssets;
  const isWhole = ofAssets && !own;
  const me = session.actor.userId;
  const totals = own?.map(counterOf.department) ?? [counterOf.total];
  const [counts, dates, all, places, mine, since, latest, open, [first], [out]] = await db.read(
    counted(
      db,
      ...(ofAssets ? [...totals, ...states, FAILED_CHECKS, ...figureNames(today)] : []),
      ...(ofCalls ? [OPEN_CALLS, OPEN_RECALLS] : []),
      ...(ofStock ? [LOW_STOCK] : []),
    ),
    allowed(db, ofAssets, dueDates(db, today)),
    allowed(db, ofAssets, allDues(db)),
    allowed(db, isWhole, ownPlaces(db, me)),
    allowed(db, isWhole, ownDues(db, me)),
    allowed(db, isWhole, reportsSince(db)),
    allowed(db, ofAssets, latestReports(db)),
    allowed(db, ofCalls, openCalls(db)),
    steps(db, me),
    allowed(db, ofStock, outOfStock(db)),
  );
  const known = new Map(counts.map(({ name, value }) => [name, value]));
  const count = (name: string) => known.get(name) ?? 0;
  const isOwn = places.length > 0 && places.length <= MOST_PLACES;
  const assetBlock = ofAssets && {
    total: totals.reduce((sum, name) => sum + count(name), 0),
    // Counted for the company as a whole only: a person limited to Locations is not told.
    whole: own
      ? null
      : {
          working: count(states[0]!),
          limited: count(states[1]!),
          notWorking: count(states[2]!),
          failedChecks: count(FAILED_CHECKS),
        },
    ...duesOf(db, dates, known, today),
    dues: isOwn ? mine : all,
    /** The PMs are those of the Locations the person's teams look after. */
    isOwn,
    months: isWhole ? reportsOf(since, known, today) : null,
    reports: latest,
  };
  const firstSteps = (Object.keys(stepNeeds) as FirstStep["key"][])
    .filter((key) => session.can(stepNeeds[key].permission) && within(session, stepNeeds[key].path))
    .map((key) => ({ key, done: Boolean(first?.[key]) }));
  return {
    ...base,
    assets: assetBlock || null,
    calls: ofCalls
      ? {
          rows: inOrder(open, me).map(standingOf),
          me,
          count: own ? null : count(OPEN_CALLS),
          /** Devices that a recall still asks about; null to a limited person. */
          recalled: own ? null : count(OPEN_RECALLS),
        }
      : null,
    stock: ofStock ? { low: count(LOW_STOCK), out: out?.n ?? 0 } : null,
    steps: firstSteps,
    /** A company is set up by its Admins; engineers who begin later are not asked to. */
    isNew: session.type === "Admin" && Boolean(first?.isNew),
  };
}

/** Whether a call says its device is down, and whether a colleague has confirmed it. */
const standingOf = <C extends Parameters<typeof isConfirmed>[0] & { equipmentDown: boolean }>(
  call: C,
) => ({ ...call, isDown: call.equipmentDown && isConfirmed(call) });

/** What else is there for the person, whatever their company does. */
const openTo = (session: Session) => ({
  /** People of the company; null for who may not see them. */
  people: session.can("view-user") && within(session, "/users") ? session.company.userCount : null,
  unread: session.actor.unread,
  settings: within(session, "/settings"),
  /** A guard's own page. */
  gate: session.can("edit-gate-pass") && within(session, "/gate"),
});

/** What the person may begin from here. */
const actionsOf = (session: Session) => ({
  report: session.can("create-breakdown") && session.can("view-asset"),
  startPm: session.can("edit-asset") && session.can("view-asset"),
  add: session.can("create-asset"),
});

/** Counted by the index of what is out of stock, not by that of what is low. */
const outOfStock = (db: ReadingDb) =>
  db
    .select({ n: sql<number>`count(*)`.as("n") })
    .from(
      sql`(select 1 from ${stockItems} where ${db.ofOwner(
        stockItems,
        sql`+quantity <= +min_qty and ${stockItems.quantity} = 0 and is_active = 1 and archived_at is null and deleted_at is null`,
      )} limit 51)`,
    );
