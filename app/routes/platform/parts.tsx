import { numberText } from "#app/shared/numbers.ts";
import { serviceTypeWords } from "#app/shared/person-words.ts";
import { usedText } from "#app/shared/used-text.ts";
import { useFormat } from "#app/ui/format.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

export const serviceTypes = serviceTypeWords.map((label, type) => ({
  value: String(type),
  label,
}));

type Status = "pending_verification" | "trial" | "active" | "grace" | "suspended" | "closed";
const looks: Record<Status, { label: string; tone: Tone; icon: IconName; calm?: boolean }> = {
  active: { label: "Active", tone: "in-date", icon: "ok", calm: true },
  trial: { label: "Trial", tone: "info", icon: "clock", calm: true },
  grace: { label: "Grace", tone: "amber", icon: "clock" },
  suspended: { label: "Suspended", tone: "overdue", icon: "pause" },
  pending_verification: { label: "Waits for verification", tone: "hold", icon: "mail" },
  closed: { label: "Closed", tone: "hold", icon: "lock" },
};
export const statuses = Object.entries(looks).map(([value, { label }]) => ({ value, label }));

export function CompanyStatus({
  company,
}: {
  company: { status: Status; suspendedReason: string | null };
}) {
  const { label, ...look } = looks[company.status];
  return (
    <Badge {...look} {...(company.suspendedReason ? { title: company.suspendedReason } : {})}>
      {label}
    </Badge>
  );
}

/** How many are used of how many are allowed; null for no limit. */
export function UsedCount({ used, most }: { used: number; most: number | null }) {
  const { locale } = useFormat();
  return usedText(numberText(used, locale), most === null ? null : numberText(most, locale));
}
