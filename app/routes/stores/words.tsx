import { Badge } from "#app/ui/page.tsx";
import type { MovementKind } from "#drizzle/tenant/stores.ts";

export const kinds = [
  { value: "spare", label: "Spare" },
  { value: "consumable", label: "Consumable" },
  { value: "accessory", label: "Accessory" },
  { value: "tool", label: "Tool" },
];

export const movements: Record<MovementKind, string> = {
  opening: "Opening",
  receipt: "Received",
  return_service: "Back from service",
  adjust_plus: "Adjusted, more",
  transfer_in: "Transferred in",
  issue: "Issued",
  issue_service: "Used in service",
  adjust_minus: "Adjusted, less",
  transfer_out: "Transferred out",
  scrap: "Scrapped",
  return_vendor: "Back to vendor",
};

type Level = { quantity: number; minQty: number | null; archivedAt: number | null; isActive?: boolean };

/** How an item stands: only what needs someone speaks. */
export function StockBadge({ item: { quantity, minQty, archivedAt, isActive = true } }: { item: Level }) {
  if (archivedAt)
    return (
      <Badge tone="hold" icon="archive">
        Archived
      </Badge>
    );
  if (!isActive)
    return (
      <Badge tone="hold" icon="pause">
        Inactive
      </Badge>
    );
  if (quantity === 0)
    return (
      <Badge tone="overdue" icon="cross">
        Out
      </Badge>
    );
  if (minQty !== null && quantity <= minQty)
    return (
      <Badge tone="amber" icon="alert">
        Low
      </Badge>
    );
  return (
    <Badge tone="in-date" icon="ok" calm>
      In stock
    </Badge>
  );
}
