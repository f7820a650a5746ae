import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";

/** What one must be allowed to view to see what happened to a kind of record. What is not here, others than Admins see of themselves only. */
const needs: Record<string, Permission> = {
  asset: "view-asset",
  accessory: "view-asset",
  service_report: "view-asset",
  media: "view-asset",
  breakdown: "view-breakdown",
  category: "view-category",
  sub_category: "view-category",
  department: "view-department",
  location: "view-location",
  vendor: "view-vendor",
  store: "view-store",
  stock_item: "view-stock",
  stock_count: "view-stock",
  user: "view-user",
  team: "view-user",
  settings: "view-settings",
};

/** What visibility looks at in a row of the log. */
export type Looked = {
  actorId: string | null;
  entityKind: string;
  assetId: string | null;
  departmentId: string | null;
};

/** Whether a person may see a row: an Admin all of them, others what they did and what was done to records they may view. */
export function seesRow(session: Session): (row: Looked) => boolean {
  if (session.type === "Admin") return () => true;
  const limited = new Set(session.departments);
  return ({ actorId, entityKind, assetId, departmentId }) => {
    if (actorId === session.actor.userId) return true;
    const needed = Object.hasOwn(needs, entityKind) ? needs[entityKind] : undefined;
    if (!needed || !session.can(needed)) return false;
    const ofAsset = assetId !== null || needed === "view-asset";
    if (!ofAsset) return true;
    return (
      session.can("view-asset") &&
      (limited.size === 0 || (departmentId !== null && limited.has(departmentId)))
    );
  };
}
