import { expect, test } from "vitest";
import { d1Of, signedIn, superAdmin, upTo } from "#tests/support/client.ts";
import { plain, readByPdfJs } from "#tests/support/other-reader.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
await offer(w);
const staff = await superAdmin(w);
const company = await addCompany(w.env, "invoiced", 2, 1);
const admin = await signedIn(w, company, "admin");
const NAME = "मेरिडियन Hospital";

const placed = await admin.api("/api/orders", {
  method: "POST",
  body: {
    ...{ plan_id: OFFERED.plan, billing: "yearly", legal_name: NAME },
    ...{ address: "4 Hill Road\nBengaluru", region: "Karnataka" },
  },
});
const { data } = (await placed.json()) as { data: { id: string } };
const path = `/subscription/invoice/${data.id}`;
const orderOf = () =>
  w.env.CONTROL_DB.prepare("select * from orders where id = ?")
    .bind(data.id)
    .first<Record<string, string>>();

async function pagesOf(answer: Response) {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const pages = await readByPdfJs(bytes.slice());
  return { bytes, texts: pages.map((lines) => plain(lines.flat().join(" "))) };
}

test("an order has no invoice until it is paid", async () => {
  expect((await admin.page(path)).status).toBe(404);
});

test("a paid order has its tax invoice, the same bytes each time, for the company and for staff", async () => {
  await staff.api(`/api/orders/${data.id}/pay`, {
    method: "POST",
    body: { payment_ref: "NEFT 5512", password: PASSWORD },
  });
  const order = (await orderOf())!;
  const pdf = await admin.page(path);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { bytes, texts } = await pagesOf(pdf);
  expect(texts).toHaveLength(1);
  const shown = ["Tax invoice", order.invoice_no!, order.number!, NAME, "NEFT 5512", "4 Hill Road"];
  for (const text of shown) expect(texts[0]).toContain(plain(text));
  for (const { label } of JSON.parse(order.tax_lines!) as { label: string }[])
    expect(texts[0]).toContain(plain(label));
  expect(texts[0]).toContain((Number(order.total_minor) / 100).toFixed(2));
  const repeated = await admin.page(path);
  expect(d1Of(repeated).trips).toEqual(upTo(2));
  const again = await pagesOf(repeated);
  expect(again.bytes).toEqual(bytes);
  const forStaff = await pagesOf(await staff.page(`/order/invoice/${data.id}`));
  expect(forStaff.bytes).toEqual(bytes);
});

test("a refund adds its credit note as a page with a number of its own", async () => {
  await staff.api(`/api/orders/${data.id}/refund`, {
    method: "POST",
    body: { amount_minor: "100.00", password: PASSWORD, reason: "Paid twice" },
  });
  const refund = await w.env.CONTROL_DB.prepare("select * from refunds where order_id = ?")
    .bind(data.id)
    .first<Record<string, string>>();
  const { texts } = await pagesOf(await admin.page(path));
  expect(texts).toHaveLength(2);
  for (const text of ["Credit note", refund!.credit_no!, "Paid twice", "100.00"])
    expect(texts[1]).toContain(plain(text));
});

test("another company does not see it", async () => {
  const other = await addCompany(w.env, "nosy", 2, 0);
  const stranger = await signedIn(w, other, "admin");
  expect((await stranger.page(path)).status).toBe(404);
});
