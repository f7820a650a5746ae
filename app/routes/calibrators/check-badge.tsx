import { checkWords } from "#app/shared/calibration/check-series.ts";
import type { CheckResult } from "#app/shared/metrology/control-chart.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

const looks: Record<CheckResult, { tone: Tone; icon: IconName; calm?: true }> = {
  ok: { tone: "in-date", icon: "ok", calm: true },
  warn: { tone: "amber", icon: "alert" },
  fail: { tone: "overdue", icon: "cross" },
};

/** What a check said. */
export const CheckBadge = ({ result }: { result: CheckResult }) => (
  <Badge {...looks[result]}>{checkWords[result]}</Badge>
);
