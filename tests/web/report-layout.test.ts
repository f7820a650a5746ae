import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { PNG } from "#tests/support/pictures.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "printed", 2, 1);
const admin = await signedIn(w, company, "admin");
const { asset } = await bench(w, company, []);
const form = reportForm({ service_ticket: freshTicket() });
const { id } = (await admin.call("POST", `/api/service-report/create/${asset}`, form)).data;

const send = (fields: Record<string, string | File>) => admin.form("/settings.data", fields);
const pdf = async () => {
  const answer = await admin.page(`/asset/service-report/pdf/${id}`);
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
};
const layout = {
  intent: "report",
  reportHeader: "14 Palm Avenue",
  reportFooter: "Ninety days on parts",
  logoOnReport: "1",
};

test("header, footer and logo stand on the printed report and in its PDF while they are wanted", async () => {
  const bare = await pdf();
  const logo = new File([PNG], "logo.png", { type: "image/png" });
  await expectAnswer(send({ intent: "logo", logo }), 200);
  await expectAnswer(send(layout), 200);
  const html = await admin.text(`/asset/service-report/print/${id}`);
  for (const text of [layout.reportHeader, layout.reportFooter, "slip-logo"])
    expect(html).toContain(text);
  const full = await pdf();
  expect([full.status, full.bytes > bare.bytes]).toEqual([200, true]);
  await send({ ...layout, reportHeader: "", reportFooter: "", logoOnReport: "0" });
  expect(await admin.text(`/asset/service-report/print/${id}`)).not.toContain("slip-logo");
});

test("a logo that cannot be read is left out", async () => {
  await send(layout);
  const key = await rowsOf(w, company).value<string>(
    "select object_key from media where company_id = ? and kind = 'logo'",
  );
  const httpMetadata = { contentType: "image/png" };
  await w.env.MEDIA.put(key!, "no picture", { httpMetadata });
  expect((await pdf()).status).toBe(200);
});
