import { describe, expect, test } from "vitest";
import { postForm, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { colleague } from "#tests/support/person.ts";
import { freshIp, publicCompany, report } from "#tests/support/public-reports.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { world } from "#tests/support/world.ts";

const w = await world();
const p = await publicCompany(w, "pinned", 40);
const { shard, company, look, send, fresh, labelOf, setting } = p;
const PIN = "483920";
await setting("qr_report_pin", PIN);

const callsOf = (asset: string) => shard.count("breakdowns", "asset_id = ?", asset);
const tries = () => shard.count("public_tries", "kind = 'pin'");

describe("a company's PIN", () => {
  test("is asked for, and never told", async () => {
    const html = await (await look(labelOf(fresh()))).text();
    expect(html).toContain("On your ward&#x27;s poster");
    expect(html).not.toContain(PIN);
    expect(html).not.toMatch(/name="pin"[^>]*value="[^"]/);
  });

  test("is needed for a report and for a remark; what was typed stays, but for the PIN", async () => {
    const label = labelOf(fresh());
    const pin = { pin: "000111" };
    await expectAnswer(send(label, report), 422, "Enter the PIN", `>${report.problem}</textarea>`);
    const wrong = await expectAnswer(
      send(label, { ...report, ...pin }),
      422,
      "This is not the PIN on your ward",
      `>${report.problem}</textarea>`,
      'value="Nurse Rao"',
    );
    expect(wrong).not.toContain(pin.pin);
    expect(await callsOf(label.slice("/q/token-".length))).toBe(0);
    await expectAnswer(send(label, { ...report, pin: "4839 20" }), 200, "Your report was sent");
    const remark = { intent: "remark", remark: "It smells of burning", name: "Clerk" };
    await expectAnswer(send(label, remark), 422, "Enter the PIN");
    await expectAnswer(send(label, { ...remark, pin: PIN }), 200, "Your remark was added");
  });

  test("is in no row that a report writes", async () => {
    await expectAnswer(send(labelOf(fresh()), { ...report, pin: PIN }), 200);
    const { results } = await shard.db
      .prepare("select name from sqlite_master where type = 'table' and sql like '%company_id%'")
      .all<{ name: string }>();
    const holding = [];
    for (const { name } of results.filter(({ name }) => name !== "company_settings"))
      if (
        JSON.stringify(await shard.all(`select * from "${name}" where company_id = ?`)).includes(
          PIN,
        )
      )
        holding.push(name);
    expect(holding).toEqual([]);
  });

  test("that is set or changed is not in the log", async () => {
    const admin = await signedIn(w, company, "admin");
    const fields = { intent: "device", qrPublicEnabled: "1", qrPublicReport: "1", showsName: "1" };
    await expectAnswer(admin.form("/settings", { ...fields, qrReportPin: "73651" }), 200);
    expect(await admin.text("/settings")).toContain("73651");
    const log = await shard.all(
      "select changes from activity_log where company_id = ? and action = 'update.settings'",
    );
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain("73651");
    await setting("qr_report_pin", PIN);
  });

  test("is not asked of people who have signed in", async () => {
    const { client } = await colleague(w, company);
    const label = labelOf(fresh());
    expect(await client.text(label)).not.toContain("On your ward");
    const { cookie } = client;
    await expectAnswer(postForm(w, company.host, label, report, { cookie }), 200);
  });

  test("sent wrong ten times from a network has to wait, also the right one; other networks go on", async () => {
    await p.later();
    const [label, ip] = [labelOf(fresh()), freshIp()];
    const guess = (pin: string) => send(label, { ...report, pin }, { ip });
    for (let n = 0; n < 10; n++) expect((await guess(`00${n}00`)).status).toBe(422);
    for (const pin of ["11111", PIN]) {
      const answer = await guess(pin);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "600"]);
      expect(await answer.text()).toContain("Wait 10 minutes");
    }
    expect((await send(label, { ...report, pin: PIN })).status).toBe(200);
    await p.later();
    const other = labelOf(fresh());
    expect((await send(other, { ...report, pin: PIN }, { ip })).status).toBe(200);
  });

  test("however many are tried at once, ten are answered", async () => {
    await p.later();
    const [label, ip, before] = [labelOf(fresh()), freshIp(), await tries()];
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => send(label, { ...report, pin: `9${n}900` }, { ip })),
    );
    const told = answers.filter(({ status }) => status === 422);
    expect([told.length, (await tries()) - before]).toEqual([10, 10]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await callsOf(label.slice("/q/token-".length))).toBe(0);
  });

  test("sent wrong a hundred times in a company has to wait everywhere", async () => {
    await p.later();
    const at = Date.now();
    await shard.addUnstamped(
      "public_tries",
      ...Array.from({ length: 100 }, (_, n) => ({ kind: "pin", network: `10.0.0.${n}`, at })),
    );
    expect((await send(labelOf(fresh()), { ...report, pin: PIN })).status).toBe(429);
    await p.later();
    expect((await send(labelOf(fresh()), { ...report, pin: PIN })).status).toBe(200);
  });
});

test("a company's reports are limited, however many networks and devices they come from", async () => {
  await p.later();
  const [at, asset_id] = [Date.now(), fresh()];
  await shard.addUnstamped(
    "public_reports",
    ...Array.from({ length: 200 }, (_, n) => ({ asset_id, network: `10.1.0.${n}`, at })),
  );
  expect((await send(labelOf(fresh()), { ...report, pin: PIN })).status).toBe(429);
  await shard.run("delete from public_reports where company_id = ?");
  expect((await send(labelOf(fresh()), { ...report, pin: PIN })).status).toBe(200);
});

describe("a ward's poster", () => {
  test("says how a problem is reported, with the PIN and the ward's phone", async () => {
    const { client } = await colleague(w, company, "view-department");
    const id = (await shard.value<string>(
      "select id from departments where company_id = ? limit 1",
    ))!;
    await shard.set("departments", id, { name: "Ward of Posters", head_phone: "+91 44 5550" });
    const html = await client.text(`/departments/poster/${id}`);
    const said = ["pinned", "Ward of Posters", "scan the label on the device", PIN, "+91 44 5550"];
    for (const text of said) expect(html).toContain(text);
    for (const paper of ["", "?paper=letter"]) {
      const pdf = await client.page(`/departments/poster/${id}/pdf${paper}`);
      expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      const pages = await readPdf(await pdf.arrayBuffer());
      const text = pages.flatMap(({ texts }) => texts.map((line) => line.text)).join(" ");
      expect(pages).toHaveLength(1);
      for (const part of said) expect(text).toContain(part);
    }
    await setting("qr_report_pin", null);
    expect(await client.text(`/departments/poster/${id}`)).not.toContain(PIN);
    await setting("qr_public_report", 0);
    expect(await client.text(`/departments/poster/${id}`)).toContain(
      "cannot be reported by labels",
    );
  });

  test("is for people who see Locations", async () => {
    const id = (await shard.value<string>(
      "select id from departments where company_id = ? limit 1",
    ))!;
    const { client } = await colleague(w, company, "view-asset");
    for (const path of [`/departments/poster/${id}`, `/departments/poster/${id}/pdf`])
      expect((await client.page(path)).status).toBe(403);
  });
});
