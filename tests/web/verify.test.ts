import { beforeAll, describe, expect, test } from "vitest";
import type { Verified } from "#app/shared/certificates/verified.ts";
import { type Laboratory, laboratoryOf, measured } from "#tests/support/certifying.ts";
import { ask, d1Of } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { issued, rendered, revised, voided } from "#tests/support/verified.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { sha256 } from "#worker/auth/tokens.ts";
import { ledgerKey } from "#worker/domain/activity/kept-heads.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let w: World;
let lab: Laboratory;
let neighbour: Company;
let sender = 0;
const freshIp = () => `198.21.${Math.floor(++sender / 250)}.${(sender % 250) + 1}`;

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "verifies", 2, 1), 4);
  neighbour = await addCompany(w.env, "unverified", 2, 1);
});

const look = (path: string, { host = lab.company.host, ip = freshIp() } = {}) =>
  ask(w, host, path, { headers: { "cf-connecting-ip": ip } });
const text = async (path: string) => (await (await look(path)).text()).replaceAll("<!-- -->", "");
const told = async (path: string): Promise<Verified> => (await look(`${path}.json`)).json();
const serialOf = (id: string) =>
  lab.shard.value<string>(
    "select serial_no from machines where company_id = ?1 and id = (select machine_id from certificate_reports where company_id = ?1 and id = ?)",
    id,
  );

describe("a certificate that is valid", () => {
  test("is shown to anybody: what it is of, who signed, its fingerprints; it is not indexed and not kept", async () => {
    const { id, path, number } = await issued(lab);
    const serial = (await serialOf(id))!;
    const first = await look(path);
    expect(first.status).toBe(200);
    expect(d1Of(first).trips).toBe(2);
    const again = await look(path);
    expect(d1Of(again).trips).toBe(1);
    const { headers } = again;
    expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
      "private, no-store",
      "noindex, nofollow",
    ]);
    const html = (await again.text()).replaceAll("<!-- -->", "");
    const row = await lab.shard.get("certificate_reports", id);
    for (const said of [
      ...["This certificate is valid.", number, serial, "Defibrillator", "verifies", "Zoll"],
      ...["Pass", "All 3 points inside limits", "1 check inside limits", "in the laboratory"],
      ...["Performed. Engineer", "Authorised and issued. Engineer", "UTC+05:30"],
      ...[String(row.content_sha256), String(row.document_sha256), "Still being made"],
      ...['content="noindex', "Choose file", "certificate.issued"],
    ])
      expect(html, said).toContain(said);
    for (const secret of [String(row.measurement_set_id), String(row.machine_id), lab.company.id])
      expect(html, secret).not.toContain(secret);
  });

  test("shows what was issued and not what rows say today", async () => {
    const { id, path } = await issued(lab);
    const serial = (await serialOf(id))!;
    await lab.shard.run(
      "update machines set serial_no = 'CHANGED-1', name = 'Renamed' where company_id = ?1 and serial_no = ?",
      serial,
    );
    const { summary } = await told(path);
    expect(summary?.item).toMatchObject({ name: "Defibrillator", serial_no: serial });
  });

  test("has a place in the ledger that anybody can reckon again", async () => {
    const { path, number } = await issued(lab);
    const facts = await told(path);
    const { ledger, hashes } = facts.summary!;
    expect(ledger).toHaveLength(1);
    const { payload, prev_hash: before, hash, ...entry } = ledger[0]!;
    const sorted = (facts: object) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))),
      );
    expect(payload).toEqual({
      ...{ certificate_no: number, revision_no: 0, issued_on: facts.issued_on },
      document_sha256: hashes.document,
    });
    expect(await sha256(sorted(payload))).toBe(entry.payload_sha256);
    expect(await sha256(`${before}\n${sorted(entry)}`)).toBe(hash);
    const html = (await text(path)).replaceAll("&quot;", '"');
    expect(html).toContain(sorted(entry));
    expect(html).toContain(sorted(payload));
  });
});

describe("what came after", () => {
  test("a replaced one names the revision after it, by its number alone", async () => {
    const { id, path, number } = await issued(lab);
    const next = await revised(lab, id);
    const html = await text(path);
    expect(html).toContain("This certificate was replaced.");
    expect(html).toContain(`/verify/${next.verify_token}`);
    const facts = await told(path);
    expect(facts).toMatchObject({ state: "superseded", certificate_no: number, revision_no: 0 });
    expect(facts.replaced_by).toEqual({
      certificate_no: `${number}-R1`,
      verify_url: expect.stringMatching(new RegExp(`^https?://.*/verify/${next.verify_token}$`)),
    });
    expect(html).not.toContain(next.document_sha256);
    const [, superseded] = facts.summary!.ledger;
    expect(superseded!.at).toBe(facts.state_since);
    const keys = Object.entries(superseded!.payload).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(await sha256(JSON.stringify(Object.fromEntries(keys)))).toBe(superseded!.payload_sha256);
    const after = await told(`/verify/${next.verify_token}`);
    expect(after).toMatchObject({ state: "valid", revision_no: 1, replaced_by: null });
  });

  test("a void one says since when and why", async () => {
    const { id, path } = await issued(lab);
    await voided(lab, id, "The device was another one");
    const html = await text(path);
    expect(html).toContain("This certificate is void.");
    expect(html).toContain("Reason: The device was another one");
    expect(html).toContain("Voided. Engineer");
    const facts = await told(path);
    expect(facts.state).toBe("void");
    expect(facts.state_since).toBeGreaterThan(0);
    expect(facts.summary!.void?.reason).toBe("The device was another one");
    const { payload, payload_sha256: hash } = facts.summary!.ledger.at(-1)!;
    const keys = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(await sha256(JSON.stringify(Object.fromEntries(keys)))).toBe(hash);
  });
});

describe("how much is shown", () => {
  test("number, state and dates alone, where the laboratory says so", async () => {
    const { id, path, number } = await issued(lab, { public_level: "status" });
    await rendered(lab, id, number);
    await voided(lab, id, "Serial SECRET-9 was another one");
    const serial = (await serialOf(id))!;
    for (const said of [await text(path), await (await look(`${path}.json`)).text()]) {
      expect(said).toContain(number);
      for (const secret of [serial, "Zoll", "SECRET-9", "Engineer", "sha256", "Defibrillator", id])
        expect(said, secret).not.toContain(secret);
    }
    expect(await told(path)).toMatchObject({ state: "void", summary: null, files: [] });
    expect((await look(`${path}/pdf`)).status).toBe(404);
  });

  test("its files too, once they are made; nobody else gets them", async () => {
    const { id, path, number } = await issued(lab, { public_level: "full" });
    expect((await told(path)).files).toEqual([]);
    for (const file of ["pdf", "xml", "json"])
      expect((await look(`${path}/${file}`)).status).toBe(404);
    const bodies = await rendered(lab, id, number);
    const { files, summary } = await told(path);
    expect(files.map(({ file }) => file)).toEqual(["pdf", "xml", "json"]);
    for (const { file, url, bytes } of files) {
      const answer = await look(new URL(url).pathname);
      const body = await answer.text();
      expect([answer.status, body]).toEqual([200, bodies[file]]);
      expect(bytes).toBe(new TextEncoder().encode(body).length);
      const { headers } = answer;
      expect(headers.get("content-disposition")).toContain(`.${file}"`);
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
        "private, no-store",
        "noindex, nofollow",
      ]);
      const hash = { pdf: summary!.hashes.pdf, xml: summary!.hashes.dcc }[file as "pdf" | "xml"];
      expect(await sha256(body)).toBe(hash ?? summary!.hashes.document);
    }
    expect((await look(`${path}/exe`)).status).toBe(404);
    await lab.shard.set("certificate_reports", id, { public_level: "summary" });
    expect((await look(`${path}/pdf`)).status).toBe(404);
    expect((await told(path)).files).toEqual([]);
  });

  test("its document is read from the object store where the text is kept no more", async () => {
    const { id, path, number } = await issued(lab);
    await rendered(lab, id, number);
    await lab.shard.run(
      "delete from certificate_texts where company_id = ?1 and certificate_report_id = ?",
      id,
    );
    const answer = await look(`${path}.json`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as Verified).summary?.item.name).toBe("Defibrillator");
  });
});

describe("what is not found", () => {
  const plain = async (path: string, host = lab.company.host) => {
    const answer = await look(path, { host });
    const html = (await answer.text())
      .replaceAll(path, "*")
      .replaceAll(answer.headers.get("x-request-id")!, "*")
      .replace(/nonce="[^"]+"/g, "");
    return { status: answer.status, trips: d1Of(answer).trips, html };
  };
  const UNKNOWN = `/verify/${"a".repeat(26)}`;

  test("a draft, another company's, and what was never a code are one and the same", async () => {
    const { id } = await measured(lab);
    const draft = await lab.shard.value<string>(
      "select verify_token from certificate_reports where company_id = ?1 and id = ?",
      id,
    );
    const { path } = await issued(lab);
    const unknown = await plain(UNKNOWN);
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain("No certificate is found here.");
    expect(await plain(`/verify/${draft}`)).toEqual(unknown);
    for (const odd of ["short", "A".repeat(26), "x".repeat(3000), "__proto__"])
      expect(await plain(`/verify/${odd}`), odd).toEqual(unknown);
    const there = await plain(path, neighbour.host);
    expect([there.status, there.html]).toEqual([404, unknown.html]);
    for (const more of [".json", "/pdf", "/json"]) {
      const [one, two] = [await look(`/verify/${draft}${more}`), await look(UNKNOWN + more)];
      expect([one.status, await one.text()]).toEqual([404, await two.text()]);
    }
  });

  test("from one network ends after 30 wrong codes, while a right one always opens", async () => {
    const { path } = await issued(lab);
    const ip = "203.0.113.77";
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await look(UNKNOWN, { ip })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
    const answer = await look(UNKNOWN, { ip });
    expect(answer.headers.get("retry-after")).toBe("600");
    expect(await answer.text()).toContain("Too many wrong links");
    expect((await look(path, { ip })).status).toBe(200);
    await lab.shard.run("update public_tries set at = at - 601000 where company_id = ?");
    expect((await look(UNKNOWN, { ip })).status).toBe(404);
  });
});

describe("the heads of the ledger", () => {
  const page = (path = "/verify/heads", host = lab.company.host) =>
    look(path, { host }).then((answer) => answer.text());
  const month = new Date().toISOString().slice(0, 7);
  const day = new Date().toISOString().slice(0, 10);
  const chain = (heads?: Map<number, string>) =>
    verifyLedger((after) => lab.shard.all<Linked>(linksAfter(after, 100)), heads);

  test("are shown to anybody from the night on, the same for ever", async () => {
    await issued(lab);
    await night(w);
    const { entries, head } = await chain();
    await issued(lab);
    await night(w);
    const html = await page();
    expect(html).toContain(head);
    expect(html).toContain(`<time dateTime="${day}">`);
    expect(html).toContain('content="noindex');
    expect(await page(`/verify/heads?month=${month}`)).toContain(head);
    expect((await chain(new Map([[entries, head]]))).broken).toBeNull();
    expect((await chain(new Map([[entries, "0".repeat(64)]]))).broken).toMatchObject({
      seq: entries,
      why: "it is not the head that was kept for its day",
    });
    expect((await chain(new Map([[entries + 99, head]]))).broken?.why).toContain(
      `no. ${entries + 99} was kept as a head`,
    );
  });

  test("are those of the host's company alone, of a month that is one", async () => {
    const { head } = await chain();
    expect(await page("/verify/heads", neighbour.host)).not.toContain(head);
    expect(await page("/verify/heads?month=2024-02")).toContain("No head was kept in this month");
    for (const odd of ["2024-13", "../../x", "9999-01", "x".repeat(500)])
      expect(await page(`/verify/heads?month=${encodeURIComponent(odd)}`), odd).toContain(
        `<time dateTime="${day}">`,
      );
    expect((await look("/verify/heads", { host: "localhost" })).status).toBe(404);
    const kept = await w.env.MEDIA.list({ prefix: ledgerKey(neighbour.id, "") });
    expect(kept.objects).toEqual([]);
  });
});
