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

const calibrations = {
  in_date: ["in-date", "ok", "In date"],
  not_in_date: ["overdue", "alert", "Not in date"],
  never: ["hold", "clock", "Never calibrated"],
} as const;

export function CalibrationBadge({
  calibration,
}: {
  calibration: NonNullable<PublicDevice["calibration"]>;
}) {
  const [tone, icon, word] = calibrations[calibration];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
