import { daysBetween } from "./company-time.ts";
import { assetRules } from "./flows/assets.ts";
import { plural } from "./plural.ts";

/** What of a device decides how it stands today. */
export type StandingFacts = {
  lifecycle: keyof typeof assetRules.states;
  condition: "working" | "working_limited" | "not_working";
  isDown: boolean;
  openBreakdownCount: number;
  openGatePassId: string | null;
  openTransferId: string | null;
  notLocatedSince: string | null;
  failedChecks: number;
  nextPmOn: string | null;
  nextCalOn: string | null;
};

export type Standing = {
  /** The one word for it; the same device never reads "In service" and "Not working" at once. */
  headline: string;
  tone: "in-date" | "amber" | "overdue" | "hold" | "info";
  icon: "ok" | "cross" | "alert" | "clock" | "pause" | "pin" | "out" | "swap" | "call" | "x";
  /** All is well, so the badge needs no ground. */
  calm: boolean;
  /** Why, as one line; empty when all is well. */
  reasons: string;
};

/** A due date this many days away is near. */
export const SOON_DAYS = 30;

/** Whether nobody may use the device now, whatever its lifecycle says. */
export const isUnusable = ({
  lifecycle,
  condition,
  isDown,
}: Pick<StandingFacts, "lifecycle" | "condition" | "isDown">) =>
  lifecycle === "condemned" || lifecycle === "disposed" || isDown || condition === "not_working";

/** The headline of a device and its reasons: what is worst comes first, what is normal is silent. */
export function standingOf(asset: StandingFacts, today: string): Standing {
  const { lifecycle, condition } = asset;
  const calm = { tone: "hold", icon: "pause", calm: true, reasons: "" } as const;
  if (lifecycle === "condemned" || lifecycle === "disposed")
    return { ...calm, headline: assetRules.states[lifecycle] };
  const pm = dueReason(asset.nextPmOn, today, pmReasons);
  const cal = dueReason(asset.nextCalOn, today, calReasons);
  const isLate = pm?.isLate || cal?.isLate;
  const candidates: (Omit<Standing, "calm" | "reasons"> & { holds: boolean })[] = [
    { holds: isUnusable(asset), headline: "Do not use", tone: "overdue", icon: "cross" },
    { holds: asset.openGatePassId !== null, headline: "Out on a pass", tone: "info", icon: "out" },
    { holds: asset.openTransferId !== null, headline: "In transfer", tone: "info", icon: "swap" },
    {
      holds: asset.notLocatedSince !== null,
      headline: "Not located",
      tone: "overdue",
      icon: "pin",
    },
    { holds: asset.failedChecks > 0, headline: "Failed checks", tone: "overdue", icon: "x" },
    { holds: Boolean(isLate), headline: "Overdue", tone: "overdue", icon: "alert" },
    { holds: condition === "working_limited", headline: "Limited", tone: "amber", icon: "alert" },
    { holds: asset.openBreakdownCount > 0, headline: "Call open", tone: "amber", icon: "call" },
    { holds: Boolean(pm || cal), headline: "Due", tone: "amber", icon: "clock" },
  ];
  const worst = candidates.find(({ holds }) => holds);
  if (!worst) {
    const headline = assetRules.states[lifecycle];
    return lifecycle === "in_service"
      ? { headline, tone: "in-date", icon: "ok", calm: true, reasons: "" }
      : { ...calm, headline };
  }
  const { headline, tone, icon } = worst;
  const reasons = [
    asset.isDown && "down",
    condition === "not_working" && "not working",
    condition === "working_limited" && headline !== "Limited" && "works with limits",
    asset.openBreakdownCount > 0 &&
      headline !== "Call open" &&
      plural(asset.openBreakdownCount, "call open", "{n} calls open"),
    asset.failedChecks > 0 && plural(asset.failedChecks, "1 check failed", "{n} checks failed"),
    asset.notLocatedSince !== null && headline !== "Not located" && "not located",
    pm?.text,
    cal?.text,
  ]
    .filter((reason) => typeof reason === "string")
    .join(", ");
  return {
    headline,
    tone,
    icon,
    calm: false,
    reasons: reasons.charAt(0).toUpperCase() + reasons.slice(1),
  };
}

type DueReasons = Record<"late" | "today" | "soon", [one: string, other: string]>;
const pmReasons: DueReasons = {
  late: ["PM 1 day late", "PM {n} days late"],
  today: ["PM today", "PM today"],
  soon: ["PM in 1 day", "PM in {n} days"],
};
const calReasons: DueReasons = {
  late: ["calibration 1 day late", "calibration {n} days late"],
  today: ["calibration today", "calibration today"],
  soon: ["calibration in 1 day", "calibration in {n} days"],
};

/** What a due date says when it is late or near; null when it is far off or not planned. */
function dueReason(on: string | null, today: string, words: DueReasons) {
  const left = on === null ? null : daysBetween(today, on);
  if (left === null || left > SOON_DAYS) return null;
  const when = left < 0 ? "late" : left === 0 ? "today" : "soon";
  return { isLate: left < 0, text: plural(Math.abs(left), ...words[when]) };
}
