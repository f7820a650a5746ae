import { recalibrationWords } from "#app/shared/flows/recalibration-requests.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Status = keyof typeof recalibrationWords;
const looks: Readonly<Record<Status, readonly [Tone, IconName]>> = {
  requested: ["amber", "clock"],
  accepted: ["info", "ok"],
  declined: ["overdue", "cross"],
  done: ["in-date", "ok"],
  withdrawn: ["hold", "x"],
};

/** The state of a request for recalibration. */
export function RequestBadge({ status }: { status: Status }) {
  const [tone, icon] = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {recalibrationWords[status]}
    </Badge>
  );
}
