import { sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { counterOf } from "../assets/effects.ts";
import { complianceReading } from "../compliance/figures.ts";
import { counted } from "../entity/counters.ts";
import { OVERDUE, TO_APPROVE } from "../gate-passes/counts.ts";
import { OPEN_RECALLS } from "../recalls/counting.ts";
import { callCounter } from "../service-calls/counts.ts";
import { isConfirmed } from "../service-calls/effects.ts";
import { FAILED_CHECKS } from "../service-reports/counts.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { LOW_STOCK } from "../stock/low.ts";
import { type Chart, callsByWeek, complianceRings, pmByWeek, reportsByMonth } from "./blocks.ts";
import { dueDates, duesOf, reportsOf, reportsSince } from "./charts.ts";
import { readEach } from "./each.ts";
import { dataQuality, downFeed, type Feed, heldFeed, reportsFeed, servicesFeed } from "./feeds.ts";
import { tilesOf } from "./figures.ts";
import { laboratoryLooks, laboratoryTiles, registersOf } from "./laboratory.ts";
import { latestOf, latestReports } from "./latest.ts";
import { callsOf, looks, looksOf, ofMorning } from "./looks.ts";
import { duesShown, inOrder, nextDues, openCalls } from "./mine.ts";
import { morningFigures, morningOf, UNGIVEN, VALUE } from "./morning.ts";
import { myRuns } from "./my-runs.ts";
import { heldSchedules, myServices } from "./my-services.ts";
import { actionsOf, openTo, waitingFor, within } from "./offered.ts";
import { periodOf } from "./period.ts";
import { rolledUp } from "./roll-up.ts";
import { mostDown, places, placesToChoose } from "./rows.ts";
import { type FirstStep, firstSteps, samplesFor, steps } from "./steps.ts";
import { outOf, outOfStock } from "./stock-out.ts";

const OPEN_CALLS = "calls.open";
const states = ["working", "working_limited", "not_working"] as const;
const seen: Permission[] = [
  "view-asset",
  "view-stock",
  "view-category",
  "view-department",
  "view-store",
  "view-user",
  ...(["view-machine", "view-calibrator", "view-consumer"] as const),
];

/** A statement that is sent empty where the person may not see its rows. */
const allowed = <S extends Statement>(db: ReadingDb, may: boolean, statement: S): S =>
  may
    ? statement
    : (db.select({ none: sql`1`.as("none") }).from(sql`(select 1 where 0)`) as unknown as S);

/**
 * What a person of a company sees first; a block without its permission is null, never zero. A block that cannot be read is named in
 * `failed`; the others are there.
 * @param params `period` with `from` and `to` (YYYY-MM), and `location`
 * @throws Response 404 for a Location beyond the person's own
 */
export async function companyDashboard(session: Session, params = new URLSearchParams()) {
  const now = Date.now();
  const today = dayIn(session.company.timeZone, now);
  const format = settingOf(session.company, "date_format");
  const period = periodOf(params, today, settingOf(session.company, "fiscal_year_start"));
  const chosen = params.get("location") || null;
  const base = {
    today,
    now,
    may: actionsOf(session),
    open: { ...openTo(session), registers: registersOf(session) },
    period,
    location: chosen,
  };
  const none = {
    ...base,
    assets: null,
    calls: null,
    tiles: [],
    places: [],
    services: [] as Feed["rows"],
    waiting: [],
    charts: [] as Chart[],
    compliance: null,
    feeds: [] as Feed[],
    failed: [] as string[],
    hasStock: false,
    steps: [] as FirstStep[],
    ...{ begins: false, hasAssets: false, asksToBegin: false, samples: null },
  };
  if (!seen.some(session.can)) return none;
  const db = chosen ? session.readingAt(chosen, ...seen) : session.authorizeAny(...seen);
  const own = chosen ? [chosen] : session.departments;
  const [ofAssets, ofStock] = [session.can("view-asset"), session.can("view-stock")];
  const ofCalls = session.can("view-breakdown") && ofAssets;
  const ofPasses = session.can("view-gate-pass");
  const isWhole = ofAssets && !own;
  // Own Locations are named with their figures.
  const isToldApart = !own || chosen !== null;
  const me = session.actor.userId;
  const inLaboratory = { today, isBeside: ofAssets || ofStock };
  const may = { assets: ofAssets, calls: ofCalls, passes: ofPasses };
  const frozen = complianceReading(db, session, { from: period.from, to: period.to });
  const { results, failed } = await readEach(db, [
    [
      "Figures",
      counted(
        db,
        ...(isWhole ? [counterOf.total] : []),
        ...(isWhole
          ? [...states.map(counterOf.condition), FAILED_CHECKS, counterOf.value, counterOf.unpriced]
          : []),
        ...(ofCalls && !own ? [OPEN_CALLS, OPEN_RECALLS, callCounter.status("new")] : []),
        ...(ofPasses && !own ? [OVERDUE, TO_APPROVE] : []),
        ...(ofStock ? [LOW_STOCK] : []),
      ),
    ],
    ["PM due by week", allowed(db, ofAssets, dueDates(db, today))],
    ["PM due", allowed(db, ofAssets, nextDues(db, me))],
    ["Service reports by month", allowed(db, isWhole, reportsSince(db))],
    ["Latest service reports", allowed(db, ofAssets, latestReports(db))],
    ["Service calls", allowed(db, ofCalls, openCalls(db, me))],
    ["First steps", steps(db, session)],
    ["Low stock", allowed(db, ofStock, outOfStock(db))],
    ["Figures", looks(db, today, now, may)],
    ["Planned services", allowed(db, ofAssets, myServices(db, me, today, own))],
    ["Schedules on hold", allowed(db, ofAssets, heldSchedules(db, today))],
    ["Most downtime", allowed(db, isWhole, mostDown(db))],
    ["Locations", allowed(db, ofAssets && isToldApart, places(db, session.departments))],
    ["PM compliance", allowed(db, ofAssets, frozen.job)],
    ["PM compliance", allowed(db, ofAssets, frozen.counts)],
    ["My work today", myRuns(db, me)],
    ["Figures", allowed(db, ofAssets, morningFigures(db, own))],
    // Nothing of the laboratory stands in a Location.
    ["Figures", allowed(db, !chosen, laboratoryLooks(session, db, inLaboratory))],
  ]);
  const [
    counts,
    dates,
    next,
    since,
    latest,
    open,
    [first],
    [out],
    [looked],
    services,
    held,
    down,
    locations,
    settled,
    frozenMonths,
    [runs],
    morning,
    [laboratory],
  ] = results;
  const counters = new Map(counts.map(({ name, value }) => [name, value]));
  const known = morningOf(morning);
  const count = (name: string) => counters.get(name) ?? 0;
  const countedAt = isWhole ? (known.get(rolledUp.at) ?? null) : null;
  const dues = duesOf(db, dates, known, today);
  const months = isWhole ? reportsOf(since, known, today) : null;
  const total = own
    ? morning.reduce((sum, { total }) => sum + (total ?? 0), 0)
    : count(counterOf.total);
  const begun = firstSteps(session, first);
  const look = looksOf(looked, known, today);
  const found = callsOf(looked, known);
  // The company's own are counted as they change, those of Locations each morning.
  const standing = (filter: string, value: string) =>
    own ? ofMorning(known, filter, value) : { n: count(figureOf(filter, value)), isCut: false };
  const conditions = states.map((state) => standing("condition", state));
  const transfers =
    !chosen && session.can("view-asset-transfer") && within(session, "/asset-transfers")
      ? (session.company.counts.transfers ?? 0)
      : null;
  // A Location without devices is no company that begins.
  const isSetUp = begun.every(({ done }) => done);
  const begins = total === 0 && !chosen && !isSetUp;
  const samples = samplesFor(session, first);
  const ofLaboratory = laboratoryTiles(laboratory, inLaboratory);
  return {
    ...base,
    tiles: begins
      ? ofLaboratory
      : tilesOf(
          {
            today,
            assets: ofAssets
              ? {
                  ...{ total, ...dues },
                  valueMinor: own ? (known.get(VALUE) ?? null) : count(counterOf.value),
                  count: standing,
                }
              : null,
            look,
            calls: found && {
              ...found,
              ...(own ? {} : { open: { n: count(OPEN_CALLS), isCut: false } }),
              // Devices that a recall still asks about are counted for the company alone.
              recalled: own ? null : count(OPEN_RECALLS),
            },
            passesOverdue:
              !ofPasses || chosen
                ? null
                : own
                  ? look("passesOverdue")
                  : { n: count(OVERDUE), isCut: false },
            transfers,
            stock: ofStock && !chosen ? { low: count(LOW_STOCK), out: outOf(out, known) } : null,
          },
          session,
          chosen,
        ).concat(ofLaboratory),
    assets: ofAssets
      ? {
          total,
          conditions: conditions.map((known) => known?.n ?? null),
          dues: duesShown(next),
          isOwn: next[0]?.isOwn === 1,
        }
      : null,
    calls: ofCalls ? { rows: inOrder(open, me).map(standingOf), me } : null,
    services: servicesFeed(services, today, format),
    waiting: waitingFor(session, {
      ...{ transfers, count: own ? null : count, runs },
      ungiven: own && ofAssets ? (known.get(UNGIVEN) ?? 0) : 0,
      location: chosen,
      today,
    }),
    charts: [
      ...(ofAssets ? [pmByWeek(dues, format)] : []),
      ...(months ? [reportsByMonth(months)] : []),
      ...(ofCalls && isWhole ? [callsByWeek(known, today, countedAt, format)] : []),
    ].filter((chart) => chart !== null),
    compliance: ofAssets ? complianceRings(frozen.told(settled, frozenMonths)) : null,
    feeds: [
      ...(isWhole ? [downFeed(down)] : []),
      ...(ofAssets ? [reportsFeed(latestOf(latest), format), heldFeed(held, format)] : []),
      ...(ofAssets ? [dataQuality(known, own ? null : count(counterOf.unpriced), chosen)] : []),
    ].filter((feed) => feed !== null),
    places: placesToChoose(locations, morning),
    failed,
    hasStock: ofStock,
    steps: begun,
    begins,
    hasAssets: ofAssets && (total > 0 || chosen !== null),
    samples,
    /** A company is set up by its Admins; engineers who begin later are not asked to. */
    asksToBegin:
      !settingOf(session.company, "first_steps_away") &&
      (begins || samples === "remove" || (session.type === "Admin" && Boolean(first?.isNew))),
  };
}

/** The counter of all devices that keep to a filter of their list. */
const figureOf = (filter: string, value: string) =>
  filter === "condition" ? counterOf.condition(value) : FAILED_CHECKS;

/** Whether a call says its device is down, and a colleague has confirmed it. */
const standingOf = <C extends Parameters<typeof isConfirmed>[0] & { equipmentDown: boolean }>(
  call: C,
) => ({ ...call, isDown: call.equipmentDown && isConfirmed(call) });
