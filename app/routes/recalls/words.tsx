import { plural } from "#app/shared/plural.ts";
import { Badge } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";

/** Until when a recall is to be answered. */
export function RecallDue({ on, isOpen }: { on: string | null; isOpen: boolean }) {
  if (!on) return <span className="quiet">No date</span>;
  return (
    <span className={isOpen ? undefined : "muted"}>
      <DateText on={on} />
    </span>
  );
}

type Counted = { openCount: number; deviceCount: number; matchedTo?: string | null };

/** How many assets of a recall are not answered; whoever sees some Locations alone is told of none. */
export function OpenCount({ recall, isLimited }: { recall: Counted; isLimited: boolean }) {
  const { openCount, deviceCount, matchedTo } = recall;
  if (matchedTo !== null && matchedTo !== undefined)
    return <span className="muted">Being matched</span>;
  if (isLimited) return <span className="quiet">–</span>;
  if (deviceCount === 0) return <span className="quiet">No asset matches</span>;
  if (openCount === 0)
    return (
      <Badge tone="in-date" icon="ok" calm>
        {plural(deviceCount, "1 asset answered", "All {n} answered")}
      </Badge>
    );
  return (
    <Badge tone="amber" icon="alert">
      {openCount} of {deviceCount} open
    </Badge>
  );
}
