import { approved } from "#tests/support/certifying.ts";
import { signedIn } from "#tests/support/client.ts";
import { tells } from "#tests/support/gateways.ts";
import { OFFERED } from "#tests/support/platform-twins.ts";
import { addCompany, PASSWORD } from "#tests/support/world.ts";
import { OPENING } from "../place.ts";
import { counted, sending, type Work } from "./work.ts";

/** A delivery into a store. */
export const receive: Work["begin"] = async (place) => {
  const { rows, admin } = place;
  const item = await place.item(admin);
  return {
    send: await sending(place, admin, `/api/stocks/${item}/receive`, { qty: 3 }),
    async found() {
      const times = await rows.count(
        "stock_movements",
        "stock_item_id = ? and kind = 'receipt'",
        item,
      );
      return counted(times, {
        stock: [
          await rows.value(
            "select quantity from stock_items where company_id = ? and id = ?",
            item,
          ),
          OPENING + 3 * times,
        ],
        log: [
          await rows.count("activity_log", "entity_id = ? and action like 'receive.%'", item),
          times,
        ],
      });
    },
  };
};

/** The last signature of a certificate. */
export const issue: Work["begin"] = async (place) => {
  const { lab } = place;
  const { id } = await approved(lab);
  const path = `/api/certificate-reports/${id}/issue`;
  return {
    send: await sending(place, lab.people[3]!.client, path, { password: PASSWORD }),
    async found() {
      const row = await lab.shard.get("certificate_reports", id);
      const times = await lab.shard.count("ledger_events", "entity_id = ?", id);
      return counted(times, {
        status: [row.status === "issued", times === 1],
        number: [row.certificate_no !== null, times === 1],
        log: [
          await lab.shard.count(
            "activity_log",
            "entity_id = ? and action = 'issue.certificate_report'",
            id,
          ),
          times,
        ],
      });
    },
  };
};

let payers = 0;
/** A gateway tells that an order is paid. */
export const pay: Work["begin"] = async ({ w }) => {
  payers += 1;
  const company = await addCompany(w.env, `payer${payers}`, 2, payers % 2);
  const admin = await signedIn(w, company, "admin");
  const { data } = await admin.call("POST", "/api/orders", {
    ...{ plan_id: OFFERED.plan, billing: "yearly", legal_name: "Hill Hospital" },
    ...{ address: "4 Hill Road", region: "Karnataka" },
  });
  await admin.call("POST", `/api/orders/${data.id}/checkout`, { gateway: "stripe" });
  const one = async <V>(sql: string) =>
    Object.values(
      (await w.env.CONTROL_DB.prepare(sql).bind(data.id).first<object>()) ?? {},
    )[0] as V;
  const page = w.gateways.pageOf(
    await one<string>("select gateway_order_id from orders where id = ?"),
  );
  const { path, body, headers } = tells.stripe.paid(page);
  return {
    send: () => w.server.fetch(`http://localhost${path}`, { method: "POST", body, headers }),
    async found() {
      const times = await one<number>("select count(*) from payment_events where order_id = ?");
      return counted(times, {
        paid: [
          await one<string>("select status from orders where id = ?"),
          times ? "paid" : "pending",
        ],
        invoice: [
          await one<number>("select invoice_no is not null from orders where id = ?"),
          times,
        ],
        subscription: [
          await one<number>("select count(*) from subscription_log where order_id = ?"),
          times,
        ],
      });
    },
  };
};
