/** How urgent a call is, the most urgent first. */
export const callPriorities = [
  { value: "critical", label: "Critical" },
  { value: "high", label: "High" },
  { value: "medium", label: "Medium" },
  { value: "low", label: "Low" },
] as const;
export type CallPriority = (typeof callPriorities)[number]["value"];

/** Why nobody works on a call. */
export const holdReasons = [
  { value: "awaiting_part", label: "Awaiting part" },
  { value: "awaiting_vendor", label: "Awaiting vendor" },
  { value: "awaiting_approval", label: "Awaiting approval" },
  { value: "asset_in_use", label: "Asset in use" },
  { value: "sent_out", label: "Sent out" },
  { value: "other", label: "Other" },
] as const;
export type HoldReason = (typeof holdReasons)[number]["value"];

/** What the fault did to a patient. */
export const patientImpacts = [
  { value: "none", label: "None" },
  { value: "delay", label: "Delay of care" },
  { value: "harm", label: "Harm" },
] as const;

/** How a call came. */
export const callSources = [
  { value: "web", label: "Web" },
  { value: "qr", label: "Label scan" },
  { value: "phone", label: "Phone" },
  { value: "pm_finding", label: "Found at service" },
  { value: "calibration_fail", label: "Calibration failed" },
  { value: "api", label: "API" },
] as const;

/** Why the device failed, as one chooses it. */
export const causes = [
  { value: "wear_random", label: "Wear or random failure" },
  { value: "preventable_missed", label: "Preventable, PM missed" },
  { value: "pm_predictable", label: "Predictable at PM" },
  { value: "battery", label: "Battery" },
  { value: "accessory", label: "Accessory" },
  { value: "user_error", label: "User error" },
  { value: "abuse_damage", label: "Abuse or damage" },
  { value: "power_environment", label: "Power or environment" },
  { value: "network_software", label: "Network or software" },
  { value: "service_induced", label: "Caused by service" },
  { value: "no_problem_found", label: "No problem found" },
  { value: "consumable", label: "Consumable" },
  { value: "recall", label: "Recall" },
  { value: "unknown", label: "Unknown" },
] as const;

const all = [...callPriorities, ...holdReasons, ...patientImpacts, ...callSources, ...causes];
/** A stored word of a call as people read it. */
export const callWord = (value: string | null): string =>
  all.find((one) => one.value === value)?.label ?? value ?? "";

/** What proposes a priority: how critical the device is; one that still works is one less urgent. */
const ranks: Record<string, number> = { life_support: 0, high: 1, medium: 2, low: 3 };
export const proposedPriority = (criticality: string, isDown: boolean): CallPriority =>
  callPriorities[Math.min(3, (ranks[criticality] ?? 3) + (isDown ? 0 : 1))]!.value;
