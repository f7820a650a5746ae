import { addDays, addMonths } from "#app/shared/company-time.ts";
import { rangesAsked } from "#app/shared/measuring/ranges-asked.ts";
import { pick } from "#app/shared/pick.ts";
import { beginInhouse } from "#worker/domain/inhouse/begin.ts";
import { inhouseCalibrationFlow } from "#worker/domain/inhouse/flow.ts";
import { acceptOwnStandard, addOwnStandard } from "#worker/domain/inhouse/own-standards.ts";
import { inhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import { saveInhouse } from "#worker/domain/inhouse/save.ts";
import type { Session } from "#worker/session.ts";
import { Random } from "../random.ts";
import { DAY, type Day, dayAt, HOUR } from "../working-day/day.ts";
import { at, type Bench, engineerAt } from "./bench.ts";
import { plainPaper } from "./paper.ts";
import { typedReadings } from "./readings.ts";
import { uploadOf } from "./shelf.ts";

const TYPE = "Volumetric Infusion Pump";
const DAYS_AGO = 24;
/** The standards of a small clinic, by the roles of the procedure. */
const owned: Readonly<Record<string, { name: string; manufacturer: string; model: string }>> = {
  infusion_analyser: { name: "Infusion analyser", manufacturer: "Fluke", model: "IDA-1S" },
  pressure_meter: { name: "Pressure meter", manufacturer: "Fluke", model: "DPM1B" },
};

const saying = [
  ...(["performedOn", "technicianId", "decisionRuleId", "outcome", "outcomeReason"] as const),
  ...(["contactOnSite", "action", "asFoundMissing", "deviations", "nextDueOn"] as const),
  ...(["dueOccurrenceId", "serviceReportId", "version"] as const),
];

/** A range about what is asked of it, as its certificate tells it. */
const rangeOf = ({ rangeLo, rangeHi, ...asked }: ReturnType<typeof rangesAsked>[number]) => ({
  ...{ ...asked, rangeLo: rangeLo === "" ? "0" : String(Number(rangeLo) / 2) },
  rangeHi: rangeHi === "" ? "1000" : String(Number(rangeHi) * 1.5),
  ...{ resolution: "0.01", uKind: "pct_reading", uPct: "0.5", uK: "2" },
  ...{ driftKind: "none", correction: "none", points: [] },
});

async function withStandards(bench: Bench, who: Session, id: string) {
  const { setup } = await inhouseToMeasure(who, id);
  const on = dayAt(Date.now());
  const chosen: { calibratorId: string; role: string }[] = [];
  for (const [turn, { role }] of setup.content.roles.entries()) {
    const { name, ...made } = owned[role] ?? { name: role, manufacturer: "Fluke", model: "" };
    const number = `NML-${20_418 + turn}`;
    const calibratedOn = addDays(on, -40);
    const { data } = await addOwnStandard(
      who,
      bench.shelf.bucket,
      id,
      uploadOf(await plainPaper(number, name, on), `${number}.pdf`, "application/pdf"),
      {
        ...{ name, ...made, serialNo: `SN-${4_102 + turn}`, roleCodes: role },
        ...{ certificateNo: number, issuedBy: "National Metrology Services, Pune" },
        ...{ route: "accredited_lab", asFound: "in_tolerance", calibratedOn },
        ...{ issuedOn: addDays(calibratedOn, 2), dueOn: addMonths(calibratedOn, 12) },
        ranges: JSON.stringify(rangesAsked(setup, role).map(rangeOf)),
      },
    );
    chosen.push({ calibratorId: data.id, role });
  }
  return chosen;
}

async function head(who: Session, id: string) {
  const { calibration, chosen, set } = await inhouseToMeasure(who, id);
  return {
    ...pick(calibration, saying),
    ...{ standards: chosen, measured: set.measured, cost: "", reason: "", ranges: {} },
    ...{ electricalClass: "I", appliedPart: "CF", supply: "detachable_cord" },
  };
}

/** A clinic without a laboratory calibrates a pump by a built-in procedure, with standards that are added in the form, by two people. */
export function planInhouseAlone(day: Day, bench: Bench): void {
  const { history } = bench;
  const [who, second] = [engineerAt(bench, 0), engineerAt(bench, 1)];
  const begins = at(bench, DAYS_AGO, 10);
  history.plan(begins, async () => {
    const device = day.devices.find(({ id, type }) => type === TYPE && !day.gone.has(id));
    if (!device) return;
    const { data } = await beginInhouse(who, {
      ...{ assetId: device.id, procedureId: "built-in:infusion_pump" },
      performedOn: dayAt(Date.now()),
    });
    const { id } = data;
    const standards = await withStandards(bench, who, id);
    await saveInhouse(who, id, { ...(await head(who, id)), standards });
    history.plan(begins + HOUR, async () => {
      const { setup } = await inhouseToMeasure(who, id);
      const measured = typedReadings(setup, "good", new Random("inhouse:clinic"), 1);
      const on = dayAt(Date.now());
      await saveInhouse(who, id, {
        ...(await head(who, id)),
        ...{ measured, outcome: "pass", nextDueOn: addMonths(on, 12), cost: "0.00" },
      });
    });
    history.plan(begins + DAY, async () => {
      const { waiting } = await inhouseToMeasure(second, id);
      for (const one of waiting)
        await acceptOwnStandard(second, id, { certificate: one.id, reason: "" });
      await inhouseCalibrationFlow.move(second, id, "verify", {
        reason: "Compared with the worksheet",
      });
    });
    history.plan(begins + 2 * DAY, () =>
      inhouseCalibrationFlow.move(bench.head, id, "close", { reason: "Label renewed" }),
    );
  });
}
