import { newId } from "#drizzle/columns.ts";
import { assetSearchInsert } from "#drizzle/search.ts";
import { makeFindable } from "./masters.ts";
import { type Company, insert, type World } from "./world.ts";

const CHUNK = 1000;
const names = [
  "Ventilator",
  "Defibrillator",
  "Infusion pump",
  "Patient monitor",
  "Syringe pump",
  "Autoclave",
  "ECG recorder",
  "C-arm",
];

/** A company's devices in bulk: 20 categories, 30 Locations, every 50th not working, every 40th with failed checks. */
export async function manyAssets(w: World, company: Company, count: number) {
  const db = w.env[company.shard as "TENANT_DB_0"];
  const at = Date.now();
  const own = () => ({ company_id: company.id, id: newId(), created_at: at, updated_at: at });
  const categories = Array.from({ length: 20 }, (_, n) => ({ ...own(), name: `Category ${n}` }));
  const departments = Array.from({ length: 30 }, (_, n) => ({ ...own(), name: `Ward ${n}` }));
  await insert(db, "categories", ...categories);
  await insert(db, "departments", ...departments);
  await makeFindable(w, company, { category: categories, department: departments });
  const rows = Array.from({ length: count }, (_, n) => {
    const category_id = categories[n % 20]!.id;
    const department_id = departments[Math.floor(n / 7) % 30]!.id;
    const condition = n % 50 === 0 ? "not_working" : n % 10 === 1 ? "working_limited" : "working";
    const [asset_code, name, serial_no] = [
      `AST-${String(n + 1).padStart(5, "0")}`,
      names[n % 8]!,
      `SN-${(n * 7919) % 1_000_003}`,
    ];
    const id = newId(at + n);
    const failed_checks = n % 40 === 0 ? 2 : 0;
    return {
      id,
      asset_code,
      name,
      serial_no,
      category_id,
      department_id,
      condition,
      failed_checks,
    };
  });
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = JSON.stringify(rows.slice(from, from + CHUNK));
    await db.batch([
      db
        .prepare(`insert into assets (company_id, id, created_at, updated_at, version, asset_code, name, make, model, serial_no, qr_token, category_id, department_id, condition, failed_checks)
          select ?1, value ->> 'id', ?3, ?3, 1, value ->> 'asset_code', value ->> 'name', 'Acme', 'M5', value ->> 'serial_no', value ->> 'id',
          value ->> 'category_id', value ->> 'department_id', value ->> 'condition', value ->> 'failed_checks' from json_each(?2)`)
        .bind(company.id, chunk, at),
    ]);
  }
  await db
    .prepare(`${assetSearchInsert("1")} order by 1`)
    .bind(company.id)
    .run();
  const counted = `select ?1, 'assets.' || name, n from (select 'total' as name, count(*) as n from assets where company_id = ?1
    union all select 'category:' || category_id, count(*) from assets where company_id = ?1 group by category_id
    union all select 'department:' || department_id, count(*) from assets where company_id = ?1 group by department_id
    union all select 'condition:' || condition, count(*) from assets where company_id = ?1 group by condition)`;
  await db
    .prepare(`insert into counters (company_id, id, value) ${counted}`)
    .bind(company.id)
    .run();
  return { db, rows, categories, departments };
}
