import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import type { Client } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let author: Client;
let editor: Client;
let second: Client;
const TODAY = companyToday();

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "standard-pages", 2, 1);
  shard = rowsOf(w, company);
  const rights = ["view-calibrator", "create-calibrator", "edit-calibrator"];
  const accepts = "accept-calibrator-certificate";
  ({ client: author } = await colleague(w, company, ...rights, accepts));
  ({ client: editor } = await colleague(w, company, ...rights, accepts));
  ({ client: second } = await colleague(w, company, "view-calibrator", accepts));
});

let made = 0;
const added = async (path: string, body: object, by = author): Promise<string> => {
  const { status, errors, data } = await by.call<{ id: string }>("POST", path, body);
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const standard = (more: object = {}) =>
  added("/api/calibrators", {
    ...{ name: "Analyser", kind: "analyser", serial_no: `S-${++made}`, ...more },
  });
const range = {
  ...{ parameter: "Energy", unit: "J", range_lo: "0.1", range_hi: "600", u_kind: "pct_reading" },
  ...{ u_pct: "1", u_k: "2", drift_kind: "none", correction: "linear" },
  points: [{ nominal: "200", reference: "200.10", indicated: "200.4", u: "2.0", k: "2" }],
};
const entered = (calibrator: string) =>
  added(`/api/calibrators/${calibrator}/certificates`, {
    ...{ certificate_no: `C-${++made}`, issued_by: "Laboratory", route: "accredited_lab" },
    ...{ calibrated_on: addDays(TODAY, -30), issued_on: addDays(TODAY, -29) },
    ...{ due_on: addDays(TODAY, 335), as_found: "in_tolerance", ranges: [range] },
  });
const PDF = "%PDF-1.4 certificate";
const pdf = () => new File([PDF], "certificate.pdf", { type: "application/pdf" });
/** A form of a certificate with what is there, and a change. */
async function formOf(id: string, more: Record<string, string | File>) {
  const { data } = await author.call("GET", `/api/calibrator-certificates/${id}`);
  const row = data as Record<string, string>;
  return {
    ...{ certificateNo: row.certificate_no!, issuedBy: row.issued_by!, route: row.route! },
    ...{ calibratedOn: row.calibrated_on!, issuedOn: row.issued_on!, dueOn: row.due_on! },
    ...{ asFound: row.as_found!, adjusted: "0", version: String(row.version) },
    ranges: JSON.stringify([
      {
        ...{ parameter: "Energy", unit: "J", rangeLo: "0.1", rangeHi: "600", uPct: "1", uK: "2" },
        ...{ uKind: "pct_reading", driftKind: "none", correction: "linear", points: range.points },
      },
    ]),
    ...more,
  };
}
const accept = (id: string, by: Client) =>
  by.call("POST", `/api/calibrator-certificates/${id}/accept`, {});
const logged = (id: string) =>
  shard.all<{ action: string; changes: string }>(
    "select action, changes from activity_log where company_id = ? and entity_id = ? order by id",
    id,
  );

test("a certificate is edited from its page until it is accepted, by another person than who edits it", async () => {
  const calibrator = await standard();
  const id = await entered(calibrator);
  const page = `/calibrator/${calibrator}`;
  const form = `/calibrator/certificate/update/${id}`;
  const offers = async (client: Client) => {
    const text = await client.text(`${page}.data`);
    return text.includes('"edit"') && text.includes('"Edit"');
  };
  expect(await offers(author)).toBe(true);
  expect(await offers(second)).toBe(false);
  expect((await second.page(form)).status).toBe(403);
  const shown = await author.text(form);
  for (const there of ["Laboratory", "0.1", "600", "200.10", "200.4"])
    expect(shown).toContain(there);

  const sent = await formOf(id, { issuedBy: "Other laboratory", file: pdf() });
  expect((await editor.form(form, sent)).status).toBe(302);
  const row = await shard.get("calibrator_certificates", id);
  expect(row).toMatchObject({ issued_by: "Other laboratory", status: "entered" });
  expect(row.media_id).not.toBeNull();
  const last = (await logged(id)).at(-1)!;
  expect(last.action).toBe("update.calibrator_certificate");
  expect(JSON.parse(last.changes)).toEqual([
    { field: "issuedBy", from: "Laboratory", to: "Other laboratory" },
    { field: "paper", from: null, to: "certificate.pdf" },
  ]);

  // Who entered it and who changed it last have both written on it.
  for (const writer of [author, editor]) expect((await accept(id, writer)).status).toBe(403);
  expect((await accept(id, second)).status).toBe(200);
  expect(await offers(author)).toBe(false);
  expect((await author.page(form)).status).toBe(409);
  expect((await author.form(form, await formOf(id, { issuedBy: "Third" }))).status).toBe(409);
});

test("a page says that its standard has no certificate, how often it is calibrated, and what was done to its certificates", async () => {
  const every = { interval_value: 15, interval_unit: "month", interval_source: "manufacturer" };
  const calibrator = await standard(every);
  const page = `/calibrator/${calibrator}`;
  const bare = await author.text(page);
  expect(bare).toContain("No certificate<");
  expect(bare).toContain("15 months");
  const id = await entered(calibrator);
  const paper = new FormData();
  paper.set("file", pdf());
  const path = `/api/calibrator-certificates/${id}/paper`;
  expect((await author.api(path, { method: "POST", body: paper })).status).toBe(200);
  expect((await accept(id, second)).status).toBe(200);
  const told = (await second.text(page)).split("Latest activity").at(-1)!;
  const done = ["accepted", "added the paper of", "entered"].map(
    (what) => `${what} certificate of a calibrator`,
  );
  const places = [...done, "added calibrator"].map((what) => told.indexOf(what));
  expect(Math.min(...places)).toBeGreaterThan(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(await second.text(page)).not.toContain("No certificate<");
});

test("a release is offered once a check was passed or a certificate accepted since the quarantine began", async () => {
  const lacks = "No certificate was accepted and no check was passed since its quarantine began";
  const calibrator = await standard();
  const path = `/api/calibrators/${calibrator}`;
  const check = (value: string) =>
    added(`${path}/checks`, {
      ...{ parameter: "Energy", nominal: "200", unit: "J", value, reference: "200" },
      ...{ limit_value: "1", checked_on: TODAY },
    });
  const offers = async (by = editor) => {
    const text = await by.text(`/calibrator/${calibrator}`);
    return [text.includes("do=release"), text.includes(lacks)];
  };
  const quarantine = async () => {
    const sent = await author.call("POST", `${path}/quarantine`, { reason: "It fell" });
    expect(sent.status).toBe(200);
  };
  const release = () => editor.call("POST", `${path}/release`, { reason: "Within its limits" });

  await check("200.1");
  await quarantine();
  expect(await offers()).toEqual([false, true]);
  expect(await release()).toMatchObject({ status: 409, message: lacks });
  // One that fails proves nothing, and begins the quarantine anew.
  await check("205");
  expect(await offers()).toEqual([false, true]);
  await check("200.1");
  expect(await offers()).toEqual([true, false]);
  expect(await offers(author)).toEqual([false, false]);
  expect((await release()).status).toBe(200);

  await quarantine();
  expect(await offers()).toEqual([false, true]);
  const id = await entered(calibrator);
  expect(
    (await author.form(`/calibrator/certificate/update/${id}`, await formOf(id, { file: pdf() })))
      .status,
  ).toBe(302);
  expect(await offers()).toEqual([false, true]);
  expect((await accept(id, second)).status).toBe(200);
  expect(await offers()).toEqual([true, false]);
  expect((await release()).status).toBe(200);
});
