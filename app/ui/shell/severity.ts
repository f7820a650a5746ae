import type { IconName } from "../icon.tsx";

/** How pressing a notice is, as an icon. */
export const severityIcons: Record<"info" | "warning" | "critical", IconName> = {
  info: "info",
  warning: "alert",
  critical: "cross",
};
