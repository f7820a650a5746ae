import { addDays } from "#app/shared/company-time.ts";
import { planned } from "#tests/support/due.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { companyToday } from "#tests/support/world.ts";
import { OPENING, type Place } from "../place.ts";
import { counted, photo, sending, type Work } from "./work.ts";

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
export const create =
  (door: "api" | "page"): Work["begin"] =>
  async (place) => {
    const { rows, admin } = place;
    const [asset, item] = [await place.device(admin), await place.item(admin)];
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
        const found = counted(n, {
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
        return { ...found, files: shown };
      },
    };
  };

/** Another photo and other words of a report. */
export const edit: Work["begin"] = async (place) => {
  const { rows, admin } = place;
  const asset = await place.device(admin);
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

/** A planned PM that is done: its occurrence ends, and the device's dates move. */
export const pm: Work["begin"] = async (place) => {
  const { rows, admin } = place;
  const asset = await place.device(admin);
  const today = companyToday();
  const schedule = await planned(rows, {
    ...{ assetId: asset, from: addDays(today, -2), until: addDays(today, 200) },
  });
  const form = reportForm({ service_ticket: freshTicket(), date: today }, [], photo());
  return {
    send: await sending(place, admin, `/api/service-report/create/${asset}`, form),
    async found() {
      const all = await rows.all<Report>(
        "select id from service_reports where company_id = ? and asset_id = ?",
        asset,
      );
      const times = all.length;
      const { shown, whole } = await filesOf(place, all[0]?.id);
      const found = counted(times, {
        "files whole": [whole, shown],
        done: [
          await rows.count("due_occurrences", "schedule_id = ? and status = 'done'", schedule),
          times,
        ],
        "last PM": [
          await rows.value("select last_pm_on from assets where company_id = ? and id = ?", asset),
          times ? today : null,
        ],
      });
      return { ...found, files: shown };
    },
  };
};
