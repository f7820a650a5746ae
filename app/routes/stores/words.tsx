import { movementWords, stockKindWords } from "#app/shared/stock-words.ts";
import { Badge } from "#app/ui/page.tsx";
import { OfferedBadge } from "#app/ui/record-list.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { MovementKind } from "#drizzle/tenant/stores.ts";

export const kinds = Object.entries(stockKindWords).map(([value, label]) => ({ value, label }));
export const levels = [
  { value: "low", label: "Low" },
  { value: "out", label: "Out of stock" },
];
export const expiringWords = [
  { value: "expired", label: "Expired" },
  { value: "30", label: "Within 30 days" },
  { value: "90", label: "Within 90 days" },
];
export const offered = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

export const movements: Record<MovementKind, string> = movementWords;
export const comes = new Set<MovementKind>([
  "opening",
  "receipt",
  "return_service",
  "adjust_plus",
  "transfer_in",
]);

type Batch = { batchNo: string; expiryOn: string };
/** Names a batch as people read it, its expiry as the company writes dates. */
export function useBatchName() {
  const { date } = useDates();
  return ({ batchNo, expiryOn }: Batch) =>
    [batchNo || "No batch number", expiryOn && `expires ${date(expiryOn)}`]
      .filter(Boolean)
      .join(", ");
}

type Level = {
  quantity: number;
  minQty: number | null;
  archivedAt: number | null;
  isActive?: boolean;
  nextExpiryOn?: string | null;
};

/** How an item stands: only what needs someone speaks. */
export function StockBadge({ item, today }: { item: Level; today: string }) {
  const { quantity, minQty, archivedAt, isActive = true, nextExpiryOn } = item;
  if (archivedAt || !isActive) return <OfferedBadge archivedAt={archivedAt} isActive={isActive} />;
  const isLow = minQty !== null && quantity <= minQty;
  const [tone, icon, word] =
    quantity === 0
      ? (["overdue", "cross", "Out"] as const)
      : nextExpiryOn && nextExpiryOn < today
        ? (["overdue", "clock", "Expired"] as const)
        : isLow
          ? (["amber", "alert", "Low"] as const)
          : (["in-date", "ok", "In stock"] as const);
  return (
    <Badge
      tone={tone}
      icon={icon}
      calm={tone === "in-date"}
      {...(word === "Expired" && nextExpiryOn ? { title: nextExpiryOn } : {})}
    >
      {word}
    </Badge>
  );
}
