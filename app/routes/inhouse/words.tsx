import { inhouseWords } from "#app/shared/flows/inhouse-calibrations.ts";
import { outcomeWords } from "#app/shared/inhouse-words.ts";
import type { InhouseOutcome } from "#app/shared/measuring/inhouse.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Status = keyof typeof inhouseWords;
const looks: Readonly<Record<Status, readonly [Tone, IconName]>> = {
  draft: ["hold", "edit"],
  verified: ["amber", "eye"],
  closed: ["in-date", "ok"],
  cancelled: ["hold", "x"],
};

/** The state of an in-house calibration. */
export function InhouseBadge({ status, calm }: { status: Status; calm?: boolean }) {
  const [tone, icon] = looks[status];
  return (
    <Badge tone={tone} icon={icon} {...(calm ? { calm } : {})}>
      {inhouseWords[status]}
    </Badge>
  );
}

const outcomes: Readonly<Record<InhouseOutcome, readonly [Tone, IconName]>> = {
  pass: ["in-date", "ok"],
  fail: ["overdue", "cross"],
  limited: ["amber", "alert"],
  not_tested: ["hold", "minus"],
};

/** What an in-house calibration came to. */
export function OutcomeBadge({ outcome }: { outcome: InhouseOutcome }) {
  const [tone, icon] = outcomes[outcome];
  return (
    <Badge tone={tone} icon={icon}>
      {outcomeWords[outcome]}
    </Badge>
  );
}
