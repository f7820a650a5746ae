import { serviceTypeWords } from "#app/shared/person-words.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

export const serviceTypes = serviceTypeWords.map((label, type) => ({
  value: String(type),
  label,
}));

/** What a company is. */
export const companyKindWords = {
  hospital: "Hospital",
  clinic: "Clinic",
  diagnostic: "Diagnostic centre",
  service_company: "Service company",
  other: "Other",
} as const;

/** What is asked for by a request for a host. */
export const domainKindWords = {
  new_company: "New company",
  subdomain: "Below the platform's name",
  custom_domain: "Host of its own",
} as const;

type DomainRequest =
  | ("pending" | "approved" | "dns_pending" | "active")
  | ("rejected" | "cancelled" | "expired");
const domainLooks: Record<
  DomainRequest,
  { label: string; tone: Tone; icon: IconName; calm?: boolean }
> = {
  pending: { label: "Pending", tone: "amber", icon: "clock" },
  approved: { label: "Approved", tone: "info", icon: "ok" },
  dns_pending: { label: "Waits for its proof", tone: "info", icon: "clock" },
  active: { label: "Active", tone: "in-date", icon: "ok", calm: true },
  rejected: { label: "Rejected", tone: "overdue", icon: "cross" },
  cancelled: { label: "Cancelled", tone: "hold", icon: "cross" },
  expired: { label: "Expired", tone: "hold", icon: "clock" },
};
export function DomainRequestBadge({ status }: { status: DomainRequest }) {
  const { label, ...look } = domainLooks[status];
  return <Badge {...look}>{label}</Badge>;
}

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
