import { daysBetween } from "#app/shared/company-time.ts";
import { lookOf } from "#app/shared/due.ts";
import { intervalText } from "#app/shared/due-interval.ts";
import { machineRules } from "#app/shared/flows/machines.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";

type Interval = { intervalValue: number | null; intervalUnit: "day" | "month" | "year" | null };

/** "Every 12 months"; null where no interval is agreed. */
export const everyText = ({ intervalValue, intervalUnit }: Interval): string | null =>
  intervalValue && intervalUnit ? intervalText(intervalValue, intervalUnit) : null;

type Status = keyof typeof machineRules.states;
const looks: Record<Status, [Tone, IconName, boolean]> = {
  active: ["in-date", "ok", true],
  in_calibration: ["info", "gauge", false],
  out_of_service: ["hold", "pause", false],
  lost: ["overdue", "alert", false],
  retired: ["hold", "archive", true],
};

/** The state of a machine; an archived one is that first. */
export function MachineBadge({
  status,
  archivedAt,
}: {
  status: Status;
  archivedAt: number | null;
}) {
  if (archivedAt)
    return (
      <Badge tone="hold" icon="archive">
        Archived
      </Badge>
    );
  const [tone, icon, calm] = looks[status];
  return (
    <Badge tone={tone} icon={icon} calm={calm}>
      {machineRules.states[status]}
    </Badge>
  );
}

type Due = { nextDueOn: string | null; lastCalOn: string | null; status: Status };

/** How a due date stands, as a badge has it. */
export function dueLook(
  { nextDueOn, lastCalOn, status }: Due,
  today: string,
  date: (on: string) => string,
) {
  if (status === "lost" || status === "retired")
    return { tone: "hold", icon: "pause", calm: true, text: "Not counted" } as const;
  if (!nextDueOn)
    return lastCalOn
      ? ({ tone: "hold", icon: "pause", calm: true, text: "No interval agreed" } as const)
      : ({ tone: "hold", icon: "pause", calm: true, text: "Not calibrated yet" } as const);
  const look = lookOf(daysBetween(today, nextDueOn));
  const texts = {
    overdue: () => `Overdue since ${date(nextDueOn)}`,
    amber: () => `Due ${date(nextDueOn)}`,
    "in-date": () => `In date to ${date(nextDueOn)}`,
  };
  return { ...look, text: texts[look.tone]() };
}

/** When a machine is due, in a list. */
export function DueBadge({ machine, today }: { machine: Due; today: string }) {
  const { date } = useDates();
  const { text, ...look } = dueLook(machine, today, date);
  return <Badge {...look}>{text}</Badge>;
}
