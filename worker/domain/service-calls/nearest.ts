const MOST = 5;
/** What two places share, from the widest. */
const shared = ["city", "site", "building", "floor", "room"] as const;
export type Nearness = "location" | (typeof shared)[number] | "elsewhere" | "unknown";

type Placed = { departmentId: string; pathIds: string | null };
type Standby = Placed & {
  name: string;
  condition: string;
  isDown: boolean;
  notLocatedSince: string | null;
  openGatePassId: string | null;
  openTransferId: string | null;
};

const idsIn = (path: string | null) => path?.split("/").filter(Boolean) ?? [];

/** How many steps lie between two places of the tree, up to what they share and down again; null where one is not known. */
export function stepsBetween(one: string | null, other: string | null): number | null {
  const [from, to] = [idsIn(one), idsIn(other)];
  if (!from.length || !to.length) return null;
  const common = from.findIndex((id, at) => to[at] !== id);
  const depth = common < 0 ? from.length : common;
  return from.length + to.length - 2 * depth;
}

/** What the places of two devices have in common. */
export function nearnessOf(one: Placed, other: Placed): Nearness {
  if (one.departmentId === other.departmentId) return "location";
  const [from, to] = [idsIn(one.pathIds), idsIn(other.pathIds)];
  if (!from.length || !to.length) return "unknown";
  const depth = from.findIndex((id, at) => to[at] !== id);
  const common = depth < 0 ? from.length : depth;
  return common === 0 ? "elsewhere" : shared[Math.min(common, shared.length) - 1]!;
}

/** Why a device on standby cannot stand in; null when it can. */
const hinderedBy = (device: Standby) =>
  device.isDown || device.condition === "not_working"
    ? ("broken" as const)
    : device.openGatePassId
      ? ("out" as const)
      : device.openTransferId
        ? ("moving" as const)
        : device.notLocatedSince
          ? ("lost" as const)
          : null;

/** Devices that could stand in, the nearest first; those that cannot come last. */
export function nearestFirst<D extends Standby>(at: Placed, standby: readonly D[]) {
  return standby
    .map((device) => ({
      ...device,
      nearness: nearnessOf(at, device),
      steps: at.departmentId === device.departmentId ? 0 : stepsBetween(at.pathIds, device.pathIds),
      hindered: hinderedBy(device),
    }))
    .sort(
      (one, other) =>
        Number(one.hindered !== null) - Number(other.hindered !== null) ||
        (one.steps ?? 99) - (other.steps ?? 99) ||
        one.name.localeCompare(other.name),
    )
    .slice(0, MOST);
}
