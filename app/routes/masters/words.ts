import { plural } from "#app/shared/plural.ts";
import type { IconName } from "#app/ui/icon.tsx";

export const criticalities = [
  { value: "life_support", label: "Life support" },
  { value: "high", label: "High" },
  { value: "medium", label: "Medium" },
  { value: "low", label: "Low" },
];
export const depreciation = [
  { value: "none", label: "None" },
  { value: "slm", label: "Straight line" },
  { value: "wdv", label: "Written down value" },
];
export const icons: { value: IconName; label: string }[] = [
  { value: "asset", label: "Monitor" },
  { value: "machine", label: "Machine" },
  { value: "gauge", label: "Gauge" },
  { value: "drop", label: "Drop" },
  { value: "stock", label: "Stack" },
  { value: "wrench", label: "Wrench" },
  { value: "camera", label: "Camera" },
  { value: "scan", label: "Scan" },
  { value: "life", label: "Life ring" },
  { value: "bars", label: "Bars" },
  { value: "wifi", label: "Wireless" },
  { value: "user", label: "Person" },
];
/** A category's own picture, or the one all have. */
export const iconOf = (name: string | null): IconName =>
  icons.find(({ value }) => value === name)?.value ?? "tag";

export const labelOf = (options: { value: string; label: string }[], value: string | null) =>
  options.find((option) => option.value === value)?.label;

/** A phone number as a link to call it. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, "")}`;

export const months = (count: number | null): string =>
  count ? plural(count, "1 month", "{n} months") : "–";
