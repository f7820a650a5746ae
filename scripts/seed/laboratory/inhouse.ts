import { addMonths } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { beginInhouse } from "#worker/domain/inhouse/begin.ts";
import { inhouseCalibrationFlow } from "#worker/domain/inhouse/flow.ts";
import { type InhouseToMeasure, inhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import { saveInhouse } from "#worker/domain/inhouse/save.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import type { Session } from "#worker/session.ts";
import { deviceTypes } from "../devices.ts";
import { Random } from "../random.ts";
import { DAY, type Day, type Device, dayAt, HOUR } from "../working-day/day.ts";
import { at, type Bench, engineerAt } from "./bench.ts";
import { InhouseDevices, planDone } from "./inhouse-devices.ts";
import { type Found, typedReadings } from "./readings.ts";
import { inForce } from "./signing.ts";
import { standardsFor, WAITS } from "./standards.ts";
import { type InhouseRow, inhouseRows } from "./tables.ts";

/** The work on one device: what is planned of it, whose turn it is, and when it begins in epoch milliseconds. */
type Work = {
  day: Day;
  bench: Bench;
  devices: InhouseDevices;
  row: InhouseRow;
  turn: number;
  begins: number;
};

const MOST_WAITS = 6;
/** Months after which a device is due again, by what it came to. */
const months: Record<string, number> & { pass: number } = { pass: 12, limited: 6 };
const BEYOND = "Beyond what the standards here can answer for";
const verifies = [
  "Compared with the worksheet",
  "",
  "Readings and standards looked through",
] as const;
const closes = ["Label renewed", "", "Label renewed, ward informed"] as const;

const saying = [
  ...(["performedOn", "technicianId", "decisionRuleId", "outcome", "outcomeReason"] as const),
  ...(["contactOnSite", "action", "asFoundMissing", "deviations", "nextDueOn"] as const),
  ...(["dueOccurrenceId", "serviceReportId", "version"] as const),
];
const asSaid = ({ calibration, chosen, set }: InhouseToMeasure) => ({
  ...pick(calibration, saying),
  ...{ standards: chosen, measured: set.measured, cost: "", reason: "", ranges: {} },
});

/** Begins the work when its standards are there; it waits while one is away. */
function planWork(work: Work, waited = 0): void {
  const { bench, devices, row, begins } = work;
  bench.history.plan(begins, async () => {
    const device = await devices.of(row);
    const method = await inForce(bench, row.template);
    if (!device || !method) return;
    const standards = await standardsFor(bench, method);
    if (standards.every(({ calibratorId }) => calibratorId !== null)) {
      const part = deviceTypes.find(({ name }) => name === device.type)!.part ?? "NONE";
      const electrical = { electricalClass: "I", appliedPart: part, supply: "detachable_cord" };
      await begun(work, device, method.id, { ...electrical, standards });
    } else if (waited < MOST_WAITS) planWork({ ...work, begins: begins + WAITS }, waited + 1);
  });
}

const isOpenYet = ({ row }: Work) => /begun|half|measured|verified/.test(row.course);

async function begun(work: Work, device: Device, procedureId: string, said: object): Promise<void> {
  const { day, bench, row, turn } = work;
  // A device whose call is to come has no other one.
  if (row.course === "called") day.busy.add(device.id);
  const who = engineerAt(bench, turn);
  const on = dayAt(Date.now());
  const isTested = row.outcome !== "not_tested" && row.course !== "cancelled";
  const { data } = await beginInhouse(who, {
    ...{ assetId: device.id, procedureId, performedOn: on },
    dueOccurrenceId: isTested && !isOpenYet(work) ? await planDone(bench, device.id) : "",
  });
  const head = {
    ...asSaid(await inhouseToMeasure(who, data.id)),
    ...said,
    decisionRuleId: bench.ids.rules.get("GUARD-083U")!,
    nextDueOn: isTested ? addMonths(on, months[row.outcome] ?? months.pass) : "",
  };
  const { data: kept } = await saveInhouse(who, data.id, head);
  if (row.course !== "begun" && row.outcome !== "not_tested")
    await measured(work, who, data.id, { ...head, version: kept.version });
  else if (row.outcome)
    await saveInhouse(who, data.id, { ...head, ...endOf(row), version: kept.version });
  planEnd(work, device, data.id);
}

const endOf = ({ outcome, action, reason, contact, cost }: InhouseRow) =>
  outcome ? { outcome, action, outcomeReason: reason, contactOnSite: contact, cost } : {};

async function measured({ bench, row }: Work, who: Session, id: string, head: object) {
  const { setup } = await inhouseToMeasure(who, id);
  const random = new Random(`inhouse:${bench.slug}:${row.template}:${row.ago}`);
  const share = row.outcome ? 1 : 0.5;
  const typed = typedReadings(setup, row.found as Found, random, share);
  const beyond = Object.keys(typed.notMeasured);
  await saveInhouse(who, id, {
    ...head,
    ...endOf(row),
    measured: { ...typed, notMeasured: Object.fromEntries(beyond.map((key) => [key, BEYOND])) },
    deviations: beyond.length ? `Some points were not measured. ${BEYOND}.` : "",
  });
}

/** What becomes of it: another engineer verifies it, and the head closes it. */
function planEnd(work: Work, device: Device, id: string): void {
  const { bench, row, turn } = work;
  const { history, head } = bench;
  const from = Date.now();
  const { move } = inhouseCalibrationFlow;
  if (row.course === "cancelled") {
    const reason = "The device was taken back to the ward";
    history.plan(from + 2 * HOUR, () => move(head, id, "cancel", { reason }));
  }
  if (!row.outcome || row.course === "measured") return;
  const second = engineerAt(bench, turn + 1);
  history.plan(from + DAY + (turn % 4) * HOUR, async () => {
    await move(second, id, "verify", { reason: verifies[turn % verifies.length]! });
    if (row.course === "called") await called(work, device, id);
  });
  if (row.course === "verified") return;
  history.plan(from + 2 * DAY + (turn % 3) * HOUR, async () => {
    await move(head, id, "close", { reason: closes[turn % closes.length]! });
    if (row.course === "promoted")
      history.plan(Date.now() + DAY, () => move(second, id, "promote", {}));
  });
}

/** A device that failed is reported, and its call waits for the part. */
async function called({ bench, row, turn }: Work, { id: assetId }: Device, id: string) {
  const { history, head } = bench;
  const who = engineerAt(bench, turn);
  const { data } = await reportCall(who, {
    ...{ assetId, equipmentDown: "yes", raisedByCalibrationId: id },
    problem: `It did not pass its calibration. ${row.reason}.`,
  });
  const from = Date.now();
  const to = { assignedUserId: who.actor.userId, assignedTeamId: "" };
  history.plan(from + HOUR, () => callFlow.move(head, data.id, "assign", to));
  history.plan(from + 2 * HOUR, () => callFlow.move(who, data.id, "start", {}));
  history.plan(from + 4 * HOUR, () =>
    callFlow.move(who, data.id, "hold", {
      ...{ holdReason: "awaiting_part", reason: "The pump mechanism was ordered from the maker" },
    }),
  );
}

/** A year and a half in which a hospital has calibrated devices of its own without a certificate. */
export function planInhouse(day: Day, bench: Bench): void {
  const devices = new InhouseDevices(day, bench);
  for (const [turn, row] of inhouseRows().entries()) {
    const begins = at(bench, Number(row.ago), 9.5 + (turn % 7) / 2);
    planWork({ day, bench, devices, row, turn, begins });
  }
}
