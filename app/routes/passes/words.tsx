import { passRules } from "#app/shared/flows/gate-passes.ts";
import type { IconName } from "#app/shared/icon-names.ts";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Status = keyof typeof passRules.states;
const looks: Record<Status, [tone: Tone, icon: IconName]> = {
  draft: ["hold", "edit"],
  pending_approval: ["amber", "clock"],
  approved: ["in-date", "ok"],
  rejected: ["overdue", "cross"],
  out: ["info", "out"],
  partially_returned: ["info", "out"],
  returned: ["in-date", "ok"],
  closed: ["hold", "lock"],
  cancelled: ["hold", "x"],
  written_off: ["overdue", "trash"],
};

export function PassBadge({ status, calm }: { status: Status; calm?: boolean }) {
  const [tone, icon] = looks[status];
  return (
    <Badge tone={tone} icon={icon} {...(calm ? { calm } : {})}>
      {passRules.states[status]}
    </Badge>
  );
}

const DAY_MS = 86_400_000;
/** Whole days from one calendar day to another, both YYYY-MM-DD. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

type Due = { status: Status; expectedReturnOn: string | null };
/** How many days it should have been back; 0 when it is not overdue. @param today the company's day */
export const daysOverdue = ({ status, expectedReturnOn }: Due, today: string) =>
  (status === "out" || status === "partially_returned") && expectedReturnOn !== null
    ? Math.max(0, daysBetween(expectedReturnOn, today))
    : 0;
