import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

export const serviceTypes = [
  { value: "0", label: "Asset management" },
  { value: "1", label: "Testing and calibration" },
  { value: "2", label: "Both" },
];

type Status = "pending_verification" | "trial" | "active" | "grace" | "suspended" | "closed";
export const statuses: [Status, string][] = [
  ["active", "Active"],
  ["trial", "Trial"],
  ["grace", "Grace"],
  ["suspended", "Suspended"],
  ["pending_verification", "Waits for verification"],
  ["closed", "Closed"],
];
const looks: Record<Status, { tone: Tone; icon: IconName; calm?: boolean }> = {
  active: { tone: "in-date", icon: "ok", calm: true },
  trial: { tone: "info", icon: "clock", calm: true },
  grace: { tone: "amber", icon: "clock" },
  suspended: { tone: "overdue", icon: "pause" },
  pending_verification: { tone: "hold", icon: "mail" },
  closed: { tone: "hold", icon: "lock" },
};
const statusNames = new Map(statuses);

export function CompanyStatus({
  company,
}: {
  company: { status: Status; suspendedReason: string | null };
}) {
  return (
    <Badge
      {...looks[company.status]}
      {...(company.suspendedReason ? { title: company.suspendedReason } : {})}
    >
      {statusNames.get(company.status)}
    </Badge>
  );
}
