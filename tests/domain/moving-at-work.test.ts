import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { laboratoryOf } from "#tests/support/certifying.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { shardsWith, workOf } from "#tests/support/moving.ts";
import { bench, freshTicket, reportForm, stockOf } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { issued } from "#tests/support/verified.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import {
  type LogRow,
  type Sealed,
  sealedRows,
  verifyChain,
} from "#worker/domain/activity/chain.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";
import { move } from "../../scripts/company/moving.ts";

/* People at work while their company is moved: what they were told is saved is there, once. */

const TO = "TENANT_DB_2";
/** What a request asks for is done at last, however often the move sends it back. */
const MOST_TRIES = 600;
const STOCK = 5_000;
/** Each of them rests for so long after a thing is done. */
const PAUSE_MS = 100;
let w: World;
let company: Company;
let admin: Client;
let asset: string;
let items: string[];
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "restless", 2, 0);
  const lab = await laboratoryOf(w, company, 4);
  for (let n = 0; n < 2; n++) await issued(lab);
  admin = await signedIn(w, company, "admin");
  ({ asset, items } = await bench(w, company, [{ quantity: STOCK }]));
});

/** How often the move has sent requests back. */
let sentBack = 0;
async function done<D>(path: string, body: () => object): Promise<D> {
  const once = { "idempotency-key": newId() };
  const sent = body();
  for (let n = 0; n < MOST_TRIES; n++) {
    const { status, message, data } = await admin.call("POST", path, sent, once);
    if (status !== 503) {
      expect([200, 201], `${path}: ${message}`).toContain(status);
      return data as D;
    }
    sentBack += 1;
    await wait(100);
  }
  throw new Error(`${path} was never answered`);
}

test("stock, calls and reports of people at work are all there after the move, once each", async () => {
  await minute(w, Date.now() + 120_000);
  let isOver = false;
  let takenOut = 0;
  const [calls, reports] = [[] as string[], [] as string[]];
  const until = async (work: () => Promise<void>) => {
    for (; !isOver; await wait(PAUSE_MS)) await work();
    await work();
  };
  const issue = () =>
    until(async () => {
      await done(`/api/stocks/${items[0]}/issue`, () => ({ qty: 1, reason: "Ward 3" }));
      takenOut += 1;
    });
  const call = () =>
    until(async () => {
      const fields = { asset_id: asset, problem: "No display at all", equipment_down: "no" };
      calls.push((await done<{ id: string }>("/api/service-calls", () => fields)).id);
    });
  const report = () =>
    until(async () => {
      const fields = { service_ticket: freshTicket(), pm_lists: "[]" };
      const path = `/api/service-report/create/${asset}`;
      reports.push((await done<{ id: string }>(path, () => reportForm(fields))).id);
    });
  const work = workOf(w, company);
  const moved = move({ ...work, rest: 2_000 }, TO).finally(() => {
    isOver = true;
  });
  await Promise.all([moved, issue(), call(), report()]);
  expect(work.lines.join("\n")).toContain("Dump equals dump");
  expect(await shardsWith(w, company)).toEqual([TO]);
  expect([sentBack > 0, takenOut > 2, calls.length > 2, reports.length > 2]).toEqual(
    Array(4).fill(true),
  );

  const there = { ...company, shard: TO };
  const shard = rowsOf(w, there);
  expect(await stockOf(w, there, items[0]!)).toEqual({
    quantity: STOCK - takenOut,
    ledger: STOCK - takenOut,
  });
  const idsOf = async (table: string) =>
    (await shard.all<{ id: string }>(`select id from ${table} where company_id = ?`)).map(
      ({ id }) => id,
    );
  expect((await idsOf("breakdowns")).sort()).toEqual(calls.toSorted());
  expect((await idsOf("service_reports")).sort()).toEqual(reports.toSorted());
  expect(await shard.count("activity_log", "action = 'move.company'")).toBe(1);

  await minute(w, Date.now() + 120_000);
  const page = (after: number) => shard.all<LogRow & Sealed>(sealedRows(after, 500));
  const log = await verifyChain(page, new Map());
  expect([log.broken, log.rows]).toEqual([null, await shard.count("activity_log")]);
  const links = (after: number) => shard.all<Linked>(linksAfter(after, 100));
  expect(await verifyLedger(links)).toMatchObject({ entries: 2, broken: null });
}, 240_000);
