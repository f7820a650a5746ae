import { mkdtempSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { typesOf } from "api-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask } from "#tests/support/client.ts";
import { keyIn } from "#tests/support/keys.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { clientOf, openCall, sync } from "./nightly-sync.ts";

/** What becomes of a request on its way: its answer breaks after so many bytes, or never comes; or a server in between refuses it. */
type Trouble = { breaksAfter: number } | { refused: 429 | 500 };

/** The API behind a line that has troubles, as a server of its own: by the number of the request. */
async function lineTo(w: World, company: Company) {
  const troubles = new Map<number, Trouble>();
  const line = { asked: 0, between: async () => {} };
  const answer = (response: ServerResponse, status: number, body: string) =>
    response
      .writeHead(status, { "Content-Type": "application/json", "Retry-After": "3" })
      .end(body);
  const server = createServer(async (request, response) => {
    const trouble = troubles.get(++line.asked);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (trouble && "refused" in trouble) return answer(response, trouble.refused, "{}");
    const { authorization = "", "idempotency-key": once, "content-type": type } = request.headers;
    const got = await w.server.fetch(`http://${company.host}${request.url}`, {
      method: request.method ?? "GET",
      headers: {
        authorization,
        ...(once ? { "idempotency-key": String(once) } : {}),
        ...(type ? { "content-type": type } : {}),
      },
      ...(pieces.length ? { body: Buffer.concat(pieces) } : {}),
    });
    const body = await got.text();
    await line.between();
    if (!trouble) return answer(response, got.status, body);
    response.writeHead(got.status, { "Content-Length": Buffer.byteLength(body) });
    response.write(body.slice(0, trouble.breaksAfter), () => response.destroy());
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { line, troubles, base: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const folder = mkdtempSync(join(tmpdir(), "nightly-sync-"));
let w: World;
let company: Company;
let rows: ReturnType<typeof rowsOf>;
let key: Awaited<ReturnType<typeof keyIn>>;
let way: Awaited<ReturnType<typeof lineTo>>;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "alder", 2, 0);
  rows = rowsOf(w, company);
  key = await keyIn(w, company);
  way = await lineTo(w, company);
});
afterAll(() => way.close());

const PATHS = ["/api/assets", "/api/service-reports", "/api/service-calls"];

test("the types of the program are those of the document", async () => {
  const document = await (await ask(w, "localhost", "/api/openapi.json")).text();
  await expect(await typesOf(document, PATHS)).toMatchFileSnapshot("./nightly-sync-types.d.ts");
}, 60_000);

test("the guide shows the program as it is", () => {
  const [, shown] = /```ts nightly-sync\n([\s\S]*?)```/.exec(
    readFileSync("docs/integrate.md", "utf8"),
  )!;
  expect(shown).toBe(readFileSync("tests/api/nightly-sync.ts", "utf8"));
});

const inDatabase = async (table: string, where: string) =>
  Object.fromEntries(
    (
      await rows.all<{ id: string; version: number }>(
        `select id, version from ${table} where company_id = ?1 and ${where}`,
      )
    ).map(({ id, version }) => [id, version]),
  );
const versionsOf = (copy: Record<string, { id: string }>) =>
  Object.fromEntries(
    Object.values(copy).map((row) => [row.id, (row as { version?: number }).version]),
  );

test("a nightly sync that is cut off, refused and killed goes on, and has each row once in the end", async () => {
  const { asset, department } = await bench(w, company, []);
  const template = await rows.get("assets", asset);
  const at = Date.now() - 3_600_000;
  const assets = Array.from({ length: 330 }, (_, n) => ({
    ...template,
    ...{ id: newId(at + n), asset_code: `A-${n}`, qr_token: newId(), updated_at: at + (n % 7) },
  }));
  const reports = Array.from({ length: 430 }, (_, n) => ({
    ...{ id: newId(at + n), asset_id: asset, service_ticket: `PM-${n}`, service_on: "2026-01-15" },
    ...{ done_by: "R. Krishnan", created_at: at + n, version: n % 5 ? 1 : 2 },
    updated_at: at + n + (n % 5 ? 0 : 600_000),
  }));
  await rows.addUnstamped("assets", ...assets);
  await rows.addUnstamped("service_reports", ...reports);
  const waited: number[] = [];
  const wait = async (seconds: number) => {
    waited.push(seconds);
  };
  const { line, troubles, base } = way;
  const program = { base, key: key.token, wait };
  const files = { assets: join(folder, "assets.json"), reports: join(folder, "reports.json") };
  /** Somebody moves, adds and deletes while the copy is made. */
  line.between = async () => {
    const one = assets[line.asked * 9]!.id;
    await key.client.call("POST", `/api/assets/${one}/move`, { department_id: department });
    await key.client.call("DELETE", `/api/assets/${assets[line.asked * 9 + 1]!.id}`);
    await rows.run(
      "update service_reports set version = version + 1, updated_at = cast(?3 as integer) where company_id = ?1 and id = ?2",
      reports[line.asked * 11]!.id,
      Date.now(),
    );
  };
  const both = async (client: ReturnType<typeof clientOf>) => ({
    assets: await sync(client, "/api/assets", files.assets),
    reports: await sync(client, "/api/service-reports", files.reports),
  });

  troubles.set(1, { breaksAfter: 5_000 }).set(3, { refused: 429 }).set(4, { refused: 500 });
  // It is killed once a page is there: nobody asks a second time.
  troubles.set(6, { breaksAfter: 0 });
  const killed = { ...program, times: 3 };
  troubles.set(7, { breaksAfter: 1 }).set(8, { refused: 500 });
  await expect(both(clientOf(killed))).rejects.toThrow("500 after 3 times");
  expect(waited).toEqual([2, 3, 3, 2, 4]);
  const half = JSON.parse(readFileSync(files.assets, "utf8")) as { after: string; rows: object };
  expect(Object.keys(half.rows).length).toBeGreaterThan(100);
  expect(half.after).toEqual(expect.any(String));

  troubles.set(12, { breaksAfter: 70_000 }).set(13, { refused: 429 });
  await both(clientOf(program));
  line.between = async () => {};
  const copy = await both(clientOf(program));
  expect(versionsOf(copy.assets)).toEqual(await inDatabase("assets", "deleted_at is null"));
  expect(versionsOf(copy.reports)).toEqual(await inDatabase("service_reports", "1"));
  expect(await rows.count("assets", "deleted_at is not null")).toBeGreaterThan(5);
});

test("a service call whose answer was lost is opened once", async () => {
  const { asset } = await bench(w, company, []);
  const { line, troubles, base } = way;
  const client = clientOf({ base, key: key.token, wait: async () => {} });
  troubles.set(line.asked + 1, { breaksAfter: 0 }).set(line.asked + 2, { breaksAfter: 20 });
  const call = { asset_id: asset, problem: "No reading", equipment_down: "yes" } as const;
  const number = await openCall(client, "alarm-7", call);
  expect(troubles.has(line.asked - 2)).toBe(true);
  expect(await openCall(client, "alarm-7", call)).toBe(number);
  expect(await rows.count("breakdowns", "asset_id = ?2", asset)).toBe(1);
  await expect(openCall(client, "alarm-7", { ...call, problem: "Other" })).rejects.toThrow(
    "This form was already sent with other data",
  );
});
