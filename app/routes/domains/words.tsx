import { type DomainRequestState, domainStates } from "#app/shared/flows/domain-requests.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, DefinitionList, type Tone } from "#app/ui/page.tsx";

type Look = { tone: Tone; icon: IconName; calm?: boolean };
const looks: Record<DomainRequestState["status"], Look> = {
  pending: { tone: "amber", icon: "clock" },
  dns_pending: { tone: "info", icon: "link" },
  active: { tone: "in-date", icon: "ok", calm: true },
  rejected: { tone: "overdue", icon: "cross" },
  cancelled: { tone: "hold", icon: "cross" },
  expired: { tone: "hold", icon: "clock" },
};
export const DomainBadge = ({ status }: DomainRequestState) => (
  <Badge {...looks[status]}>{domainStates[status]}</Badge>
);

export const domainKinds = {
  new_company: "New company",
  subdomain: "Other address",
  custom_domain: "Own domain",
} as const;

type Proved = {
  hostname: string;
  record: string | null;
  proof: string | null;
  dnsTarget: string | null;
};
/** What is to stand in the zone of a host before it can be a company's. */
export const DnsRecords = ({ hostname, record, proof, dnsTarget }: Proved) => (
  <DefinitionList
    entries={[
      ["TXT record", <code key="record">{record}</code>],
      ["Its value", <code key="proof">{proof}</code>],
      ["CNAME record", <code key="host">{hostname}</code>],
      ["Points at", <code key="target">{dnsTarget}</code>],
    ]}
  />
);
