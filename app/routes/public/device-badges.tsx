import { Badge } from "#app/ui/page.tsx";
import type { PublicDevice } from "#worker/domain/labels/public-device.ts";

const states = {
  in_service: ["in-date", "ok", "In service"],
  do_not_use: ["overdue", "cross", "Do not use"],
  out_for_repair: ["amber", "wrench", "Out for repair"],
} as const;

export function StateBadge({ state }: { state: NonNullable<PublicDevice["state"]> }) {
  const [tone, icon, word] = states[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export const CalibrationBadge = ({
  calibration,
}: {
  calibration: NonNullable<PublicDevice["calibration"]>;
}) =>
  calibration === "in_date" ? (
    <Badge tone="in-date" icon="ok">
      In date
    </Badge>
  ) : (
    <Badge tone="overdue" icon="alert">
      Not in date
    </Badge>
  );
