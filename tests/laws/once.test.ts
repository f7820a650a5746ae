import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Fields, formDataOf, formsOf, formTarget } from "#tests/support/bodies.ts";
import { bodyOfCall, idFor, sendCall, withValue } from "#tests/support/call-bodies.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import {
  at,
  type Call,
  companyCalls,
  companyPages,
  dataOf,
  named,
  type Page,
} from "#tests/support/manifest.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { settle } from "#tests/support/settle.ts";
import { dump, fill } from "#tests/support/twins.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const twin = await fill(w, await addCompany(w.env, "once", 2, 0));
const admin = await signedIn(w, twin.company, "admin");

/** An answer without its request id. */
async function plain(answer: Response) {
  const text = (await answer.text()).replace(/"requestId","[^"]*"/g, "");
  const hasToast = answer.headers.get("set-cookie")?.includes("flash=") ?? false;
  return { status: answer.status, location: answer.headers.get("location"), text, hasToast };
}
/** The status by which scripts are told to go on to another page. */
const REDIRECT = 202;
/** A step of an import continues where the last one ended, whatever its body is. */
const isStep = ({ path }: { path: string }) => path.includes("/imports/:id");
const rows = rowsOf(w, twin.company);
const none = (table: string, which: string) =>
  expect.poll(() => rows.count(table, which), { timeout: 20_000 }).toBe(0);
/** Waits until no file is being made in the background. @param draws a page's command also wakes the drawing of certificates */
async function filesAreMade(draws: boolean) {
  await none("report_runs", "status in ('queued', 'running')");
  if (draws) await none("certificate_reports", "render_state = 'pending'");
}
type Send = (headers: Record<string, string>, other?: boolean) => Promise<Response>;

/** What leads on to another page without a word: the call of a notice, the page of another site, and an order's form with its price. */
const isSilent = new Set([
  "/notifications open",
  "/subscription order-checkout",
  "/subscription/order price",
]);
/** A secret that is shown once: a repeat says what was made, without it. */
const SHOWN_ONCE = /pbk_[\w-]{40,}/;
/** @param tells the command also wakes what is told to webhooks */
type Expected = { goesOn: boolean; isSilent?: boolean; draws?: boolean; tells?: boolean };
const isTelling = (path: string, intent = "") =>
  /^\/api\/webhook(s|-deliveries)\/:id\/(test|replay|replay-failed)$/.test(path) ||
  (path.startsWith("/settings/webhook") && ["test", "replay"].includes(intent));
/** Returns what goes wrong when a command is sent twice with one key; null when it was refused at first. */
async function wrongly(
  send: Send,
  { goesOn, isSilent = false, draws = false, tells = false }: Expected,
): Promise<string[] | null> {
  const key = { "idempotency-key": newId() };
  const first = await plain(await send(key));
  if (first.status >= 400) return null;
  await filesAreMade(draws);
  if (tells) await none("webhook_deliveries", "next_at is not null");
  const before = await dump(twin);
  const second = await plain(await send(key));
  const after = await dump(twin);
  const changed = Object.keys(before).filter((table) => before[table] !== after[table]);
  const other = await send(key, true);
  const isSame = SHOWN_ONCE.test(first.text)
    ? first.status === second.status && !SHOWN_ONCE.test(second.text)
    : JSON.stringify(first) === JSON.stringify(second);
  return [
    ...(isSame
      ? []
      : [
          `${first.status} ${first.text.slice(0, 150)}, then ${second.status} ${second.text.slice(0, 150)}`,
        ]),
    ...(changed.length ? [`writes ${changed} again`] : []),
    ...(first.status === REDIRECT && !first.hasToast && !isSilent ? ["has no toast"] : []),
    ...(other.status === 422 || goesOn ? [] : [`${other.status} with another body`]),
  ];
}

describe("a command whose answer was lost, sent again", () => {
  test.each(named(companyCalls.filter(({ method }) => method === "POST" || method === "PUT")))(
    "%s",
    async (_, call: Call) => {
      await settle(twin, call);
      const body = bodyOfCall(call, twin.rows)!;
      const wrong = await wrongly(
        (headers, other = false) =>
          sendCall(
            admin,
            call,
            idFor(call, twin.rows),
            other ? withValue(body, ["another"], "1") : body,
            headers,
          ),
        { goesOn: isStep(call), tells: isTelling(call.path) },
      );
      expect(wrong ?? []).toEqual([]);
    },
  );

  const forms = companyPages.filter(
    ({ hasAction, path }) => hasAction && !path.startsWith("/session/"),
  );
  test.each(named(forms))("%s", async (_, page: Page) => {
    const table = formTarget[page.path];
    const path = at(page.path, table ? String(twin.rows[table]!.id) : "");
    for (const fields of formsOf(page, twin.rows)) {
      const intent = fields.intent ?? "";
      await settle(twin, intent);
      const sent = page.path.includes("update") ? await withVersion(page, fields) : fields;
      const wrong = await wrongly(
        (headers, other = false) =>
          admin.page(dataOf(page, path), {
            method: "POST",
            headers,
            body: formDataOf({ ...sent, ...(other ? { another: "1" } : {}) }),
          }),
        {
          goesOn: isStep(page),
          isSilent: isSilent.has(`${page.path} ${intent}`),
          draws: page.path === "/certificate-report/:id" || page.path.endsWith("/issue"),
          tells: isTelling(page.path, intent),
        },
      );
      expect(wrong ?? [], intent).toEqual([]);
    }
  });
});

test("a form of the platform whose answer was lost, sent again", async () => {
  const staff = await superAdmin(w);
  const post = async (path: string, fields: Fields, key: string) => {
    const answer = await staff.page(`${path}.data`, {
      method: "POST",
      headers: { "idempotency-key": key },
      body: formDataOf(fields),
    });
    return plain(answer);
  };
  const type = await staff.call("POST", "/api/machine-types", { name: `Once ${newId()}` });
  const list = { machineTypeId: type.data.id, machineName: "Once", lists: '["One"]' };
  const created = newId();
  const first = await post("/pm-checklist/create", list, created);
  expect([first.status, await post("/pm-checklist/create", list, created)]).toEqual([202, first]);
  const of = "select id, version from pm_checklists where machine_type_id = ?";
  const { results } = await w.env.CONTROL_DB.prepare(of)
    .bind(type.data.id)
    .all<{ id: string; version: number }>();
  expect(results).toHaveLength(1);
  const changed = { ...list, machineName: "Once more", version: String(results[0]!.version) };
  const updated = newId();
  const path = `/pm-checklist/update/${results[0]!.id}`;
  const second = await post(path, changed, updated);
  expect([second.status, await post(path, changed, updated)]).toEqual([202, second]);
  expect((await post(path, { ...changed, machineName: "Another" }, updated)).status).toBe(422);
  expect((await post(path, changed, newId())).status).toBe(409);
});

/** Adds the version of the record, as a browser sends it. */
async function withVersion(page: Page, fields: Fields): Promise<Fields> {
  const table = formTarget[page.path]!;
  const row = await rowsOf(w, twin.company).get(table, String(twin.rows[table]!.id));
  return { ...fields, version: String(row.version) };
}
