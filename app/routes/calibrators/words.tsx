import { calibratorKinds, certificateBadge } from "#app/shared/calibration/calibrators.ts";
import { type CalibratorState, calibratorRules } from "#app/shared/flows/calibrators.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";

type Look = { tone: Tone; icon: IconName; calm?: true };
const looks: Record<CalibratorState["status"], Look> = {
  in_service: { tone: "in-date", icon: "ok", calm: true },
  out_for_calibration: { tone: "info", icon: "truck" },
  quarantined: { tone: "overdue", icon: "pause" },
  damaged: { tone: "overdue", icon: "alert" },
  retired: { tone: "hold", icon: "archive" },
};

/** What may be done with a standard now, in a word. */
export const StatusBadge = ({ status }: { status: CalibratorState["status"] }) => (
  <Badge {...looks[status]}>{calibratorRules.states[status]}</Badge>
);

/** How a standard stands by its certificate in force. */
export function DueBadge({ dueOn, today }: { dueOn: string | null; today: string }) {
  const { date } = useDates();
  const { tone, icon, calm, text } = certificateBadge({ dueOn }, today, date);
  return (
    <Badge tone={tone as Tone} icon={icon as IconName} calm={calm}>
      {text}
    </Badge>
  );
}

type Named = { manufacturer: string | null; model: string | null };
/** "Fluke Impulse 7000DP" */
export const makeAndModel = ({ manufacturer, model }: Named) =>
  [manufacturer, model].filter(Boolean).join(" ");

export const kindWord = (kind: keyof typeof calibratorKinds) => calibratorKinds[kind];
