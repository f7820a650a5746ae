import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { approved } from "#tests/support/certifying.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import { tells } from "#tests/support/gateways.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { OFFERED } from "#tests/support/platform-twins.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { addCompany, companyToday, PASSWORD } from "#tests/support/world.ts";
import { OPENING, type Place } from "./place.ts";

/** How often what was asked is there: `times`, and a sentence for each part that is there another number of times. */
export type Found = { times: number; wrong: string[] };
/** One piece of a person's work. */
export type Case = {
  /** Sends the same bytes under the same key each time. */
  send: () => Promise<Response>;
  found: () => Promise<Found>;
};
export type Work = {
  name: string;
  begin: (place: Place) => Promise<Case>;
  /** It puts a file into the store. */
  hasFile?: true;
};

const photo = (bytes = 2000) => fileOf(pngOf(2, 2, bytes), "photo.png", "image/png");

/** A form or an object, encoded once. */
async function encoded(body: BodyInit | object) {
  if (!(body instanceof FormData || body instanceof URLSearchParams))
    return { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) };
  const made = new Response(body);
  return {
    type: made.headers.get("content-type")!,
    bytes: Buffer.from(await made.arrayBuffer()),
  };
}

/** Sends past the clients of the tests, which look a host up from time to time. */
export async function sending(
  { w }: Place,
  { host, token, cookie }: Client,
  path: string,
  body: BodyInit | object,
): Promise<() => Promise<Response>> {
  const { type, bytes } = await encoded(body);
  const who: Record<string, string> = path.startsWith("/api/")
    ? { authorization: `Bearer ${token}` }
    : { cookie, origin: `http://${host}` };
  const headers = { ...who, "content-type": type, "idempotency-key": newId() };
  return () => w.server.fetch(`http://${host}${path}`, { method: "POST", headers, body: bytes });
}

/** Compares how often each part of a piece of work is there. */
function counted(times: number, parts: Record<string, [is: unknown, says: unknown]>): Found {
  const wrong = Object.entries(parts)
    .filter(([, [is, says]]) => is !== says)
    .map(([part, [is, says]]) => `${part}: ${is}, not ${says}`);
  return { times, wrong };
}

/** How many files of a report are shown, and how many of them the store has as they were sent. */
async function filesOf({ rows, w }: Place, report: string | undefined) {
  const files = await rows.all<{ object_key: string; sha256: string }>(
    "select object_key, sha256 from media where company_id = ? and service_report_id = ? and deleted_at is null",
    report ?? "",
  );
  let whole = 0;
  for (const { object_key, sha256 } of files) {
    const object = await w.env.MEDIA.get(object_key);
    const bytes = await object?.arrayBuffer();
    const hash = bytes && Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    if (hash === sha256) whole += 1;
  }
  return { shown: files.length, whole };
}

type Report = { id: string; version: number; action_taken: string | null };

/** A new report with a part and a photo, by the API or the page. */
const create =
  (door: "api" | "page"): Work["begin"] =>
  async (place) => {
    const { rows, admin } = place;
    const [asset, item] = [await place.device(), await place.item()];
    const ticket = freshTicket();
    const parts = [{ id: item, qty: 2, cost: "12.50" }];
    const form = reportForm({ service_ticket: ticket, action_taken: "Cleaned" }, parts, photo());
    const path = `/${door === "api" ? "api/service-report/create" : "asset/service-report"}/${asset}`;
    return {
      send: await sending(place, admin, path, form),
      async found() {
        const all = await rows.all<Report>(
          "select id from service_reports where company_id = ? and service_ticket = ?",
          ticket,
        );
        const n = all.length;
        const { shown, whole } = await filesOf(place, all[0]?.id);
        const count = (table: string, where: string, ...values: unknown[]) =>
          rows.count(table, where, ...values);
        return counted(n, {
          "files whole": [whole, shown],
          stock: [
            await rows.value(
              "select quantity from stock_items where company_id = ? and id = ?",
              item,
            ),
            OPENING - 2 * n,
          ],
          movements: [
            await count("stock_movements", "stock_item_id = ? and kind <> 'opening'", item),
            n,
          ],
          log: [
            await count(
              "activity_log",
              "entity_id = ? and action = 'create.service_report'",
              all[0]?.id ?? "",
            ),
            n,
          ],
          "last service": [
            await rows.value(
              "select last_service_on is not null from assets where company_id = ? and id = ?",
              asset,
            ),
            n,
          ],
        });
      },
    };
  };

/** Another photo and other words of a report. */
const edit: Work["begin"] = async (place) => {
  const { rows, admin } = place;
  const asset = await place.device();
  const made = await admin.call<Report>(
    ...(["POST", `/api/service-report/create/${asset}`] as const),
    reportForm({ service_ticket: freshTicket(), action_taken: "Cleaned" }, [], photo(3000)),
  );
  const { id } = made.data;
  const form = reportForm({ action_taken: "Replaced", version: "1" }, [], photo(4000));
  return {
    send: await sending(place, admin, `/api/service-report/update/${id}`, form),
    async found() {
      const { action_taken: words, version } = await rows.get<Report>("service_reports", id);
      const n = Number(words === "Replaced");
      const { shown, whole } = await filesOf(place, id);
      return counted(n, {
        version: [version, 1 + n],
        "files shown": [shown, 1],
        "files whole": [whole, 1],
        log: [
          await rows.count(
            "activity_log",
            "entity_id = ? and action = 'update.service_report'",
            id,
          ),
          n,
        ],
      });
    },
  };
};

/** A delivery into a store. */
const receive: Work["begin"] = async (place) => {
  const { rows, admin } = place;
  const item = await place.item();
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
const issue: Work["begin"] = async (place) => {
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
const pay: Work["begin"] = async ({ w }) => {
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

/** A planned PM that is done: its occurrence ends, and the device's dates move. */
const pm: Work["begin"] = async (place) => {
  const { rows, admin } = place;
  const asset = await place.device();
  const today = companyToday();
  const schedule = await planned(rows, {
    ...{ assetId: asset, from: addDays(today, -2), until: addDays(today, 200) },
  });
  const form = reportForm({ service_ticket: freshTicket(), date: today });
  return {
    send: await sending(place, admin, `/api/service-report/create/${asset}`, form),
    async found() {
      const times = await rows.count("service_reports", "asset_id = ?", asset);
      return counted(times, {
        done: [
          await rows.count("due_occurrences", "schedule_id = ? and status = 'done'", schedule),
          times,
        ],
        "last PM": [
          await rows.value("select last_pm_on from assets where company_id = ? and id = ?", asset),
          times ? today : null,
        ],
      });
    },
  };
};

export const works = {
  create: {
    name: "A report with a part and a photo is saved",
    begin: create("api"),
    hasFile: true,
  },
  page: {
    ...{ name: "The same by its page, without scripts", begin: create("page"), hasFile: true },
  },
  edit: { name: "A report gets other words and another photo", begin: edit, hasFile: true },
  receive: { name: "A delivery is received into a store", begin: receive },
  issue: { name: "A certificate is issued", begin: issue },
  pay: { name: "A gateway tells that an order is paid", begin: pay },
  pm: { name: "A planned PM is done", begin: pm },
} as const satisfies Record<string, Work>;
export type WorkName = keyof typeof works;
