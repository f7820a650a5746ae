import { newId } from "#drizzle/columns.ts";
import { type Company, inserting, type World } from "./world.ts";

const stamps = () => ({ created_at: Date.now(), updated_at: Date.now() });

export const shardOf = (w: World, company: Company): D1Database =>
  w.env[company.shard as "TENANT_DB_0"];

export type Bench = {
  department: string;
  category: string;
  store: string;
  asset: string;
  items: string[];
};

/** An asset and stock items with an opening ledger row, written past the app. */
export async function bench(
  w: World,
  company: Company,
  stock: { quantity: number; rate?: number; name?: string }[],
): Promise<Bench> {
  const db = shardOf(w, company);
  const tag = newId().slice(-8);
  const [department, category, store, asset] = [newId(), newId(), newId(), newId()];
  const own = (id: string) => ({ company_id: company.id, id, ...stamps() });
  const rows: D1PreparedStatement[] = [];
  const insert = (table: string, row: Record<string, unknown>) =>
    rows.push(inserting(db, table, row));
  insert("departments", { ...own(department), name: `ICU ${tag}` });
  insert("categories", { ...own(category), name: `Ventilators ${tag}` });
  insert("stores", { ...own(store), name: `Store ${tag}` });
  insert("assets", {
    ...own(asset),
    asset_code: `T-${tag}`,
    name: "Ventilator",
    qr_token: tag,
    category_id: category,
    department_id: department,
    lifecycle: "in_service",
  });
  const items: string[] = [];
  for (const [at, { quantity, rate = 12_50, name = `Part ${tag} ${at}` }] of stock.entries()) {
    const id = newId();
    items.push(id);
    insert("stock_items", { ...own(id), store_id: store, name, rate_minor: rate, quantity });
    if (quantity)
      insert("stock_movements", {
        company_id: company.id,
        id: newId(),
        stock_item_id: id,
        kind: "opening",
        qty: quantity,
        unit_cost_minor: rate,
        balance_after: quantity,
        seq: 1,
        actor_name: "seed",
        at: Date.now(),
      });
  }
  await db.batch(rows);
  return { department, category, store, asset, items };
}

export type PartRow = Record<string, string | number | undefined>;

/** A multipart body with the specification's names. */
export function reportForm(
  fields: Record<string, string>,
  parts: PartRow[] = [],
  media?: File,
): FormData {
  const form = new FormData();
  const defaults = {
    date: "2026-01-15",
    service_type: "pm",
    complaint_by: "R. Krishnan",
    service_cost: "0.00",
    total_cost: "0.00",
  };
  for (const [name, value] of Object.entries({ ...defaults, ...fields })) form.set(name, value);
  for (const [at, row] of parts.entries())
    for (const [name, value] of Object.entries(row))
      if (value !== undefined) form.set(`parts[${at}][${name}]`, String(value));
  if (media) form.set("media", media);
  return form;
}

let tick = 0;
/** A ticket no test has used. */
export const freshTicket = () => {
  tick += 1;
  const at = new Date(Date.UTC(2025, 0, 1) + tick * 300_000);
  return `PM-${at.toISOString().replace(/[-:T]/g, "").slice(2, 14)}`;
};

/** Quantity in the item's row and the sum of its ledger, which must be the same. */
export async function stockOf(
  w: World,
  company: Company,
  item: string,
): Promise<{ quantity: number; ledger: number }> {
  const row = await shardOf(w, company)
    .prepare(
      `select quantity, (select sum(case when kind in ('opening','receipt','return_service','adjust_plus','transfer_in') then qty else -qty end)
       from stock_movements m where m.company_id = i.company_id and m.stock_item_id = i.id) as ledger from stock_items i where company_id = ? and id = ?`,
    )
    .bind(company.id, item)
    .first<{ quantity: number; ledger: number | null }>();
  return { quantity: row?.quantity ?? -1, ledger: row?.ledger ?? 0 };
}
