import { and, inArray, isNull } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { MOST_LABELS } from "#app/shared/label-sheet.ts";
import { stockItems } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { type Labels, printed } from "../labels/labels.ts";
import { itemAddress } from "../labels/qr.ts";
import { foundBy } from "../search/found-by.ts";
import { askedItems, chosenItems, itemColumns, type StockRow } from "./item-list.ts";

type Item = Pick<StockRow, "id" | "name" | "partNo" | "storeName" | "rack" | "bin">;

/** The statement that reads the items an address names: by id, or by the list's search and filters; null when it names none. */
function chosen(db: ReadingDb, session: Session, params: URLSearchParams): Statement | null {
  const ids = (params.get("ids") ?? "").split(",").filter(Boolean);
  const query = askedItems(params);
  const isNarrowed = query.q || Object.keys(query.filters).length || params.get("all") === "1";
  if (!ids.length && !isNarrowed) return null;
  const named = inArray(stockItems.id, among(ids));
  const listed = and(
    chosenItems(query, dayIn(session.company.timeZone)),
    query.q ? foundBy(db.companyId, "stock_item", stockItems.id, query.q) : undefined,
  );
  return db
    .select(itemColumns)
    .from(stockItems)
    .where(db.ofOwner(stockItems, ids.length ? and(named, isNull(stockItems.deletedAt)) : listed))
    .orderBy(stockItems.name, stockItems.id)
    .limit(MOST_LABELS + 1);
}

/** The labels of the chosen stock items by name. */
export async function stockLabels(session: Session, params: URLSearchParams): Promise<Labels> {
  const db = session.authorize("view-stock");
  return printed<Item>(session, db, params, chosen(db, session, params), (items) =>
    items.map(({ id, name, partNo, storeName, rack, bin }) => ({
      id,
      address: itemAddress(session.origin, id),
      texts: {
        code: partNo,
        name,
        place: storeName,
        bin: [rack, bin].filter(Boolean).join(", ") || null,
      },
    })),
  );
}
