import { statusWords } from "#app/shared/person-words.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";

export const types = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
];
type Status = keyof typeof statusWords;
const statusLook: Record<Status, { tone: Tone; icon: IconName }> = {
  active: { tone: "in-date", icon: "ok" },
  invited: { tone: "info", icon: "mail" },
  suspended: { tone: "amber", icon: "pause" },
  left: { tone: "hold", icon: "out" },
};
export const statuses = Object.entries(statusWords).map(([value, label]) => ({ value, label }));

/** Where a person stands; active is silent. */
export function StatusBadge({ status }: { status: Status }) {
  const { tone, icon } = statusLook[status];
  return (
    <Badge tone={tone} icon={icon} calm={status === "active"}>
      {statusWords[status]}
    </Badge>
  );
}

/** When a person signed in last, as a column of a list. */
export const lastSignIn = {
  key: "lastLoginAt",
  label: "Last sign-in",
  card: "c-due",
  show: ({ lastLoginAt }: { lastLoginAt: number | null }) =>
    lastLoginAt ? <TimeText at={lastLoginAt} /> : <span className="quiet">Never</span>,
} as const;

export const attempts: Record<string, { label: string; tone: Tone; icon: IconName }> = {
  success: { label: "Signed in", tone: "in-date", icon: "ok" },
  bad_password: { label: "Wrong password", tone: "overdue", icon: "cross" },
  locked: { label: "Too many attempts", tone: "overdue", icon: "lock" },
  unverified: { label: "Not yet accepted", tone: "amber", icon: "mail" },
  suspended: { label: "Suspended", tone: "amber", icon: "pause" },
  totp_failed: { label: "Wrong code", tone: "overdue", icon: "cross" },
  token_expired: { label: "Expired", tone: "hold", icon: "clock" },
  wrong_company: { label: "Other company", tone: "overdue", icon: "cross" },
  bad_key: { label: "Wrong API key", tone: "overdue", icon: "cross" },
  reset_requested: { label: "Link asked for", tone: "info", icon: "mail" },
  provider_only: { label: "Provider only", tone: "overdue", icon: "lock" },
  provider_refused: { label: "No account", tone: "amber", icon: "cross" },
};
