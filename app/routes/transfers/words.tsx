import { transferRules } from "#app/shared/flows/transfers.ts";
import { plural } from "#app/shared/plural.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Status = keyof typeof transferRules.states;
const looks: Record<Status, { tone: Tone; icon: IconName; calm?: true }> = {
  draft: { tone: "hold", icon: "edit" },
  requested: { tone: "amber", icon: "clock" },
  approved: { tone: "info", icon: "check" },
  rejected: { tone: "overdue", icon: "cross" },
  dispatched: { tone: "info", icon: "truck" },
  received: { tone: "in-date", icon: "ok", calm: true },
  received_with_discrepancy: { tone: "amber", icon: "alert" },
  returned: { tone: "in-date", icon: "ok", calm: true },
  cancelled: { tone: "hold", icon: "x" },
};

/** How far a transfer has come. */
export function StatusBadge({ status, isShort = false }: { status: Status; isShort?: boolean }) {
  const { tone, icon, calm = false } = looks[status];
  return (
    <Badge tone={tone} icon={icon} calm={calm}>
      {isShort && status === "received_with_discrepancy"
        ? "Discrepancy"
        : transferRules.states[status]}
    </Badge>
  );
}

/** A Location, and the place where a transfer stays within it. */
export const placeText = (name: string, place: string | null) =>
  place ? `${name}, ${place}` : name;

/** How many assets there are besides the first. */
export const moreText = (count: number) =>
  count > 1 ? plural(count - 1, "and 1 more", "and {n} more") : "";

export const countText = (n: number) => plural(n, "1 transfer", "{n} transfers");

/** Moves that are made on a page of their own, line by line. */
export const lineMoves: readonly string[] = ["receive", "receive-directly", "give-back"];
/** Where a move of a transfer is made. */
export const moveHref = (id: string, move: string, dialog: string) =>
  lineMoves.includes(move) ? `/asset-transfer/receive/${id}?as=${move}` : dialog;
