import { expect } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "./client.ts";
import { colleague } from "./person.ts";
import { rowsOf } from "./rows.ts";
import { addCompany, companyToday, type World } from "./world.ts";

/** Days from now as YYYY-MM-DD. */
export const inDays = (days: number) => addDays(companyToday(), days);

export type Line = Record<string, unknown>;

/** A company of its own with people of each part of a gate pass. @param levels how many approve a pass */
export async function passBench(w: World, name: string, levels = 1) {
  const company = await addCompany(w.env, name, 2, 0);
  const shard = rowsOf(w, company);
  const admin = await signedIn(w, company, "admin");
  const made = async (path: string, body: object): Promise<string> => {
    const { data, status, errors } = await admin.call("POST", path, body);
    expect([path, status, errors]).toEqual([path, 201, undefined]);
    return data.id;
  };
  const setLevels = (value: number) =>
    shard.run(
      `insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?1, 'gate_pass_levels', 1, 1, 1, ?2)
       on conflict (company_id, id) do update set value_json = excluded.value_json`,
      String(value),
    );
  await setLevels(levels);
  const category = await made("/api/categories", { name: `Devices ${name}` });
  const ward = await made("/api/departments", { name: `Ward ${name}` });
  const store = await made("/api/stores", { name: `Store ${name}` });
  const person = async (who: string, ...permissions: string[]) => {
    const found = await colleague(w, company, ...permissions);
    await shard.set("users", found.id, { name: who });
    return found;
  };
  const maker = await person(
    "Mala Maker",
    ...["view-gate-pass", "create-gate-pass", "view-asset", "view-stock", "view-vendor"],
  );
  const approver = await person("Asha Menon", "view-gate-pass", "approve-gate-pass");
  const second = await person("Dr. V. Rao", "view-gate-pass", "approve-gate-pass");
  const guard = await person("S. Ravi", "view-gate-pass", "edit-gate-pass");
  return {
    ...{ w, company, shard, admin, made, setLevels, category, ward, store },
    ...{ maker, approver, second, guard, person },
    device: (more: object = {}) =>
      made("/api/assets", {
        ...{ name: "Mobile X-ray", category_id: category, department_id: ward },
        ...{ serial_no: newId().slice(-8), put_to_use_on: "2025-01-02", ...more },
      }),
    item: (quantity: number, more: object = {}) =>
      made("/api/stocks", {
        ...{ store_id: store, name: `Part ${newId().slice(-8)}`, rate: "12.50" },
        ...{ opening_quantity: quantity, ...more },
      }),
    pass: (lines: Line[], more: object = {}, by: Client = maker.client) =>
      by.call<{ id: string; number: string }>("POST", "/api/gate-passes", {
        ...{ kind: "returnable", purpose: "loan", party_name: "Northgate Clinic" },
        ...{ carrier_name: "K. Murugan", expected_return_on: inDays(7), is_submitted: true },
        lines: lines.map((line) => ({ qty: 1, condition_out: "good", ...line })),
        ...more,
      }),
    move: (by: Client, id: string, move: string, body: object = {}) =>
      by.call("POST", `/api/gate-passes/${id}/${move}`, body),
    /** The lines of a pass in their order, past the app. */
    lines: (id: string) =>
      shard.all<{
        id: string;
        asset_id: string | null;
        stock_item_id: string | null;
        qty: number;
        returned_qty: number;
        is_open: number;
      }>("select * from gate_pass_lines where company_id = ? and gate_pass_id = ? order by id", id),
    row: (id: string) => shard.get<Record<string, never>>("gate_passes", id),
    quantity: async (item: string) =>
      (await shard.get<{ quantity: number }>("stock_items", item)).quantity,
  };
}
export type PassBench = Awaited<ReturnType<typeof passBench>>;
