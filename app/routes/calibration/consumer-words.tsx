import { Badge } from "#app/ui/page.tsx";
import { StateBadge } from "#app/ui/record-list.tsx";

export const consumerStatuses = [
  { value: "active", label: "Active" },
  { value: "hold", label: "On hold" },
];
export const deliveries = [
  { value: "email", label: "By e-mail" },
  { value: "portal", label: "In the portal" },
  { value: "both", label: "By e-mail and in the portal" },
];
export const deliveryText = (delivery: string) =>
  deliveries.find(({ value }) => value === delivery)?.label ?? delivery;

/** How a consumer stands: nothing new is begun for one on hold, one whose relation has ended is archived. */
export function ConsumerBadge(consumer: { archivedAt: number | null; status: string }) {
  const { archivedAt, status } = consumer;
  return archivedAt || status === "active" ? (
    <StateBadge archivedAt={archivedAt} />
  ) : (
    <Badge tone="hold" icon="pause">
      On hold
    </Badge>
  );
}

type Place = {
  address: string | null;
  city: string | null;
  region?: string | null;
  postalCode: string | null;
};
/** An address as it stands on an envelope. */
export const addressText = (
  { address, city, region, postalCode }: Place,
  country: string | null | undefined,
) =>
  [address, [city, region, postalCode].filter(Boolean).join(", "), country]
    .filter(Boolean)
    .join("\n");

/** "Yes" or a dash. */
export const yes = (is: boolean) => (is ? "Yes" : null);
