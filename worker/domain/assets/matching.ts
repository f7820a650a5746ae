import { assets } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { assetWindow, type Placed } from "./every.ts";
import { askedAssets } from "./walk.ts";

const AT_ONCE = 250;

/** The ids of all devices that match a list, a window at a time: what "select all" takes. `next` begins the next one. */
export async function matchingIds(
  session: Session,
  params: URLSearchParams,
): Promise<{ ids: string[]; next: string | null }> {
  const db = session.authorize("view-asset");
  const query = askedAssets(params, session.company.timeZone);
  const [rows] = (await db.read(
    assetWindow(db, query, { id: assets.id }, params.get("from") ?? "", AT_ONCE),
  )) as [Placed<{ id: string | null }>[]];
  const next = rows.length === AT_ONCE ? (rows.at(-1)?.place ?? null) : null;
  return { ids: rows.flatMap(({ id }) => id ?? []), next };
}
