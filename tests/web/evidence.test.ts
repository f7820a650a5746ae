import { PDFDocument } from "@cantoo/pdf-lib";
import { strFromU8, strToU8, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { devices } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { hashOf, opened, textIn, verified } from "#tests/support/packs.ts";
import { colleague } from "#tests/support/person.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { type LogRow, type Sealed, sealOf } from "#worker/domain/activity/chain.ts";
import { sealChain } from "#worker/jobs/seal-log.ts";
import { checkPack } from "../../scripts/support/check-pack.ts";

let w: World;
let company: Company;
let rows: Rows;
let asset: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "evidence", 2, 0);
  rows = rowsOf(w, company);
  const { ids } = await devices(rows, ["life_support"], "EVI");
  asset = ids[0]!;
  await planned(rows, { assetId: asset, from: "2026-01-10", until: "2026-12-31" });
  const engineer = await signedIn(w, company, "engineer");
  const send = (media?: File) =>
    engineer.call(
      "POST",
      `/api/service-report/create/${asset}`,
      reportForm({ service_ticket: freshTicket(), action_taken: "Filter replaced" }, [], media),
      { "idempotency-key": newId() },
    );
  await send(fileOf(pngOf(64, 48, 3000), "leak & test.png", "image/png"));
  await send();
  await sealChain(rows.db, company.id, Date.now() + 120_000);
});

test("a device's pack holds its PDF, each report, files as stored, its dates and its log; every hash is what it says, on the cover too", async () => {
  const admin = await signedIn(w, company, "admin");
  const { entries, manifest } = await opened(await admin.page(`/asset/evidence/${asset}`));
  expect([manifest.asset_code, manifest.left_out]).toEqual(["EVI-0", []]);
  const names = Object.keys(entries);
  expect(names.filter((name) => name.startsWith("reports/")).length).toBe(2);
  const picture = names.find((name) => name.startsWith("files/"))!;
  expect(picture).toBe("files/001-leak_test.png");
  const stored = await rows.first<{ sha256: string; object_key: string }>(
    "select sha256, object_key from media where company_id = ? and mime = 'image/png'",
  );
  expect(await hashOf(entries[picture]!)).toBe(stored!.sha256);
  expect(strFromU8(entries["occurrences.csv"]!)).toContain("2026-01-10");
  expect(strFromU8(entries["device.csv"]!)).toContain("Life support");

  const printed = (await textIn(entries["evidence.pdf"]!)).replaceAll(" ", "");
  const sources = manifest.entries.filter(
    ({ name }) => /^[^/]+\.(csv|json)$/.test(name) && name !== "manifest.json",
  );
  expect(sources.length).toBeGreaterThan(8);
  for (const { name, sha256 } of sources) expect(printed, name).toContain(sha256);
  expect(printed).toContain("Filterreplaced");
  for (const name of names.filter((one) => one.endsWith(".pdf")))
    expect((await PDFDocument.load(entries[name]!)).getPageCount(), name).toBeGreaterThan(0);
});

test("each sealed entry of an Admin's log can be recomputed, and what is changed shows", async () => {
  const admin = await signedIn(w, company, "admin");
  const { entries } = await opened(await admin.page(`/asset/evidence/${asset}`));
  const log = JSON.parse(strFromU8(entries["log.json"]!)) as {
    head: { seq: number; hash: string };
    rows: (LogRow & Sealed)[];
  };
  expect(log.rows.length).toBeGreaterThanOrEqual(2);
  for (const { seq, prev_hash, hash, ...row } of log.rows)
    expect(await sealOf(row as LogRow, seq!, prev_hash!)).toBe(hash);
  const { seq, prev_hash, hash, ...row } = log.rows[0]!;
  expect(await sealOf({ ...row, actor_name: "Other" } as LogRow, seq!, prev_hash!)).not.toBe(hash);
  expect(log.head.seq).toBeGreaterThanOrEqual(log.rows.at(-1)!.seq!);
});

test("a pack is read back as it was made; a byte that is changed anywhere, a file added or taken away is named", async () => {
  const admin = await signedIn(w, company, "admin");
  const { entries, manifest } = await opened(await admin.page(`/asset/evidence/${asset}`));
  const seals = (JSON.parse(strFromU8(entries["log.json"]!)).rows as Sealed[]).filter(
    ({ seq }) => seq !== null,
  ).length;
  const whole = { files: manifest.entries.length, seals, unread: 0, wrong: [] };
  const archive = zipSync(entries, { level: 0 });
  expect(await checkPack(archive)).toMatchObject(whole);
  expect(await verified(archive)).toMatchObject({ code: 0 });

  for (const name of Object.keys(entries).filter((one) => one !== "manifest.json")) {
    const bytes = entries[name]!.slice();
    bytes[bytes.length >> 1]! ^= 1;
    const { wrong } = await checkPack(zipSync({ ...entries, [name]: bytes }, { level: 0 }));
    expect(wrong, name).toEqual([`${name} is not what the manifest says`]);
  }
  const { "occurrences.csv": gone, ...fewer } = entries;
  const moved = await checkPack(zipSync({ ...fewer, "other.csv": gone! }));
  expect(moved.wrong).toEqual(["occurrences.csv is missing", "other.csv is not in the manifest"]);
  const cut = await verified(archive.slice(0, archive.length >> 1));
  expect(cut.code).toBe(1);
  expect(cut.said).toContain("cannot be read");

  // A log that is written anew with its manifest: the seals no longer fit.
  const log = strFromU8(entries["log.json"]!).replace("engineer of evidence", "Somebody else");
  const sum = await hashOf(strToU8(log));
  const files = manifest.entries.map((one) =>
    one.name === "log.json" ? { ...one, bytes: strToU8(log).length, sha256: sum } : one,
  );
  const forged = await verified(
    zipSync({
      ...entries,
      "log.json": strToU8(log),
      "manifest.json": strToU8(JSON.stringify({ ...manifest, entries: files })),
    }),
  );
  expect(forged.code).toBe(1);
  expect(forged.said).toMatch(/Entry no\. \d+ of the log is not what was sealed/);
});

test("others get what they may see, without addresses of devices and networks, and the PDF alone where that is asked for", async () => {
  const { client } = await colleague(w, company, "view-asset", "export-asset");
  const { entries, manifest } = await opened(await client.page(`/asset/evidence/${asset}`));
  expect(Object.keys(entries)).not.toContain("calls.csv");
  expect(manifest.left_out.join(" ")).toContain("service calls and downtimes");
  const { rows: logged } = JSON.parse(strFromU8(entries["log.json"]!));
  expect(Object.keys(logged[0])).not.toContain("ip");
  const pdf = await client.page(`/asset/evidence/${asset}/pdf`);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(await textIn(new Uint8Array(await pdf.arrayBuffer()))).toContain("Evidence pack");
  const logs = await rows.count(
    "activity_log",
    "action = 'export.asset' and entity_label = 'Evidence pack of an asset'",
  );
  expect(logs).toBe(5);
});

test("it takes the permission to export, an own device, and at most five in five minutes", async () => {
  const viewer = await signedIn(w, company, "viewer");
  expect((await viewer.page(`/asset/evidence/${asset}`)).status).toBe(403);
  const { client, id } = await colleague(w, company, "view-asset", "export-asset");
  expect((await client.page(`/asset/evidence/${newId()}`)).status).toBe(404);
  const elsewhere = await rows.add("departments", { name: "Elsewhere" });
  await rows.add("user_scopes", { user_id: id, department_id: elsewhere });
  expect((await client.page(`/asset/evidence/${asset}`)).status).toBe(404);
  const other = await colleague(w, company, "view-asset", "export-asset");
  const statuses = [];
  for (let n = 0; n < 6; n++) {
    const answer = await other.client.page(`/pm-compliance/evidence.zip?month=2026-01`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
