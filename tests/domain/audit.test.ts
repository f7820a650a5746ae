import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { minute, night } from "#tests/support/clock.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";
import {
  type LogRow,
  PLATFORM,
  platformLog,
  type Sealed,
  sealedColumns,
  sealedRows,
  verifyChain,
} from "#worker/domain/activity/chain.ts";
import { auditKey } from "#worker/domain/activity/kept-heads.ts";
import { sealChain } from "#worker/jobs/seal-log.ts";

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;
let w: World;
let company: Company;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "sealed", 2, 2);
  shard = rowsOf(w, company);
});

const entry = (at: number, of = company) => ({
  company_id: of.id,
  id: newId(at),
  at,
  actor_kind: "user",
  actor_id: of.users.admin.id,
  actor_name: "Ada",
  via: "web",
  action: "update.vendor",
  entity_kind: "vendor",
  entity_id: newId(at),
  entity_label: "Acme “Gases” & Co",
  asset_id: newId(at),
  changes: '[{"field":"name","from":null,"to":"é"}]',
  reason: "why not",
  ip: "10.0.0.1",
  user_agent: "test",
  request_id: newId(at),
});
const add = (count: number, at = Date.now() - 10 * MINUTE) =>
  insert(shard.db, "activity_log", ...Array.from({ length: count }, (_, n) => entry(at + n)));
type Entry = LogRow & Sealed;
const page = (after: number) => shard.all<Entry>(sealedRows(after, 50));
const rowAt = async (seq: number) => (await page(seq - 1))[0]! as Entry & { id: string };
const verified = (heads?: Map<number, string>) => verifyChain(page, heads);

/** Does something the triggers of a log forbid. */
const forced = (work: () => Promise<unknown>, db = shard.db, log = "activity_log") =>
  pastTriggers(db, [log], work);
const set = (id: string, column: string, value: unknown) =>
  forced(() => shard.set("activity_log", id, { [column]: value }));

test("the clock seals what has waited a minute, in the order it was written, and goes on from the head", async () => {
  await add(230);
  await insert(shard.db, "activity_log", entry(Date.now()));
  await minute(w);
  expect(await verified()).toMatchObject({ rows: 230, broken: null });
  await minute(w, Date.now() + 3 * MINUTE);
  expect(await verified()).toMatchObject({ rows: 231, broken: null });
  const ids = (await page(0)).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect((await rowAt(1)).prev_hash).toBe("0".repeat(64));
});

test.each([...sealedColumns, "prev_hash", "hash"].filter((name) => name !== "company_id"))(
  "a changed %s is found, and its row is named",
  async (column) => {
    const seq = 117;
    const before: Record<string, unknown> & { id: string } = await rowAt(seq);
    const values: Record<string, unknown> = {
      at: 1,
      actor_kind: "staff",
      via: "api",
      hash: "f".repeat(64),
      prev_hash: "e".repeat(64),
    };
    const changed = values[column] ?? "x";
    await set(before.id, column, changed);
    const { broken } = await verified();
    await set(column === "id" ? String(changed) : before.id, column, before[column]);
    expect(broken).toMatchObject({ seq });
    expect((await verified()).broken).toBeNull();
  },
);

test("a row that is gone is missed, and so is the end of the chain while a head is kept", async () => {
  const [head, middle] = [await rowAt(231), await rowAt(100)];
  const drop = ({ id }: LogRow) =>
    forced(() => shard.run("delete from activity_log where company_id = ? and id = ?", id));
  const back = (row: Entry) => insert(shard.db, "activity_log", row);
  await drop(middle);
  expect((await verified()).broken).toMatchObject({
    seq: 100,
    why: expect.stringContaining("missing"),
  });
  await back(middle);
  await drop(head);
  expect((await verified()).broken).toBeNull();
  const heads = new Map([[231, String(head.hash)]]);
  expect((await verified(heads)).broken).toMatchObject({ seq: 231 });
  await back(head);
  expect((await verified(heads)).broken).toBeNull();
});

test("a fork is refused by the database itself, and so is another seal on a sealed row", async () => {
  const { id, seq, prev_hash, hash } = await rowAt(10);
  for (const seal of [
    { seq, prev_hash: "a".repeat(64), hash },
    { seq: 9999, prev_hash, hash },
  ])
    await expect(
      insert(shard.db, "activity_log", { ...entry(Date.now()), ...seal }),
    ).rejects.toThrow(/UNIQUE/);
  const again = { seq: 9999, prev_hash: "x", hash: "y" };
  await expect(shard.set("activity_log", id, again)).rejects.toThrow(/activity_log_no_update/);
});

test("two sealers at once make one chain", async () => {
  await add(450, Date.now() - 30 * MINUTE);
  const now = Date.now();
  const runs = await Promise.allSettled([1, 2, 3].map(() => sealChain(shard.db, company.id, now)));
  expect(runs.some(({ status }) => status === "fulfilled")).toBe(true);
  await sealChain(shard.db, company.id, now);
  expect(await verified()).toMatchObject({ rows: 681, broken: null });
});

test("the head of a day is kept beside the files, is not replaced, and no sweep takes it", async () => {
  await night(w);
  const key = auditKey(company.id, new Date().toISOString().slice(0, 10));
  const saved = (await (await w.env.MEDIA.get(key))!.json()) as { seq: number; hash: string };
  const { head, rows } = await verified();
  expect(saved).toMatchObject({ seq: rows, hash: head });
  await add(1);
  await minute(w);
  await night(w);
  expect(await (await w.env.MEDIA.get(key))!.json()).toMatchObject({ seq: rows });
  await night(w, Date.now() + 3 * DAY_MS);
  expect(await w.env.MEDIA.get(key)).not.toBeNull();
  expect((await verified(new Map([[saved.seq, saved.hash]]))).broken).toBeNull();
});

test("rows that stay unsealed for over an hour raise the alarm", async () => {
  await add(1, Date.now() - 2 * 60 * MINUTE);
  w.server.clearLogs();
  await minute(w);
  const alarms = () =>
    w.server.getLogs().filter(({ message }) => message.includes(`${company.id} has rows unsealed`));
  await expect.poll(alarms).toHaveLength(1);
});

test("the platform's own log is sealed, kept and verified in the same way", async () => {
  const control = w.env.CONTROL_DB;
  const { company_id, asset_id: _, ...fields } = entry(Date.now() - 5 * MINUTE);
  const rows = Array.from({ length: 3 }, (_, n) => ({
    ...fields,
    company_id: n ? company_id : null,
    id: newId(fields.at + n),
    actor_kind: "staff",
  }));
  await insert(control, "platform_activity_log", ...rows);
  await minute(w);
  const sealed = async (after: number) => {
    const statement = control.prepare(sealedRows(after, 50, platformLog)).bind(PLATFORM);
    return (await statement.all<Entry>()).results;
  };
  const before = await verifyChain(sealed);
  expect(before.rows).toBeGreaterThanOrEqual(3);
  expect(before.broken).toBeNull();
  // Another test's night may have kept an earlier head for today.
  const key = auditKey(PLATFORM, new Date().toISOString().slice(0, 10));
  await w.env.MEDIA.delete(key);
  await night(w);
  const saved = await (await w.env.MEDIA.get(key))!.json();
  expect(saved).toMatchObject({ seq: before.rows, hash: before.head });
  const change = (column: string, value = "x") =>
    control
      .prepare(`update platform_activity_log set ${column} = ? where id = ?`)
      .bind(value, rows[1]!.id)
      .run();
  for (const column of ["actor_name", "company_id", "hash", "reason"])
    await expect(change(column)).rejects.toThrow(/platform_activity_log_no_update/);
  const waits = { ...rows[0]!, id: newId(), at: Date.now() };
  await insert(control, "platform_activity_log", waits);
  const forge =
    "update platform_activity_log set seq = 9999, prev_hash = 'p', hash = 'h', actor_name = 'Eve' where id = ?";
  await expect(control.prepare(forge).bind(waits.id).run()).rejects.toThrow(
    /platform_activity_log_no_update/,
  );
  const { seq } = (await control
    .prepare("select seq from platform_activity_log where id = ?")
    .bind(rows[1]!.id)
    .first<{ seq: number }>())!;
  const changed = (value: string) =>
    forced(() => change("reason", value), control, "platform_activity_log");
  await changed("x");
  expect((await verifyChain(sealed)).broken).toMatchObject({ seq });
  await changed(fields.reason);
  expect((await verifyChain(sealed)).broken).toBeNull();
});
