import { beforeAll, expect, test } from "vitest";
import { type Client, clientOf } from "#tests/support/client.ts";
import { bench, freshTicket, reportForm, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let report: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "printed", 2, 1);
  admin = await clientOf(w, company.host, company.users.admin.email);
  const { asset } = await bench(w, company, []);
  const made = await admin.api(`/api/service-report/create/${asset}`, {
    method: "POST",
    body: reportForm({ service_ticket: freshTicket() }, []),
  });
  report = ((await made.json()) as { data: { id: string } }).data.id;
});

/** A picture of one pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const send = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return admin.page("/settings.data", { method: "POST", body: form });
};
const pdf = async () => {
  const answer = await admin.page(`/asset/service-report/pdf/${report}`);
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
};

test("header, footer and logo stand on the printed report and in its PDF while they are wanted", async () => {
  const bare = await pdf();
  const logo = new File([Buffer.from(PNG, "base64")], "logo.png", { type: "image/png" });
  expect((await send({ intent: "logo", logo })).status).toBe(200);
  expect(
    (
      await send({
        intent: "report",
        reportHeader: "14 Palm Avenue",
        reportFooter: "Ninety days on parts",
        logoOnReport: "1",
      })
    ).status,
  ).toBe(200);
  const html = await (await admin.page(`/asset/service-report/print/${report}`)).text();
  for (const text of ["14 Palm Avenue", "Ninety days on parts", "slip-logo"])
    expect(html).toContain(text);
  const full = await pdf();
  expect([full.status, full.bytes > bare.bytes]).toEqual([200, true]);
  await send({ intent: "report", reportHeader: "", reportFooter: "", logoOnReport: "0" });
  expect(await (await admin.page(`/asset/service-report/print/${report}`)).text()).not.toContain(
    "slip-logo",
  );
});

test("a logo that cannot be read is left out", async () => {
  await send({ intent: "report", reportHeader: "", reportFooter: "", logoOnReport: "1" });
  const { results } = await shardOf(w, company)
    .prepare("select object_key from media where company_id = ? and kind = 'logo'")
    .bind(company.id)
    .all<{ object_key: string }>();
  await w.env.MEDIA.put(results[0]!.object_key, "no picture", {
    httpMetadata: { contentType: "image/png" },
  });
  expect((await pdf()).status).toBe(200);
});
