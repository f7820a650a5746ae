import type { Gate } from "#app/shared/measuring/gate-types.ts";
import { pick } from "#app/shared/pick.ts";
import { beginCertificate } from "#worker/domain/certificates/begin.ts";
import { certificateReportFlow } from "#worker/domain/certificates/flow.ts";
import { type DraftToMeasure, draftToMeasure } from "#worker/domain/certificates/read.ts";
import { saveCertificate } from "#worker/domain/certificates/save.ts";
import type { Session } from "#worker/session.ts";
import { PASSWORD } from "../../support/password.ts";
import { DAY, dayAt, HOUR, ZONE } from "../working-day/day.ts";
import type { Bench } from "./bench.ts";
import { type Found, NOT_ASKED, typedReadings } from "./readings.ts";
import { inForce, type Signers, signersOf } from "./signing.ts";
import { type Chosen, standardsFor, WAITS } from "./standards.ts";

/** How far a certificate comes, and what is done with it in the end. */
export type Course =
  | ("begun" | "half" | "submitted" | "checked" | "approved" | "issued")
  | ("revised" | "voided" | "cancelled");

/** A calibration of a machine. */
export type Calibration = {
  machineId: string;
  template: string;
  /** Tells it from the others; decides whose turn it is. */
  turn: number;
  /** When it begins, in epoch milliseconds. */
  begins: number;
  course: Course;
  found: Found;
  /** The accreditation stands on it. */
  isAccredited: boolean;
  /** Where it is done; null in the laboratory. */
  address: string | null;
  jobNo: string;
};

const MOST_WAITS = 12;
const why = {
  revised: [
    "The customer's tag was mistyped",
    "The order number of the customer was missing",
    "The address of the site was that of before",
  ],
  voided: ["The readings are those of another device of the same ward"],
  cancelled: ["The customer needs the device back on the ward"],
  held: "A standard was in quarantine on a day of the work",
  late: "The monthly check of a standard was two days late, and was passed then",
  conceded: "Compared with a second standard before and after the work: no difference that matters",
} as const;
const remarks = [
  "In use, no damage",
  "In use, clean, all parts there",
  "Housing scratched, works",
  "Came with its accessories, no damage",
] as const;
const said = [
  ...(["title", "consumerSiteId", "jobNo", "requestNo", "poNo", "schemeNo", "receivedOn"] as const),
  ...(["conditionOnReceipt", "calStartOn", "calEndOn", "performedAt"] as const),
  ...(["performedAddress", "accredited", "decisionRuleId", "adjustment"] as const),
  ...(["asFoundMissing", "deviations", "externalProviders", "opinion", "opinionBy"] as const),
  ...(["showDue", "nextDueOn", "publicLevel", "version"] as const),
];
const asSaid = ({ certificate, chosen, set }: DraftToMeasure) => ({
  ...pick(certificate, said),
  ...{ standards: chosen, measured: set.measured, reason: "" },
});

/** Whether something new may be begun for the machine. */
const isFree = async ({ db, companyId }: Bench, machineId: string) =>
  (await db
    .prepare(
      `select 1 from machines as m left join consumers as c on c.company_id = m.company_id and c.id = m.consumer_id
        where m.company_id = ? and m.id = ? and m.status = 'active' and c.status is not 'hold' and not exists (select 1
        from certificate_reports as r where r.company_id = m.company_id and r.machine_id = m.id and r.status in ('draft', 'submitted', 'checked', 'approved'))`,
    )
    .bind(companyId, machineId)
    .first()) !== null;

const signs = (who: Session, id: string, move: "submit" | "check" | "approve" | "issue") =>
  certificateReportFlow.move(who, id, move, { password: PASSWORD });

/** Makes a certificate: from its draft as far as it comes. It waits while a standard is away, or the device is not there. */
export function planCalibration(bench: Bench, calibration: Calibration, waited = 0): void {
  const { history } = bench;
  history.plan(calibration.begins, async () => {
    const method = await inForce(bench, calibration.template);
    const signers = method && (await signersOf(bench, method, calibration.turn));
    const standards = method ? await standardsFor(bench, method) : [];
    const isReady = standards.every(({ calibratorId }) => calibratorId !== null);
    if (!method || !signers || !isReady || !(await isFree(bench, calibration.machineId))) {
      const later = calibration.begins + WAITS;
      if (waited < MOST_WAITS)
        planCalibration(bench, { ...calibration, begins: later }, waited + 1);
      return;
    }
    await begun(bench, calibration, signers, standards);
  });
}

/** Whether some points have one limit alone, which not every rule judges. */
const isOneSided = ({ setup }: DraftToMeasure) =>
  setup.content.parameters.some(({ points }) =>
    points.some(
      ({ tolerance }) =>
        tolerance !== null &&
        tolerance !== "from_machine" &&
        (tolerance.op === "le" || tolerance.op === "ge"),
    ),
  );

async function begun(bench: Bench, calibration: Calibration, signers: Signers, standards: Chosen) {
  const { course, found, machineId, jobNo, address, turn, isAccredited } = calibration;
  const who = signers.calibrated;
  const { data } = await beginCertificate(who, { machineId, jobNo });
  const draft = await draftToMeasure(who, data.id);
  const head = {
    ...asSaid(draft),
    ...{ accredited: isAccredited, schemeNo: isAccredited ? schemeNo(turn) : "" },
    conditionOnReceipt: remarks[turn % remarks.length]!,
    poNo: turn % 3 === 0 ? `PO-${4100 + turn}` : "",
    performedAt: address === null ? "laboratory" : "customer",
    performedAddress: address ?? "",
    receivedOn: address === null ? dayAt(calibration.begins - DAY) : "",
    publicLevel: turn % 4 === 0 ? "full" : "summary",
    standards,
    ...(isOneSided(draft) || !draft.certificate.decisionRuleId
      ? { decisionRuleId: bench.ids.rules.get("GUARD-083U")! }
      : {}),
  };
  const { data: kept } = await saveCertificate(who, data.id, head);
  if (course === "begun") return;
  const { setup } = await draftToMeasure(who, data.id);
  const measured = typedReadings(setup, found, bench.random, course === "half" ? 0.5 : 1);
  const isPart = Object.keys(measured.notMeasured).length > 0;
  await saveCertificate(who, data.id, {
    ...{ ...head, measured, version: kept.version },
    adjustment: measured.adjusted.length > 0 ? "adjusted" : "none",
    deviations: isPart ? `Some points were not measured. ${NOT_ASKED}.` : "",
  });
  if (course === "half") return;
  if (!isAccredited && turn % 61 === 5) await conceded(bench, data.id, why.late);
  if (course === "cancelled") planCancelled(bench, calibration, who, data.id);
  else planSignatures(bench, calibration, signers, data.id, calibration.begins);
}

const schemeNo = (turn: number) => `CC902726${String(1_000_000 + turn * 37).padStart(9, "0")}F`;

function planCancelled(bench: Bench, calibration: Calibration, who: Session, id: string): void {
  const { history } = bench;
  history.plan(calibration.begins + 3 * HOUR, () =>
    certificateReportFlow.move(who, id, "cancel", { reason: why.cancelled[0] }),
  );
  const again = { ...calibration, begins: calibration.begins + 9 * DAY, course: "issued" as const };
  if (again.begins < bench.now) planCalibration(bench, again);
}

/** A time of the next working day, so many days later. */
const onDay = (from: number, days: number, hour: number) =>
  Math.floor((from + ZONE) / DAY) * DAY - ZONE + days * DAY + hour * HOUR;

type Signing = { until: Course; days: number; hour: number; run: () => Promise<unknown> };
type Signed = { bench: Bench; calibration: Calibration; signers: Signers; id: string };

/** One signature after the other. Where a standard turns out to have been out of use, the certificate goes back to its draft, and is signed again. */
function planSteps(of: Signed, steps: readonly Signing[], from: number): void {
  const { bench } = of;
  const [next, ...others] = steps;
  if (!next) {
    planAfter(of, Date.now());
    return;
  }
  bench.history.plan(onDay(from, next.days, next.hour), async () => {
    try {
      await next.run();
    } catch (refusal) {
      if (!(await isOfStandards(refusal))) throw refusal;
      await sentBack(of, next);
      return;
    }
    planSteps(of, others, from);
  });
}

async function isOfStandards(refusal: unknown): Promise<boolean> {
  if (!(refusal instanceof Response) || refusal.status !== 409) return false;
  const { data } = (await refusal.clone().json()) as { data?: { gates?: Gate[] } };
  const open = data?.gates?.filter(({ ok }) => !ok) ?? [];
  return open.length > 0 && open.every(({ code }) => code === "G2");
}

async function sentBack({ bench, calibration, signers, id }: Signed, { until }: Signing) {
  const reason = why.held;
  if (until === "checked")
    await certificateReportFlow.move(signers.checked, id, "send-back", { reason });
  else if (until !== "submitted")
    await certificateReportFlow.move(signers.approved, id, "reject", { reason });
  if (calibration.isAccredited)
    await certificateReportFlow.move(signers.calibrated, id, "cancel", { reason });
  else planSignatures(bench, calibration, signers, id, Date.now() + DAY);
}

const conceded = ({ quality }: Bench, id: string, reason: string) =>
  certificateReportFlow.move(quality, id, "concede", {
    ...{ gate: "G2", reason, expiresOn: dayAt(Date.now() + 60 * DAY) },
  });

/** Submits a draft; where a standard was away on its days that is let pass by somebody else. */
async function submitted(bench: Bench, { calibrated }: Signers, id: string, isAccredited: boolean) {
  try {
    await signs(calibrated, id, "submit");
  } catch (refusal) {
    if (isAccredited || !(await isOfStandards(refusal))) throw refusal;
    await conceded(bench, id, why.conceded);
    await signs(calibrated, id, "submit");
  }
}

function planSignatures(
  bench: Bench,
  calibration: Calibration,
  signers: Signers,
  id: string,
  from: number,
): void {
  const { course, turn, isAccredited } = calibration;
  const { checked, approved, authorised } = signers;
  const steps: Signing[] = [
    {
      until: "submitted",
      days: 0,
      hour: 17 + (turn % 4) / 4,
      run: () => submitted(bench, signers, id, isAccredited),
    },
    {
      until: "checked",
      days: 1,
      hour: 10 + (turn % 5) / 2,
      run: () => signs(checked, id, "check"),
    },
    {
      until: "approved",
      days: 2,
      hour: 11 + (turn % 6) / 3,
      run: () => signs(approved, id, "approve"),
    },
    {
      until: "issued",
      days: 2,
      hour: 15 + (turn % 7) / 4,
      run: () => signs(authorised, id, "issue"),
    },
  ];
  const last = steps.findIndex(({ until }) => until === course);
  const of = { bench, calibration, signers, id };
  planSteps(of, last < 0 ? steps : steps.slice(0, last + 1), from);
}

/** What is done with some after they were issued. */
function planAfter({ bench, calibration, signers, id }: Signed, from: number): void {
  const { history, now } = bench;
  const { course } = calibration;
  if (course === "voided")
    history.plan(onDay(from, 14, 12), () =>
      certificateReportFlow.move(signers.authorised, id, "void", {
        ...{ password: PASSWORD, reason: why.voided[0] },
      }),
    );
  if (course === "revised" && onDay(from, 20, 0) < now)
    history.plan(onDay(from, 12, 11), () => revised(bench, calibration, signers, id));
}

/** The next revision of a certificate, by the same people. */
async function revised(bench: Bench, calibration: Calibration, signers: Signers, id: string) {
  const reason = why.revised[calibration.turn % why.revised.length]!;
  const who = signers.calibrated;
  const { data } = await certificateReportFlow.move(who, id, "revise", { reason });
  const { revisionId } = data as unknown as { revisionId: string };
  const draft = await draftToMeasure(who, revisionId);
  await saveCertificate(who, revisionId, {
    ...asSaid(draft),
    poNo: `PO-${5200 + calibration.turn}`,
  });
  const again = { ...calibration, course: "issued" as const };
  planSignatures(bench, again, signers, revisionId, Date.now());
}
