import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { keyIn } from "#tests/support/keys.ts";
import { makeFindable } from "#tests/support/masters.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "integrate-"));
/** A program of the guide as it stands there. */
async function program<P>(name: string): Promise<P> {
  const guide = readFileSync("docs/integrate.md", "utf8");
  const [, text] = new RegExp(`\`\`\`js ${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)!;
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text!);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as P;
}

type Fetch = (url: string, init?: object) => Promise<Response>;
type Rows = Record<string, { id: string; name?: string; updated_at: string; version: number }>;
type Copying = {
  copyList(asked: {
    base: string;
    list: string;
    file: string;
    key: string;
    fetch: Fetch;
    wait?: (seconds: number) => Promise<void>;
    times?: number;
  }): Promise<Rows>;
};

let w: World;
let company: Company;
let key: Awaited<ReturnType<typeof keyIn>>;
let rows: ReturnType<typeof rowsOf>;
const asked: Fetch = (url, init) =>
  w.server.fetch(url, init as never) as unknown as Promise<Response>;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "maple", 2, 1);
  rows = rowsOf(w, company);
  key = await keyIn(w, company);
});

const inDatabase = async (table: string) =>
  Object.fromEntries(
    (
      await rows.all<{ id: string; version: number }>(
        `select id, version from ${table} where company_id = ?1 ${table === "assets" ? "and deleted_at is null" : ""}`,
      )
    ).map(({ id, version }) => [id, version]),
  );
const versionsOf = (copy: Rows) =>
  Object.fromEntries(Object.values(copy).map(({ id, version }) => [id, version]));

test("the nightly copy survives lost connections, the limit and its own end, and is equal to the server in the end", async () => {
  const { copyList } = await program<Copying>("nightly-copy");
  const { asset, department } = await bench(w, company, []);
  const template = await rows.get("assets", asset);
  const at = Date.now() - 3_600_000;
  const more = Array.from({ length: 450 }, (_, n) => ({
    ...template,
    ...{
      id: newId(),
      asset_code: `C-${n}`,
      qr_token: newId(),
      serial_no: null,
      updated_at: at + (n % 7),
    },
  }));
  await rows.addUnstamped("assets", ...more);
  const base = `http://${company.host}`;
  const file = join(folder, "assets.json");
  const waited: number[] = [];
  let count = 0;
  /** Somebody changes, adds and deletes while the copy is made. */
  const writing = async () => {
    const one = more[count * 7]!.id;
    await key.client.call("POST", `/api/assets/${one}/move`, { department_id: department });
    await key.client.call("POST", `/api/assets/${one}/standby`, { reason: "In store" });
    if (count % 3 === 0) await key.client.call("DELETE", `/api/assets/${more[count * 7 + 1]!.id}`);
  };
  const troubled: Fetch = async (url, init) => {
    count++;
    if (count === 2) throw new TypeError("fetch failed");
    if (count === 4)
      await rows.run("update api_uses set used = 600 where company_id = ?1 and id = ?2", key.id);
    if (count === 5) await rows.run("delete from api_uses where company_id = ?1");
    const answer = await asked(url, init);
    await writing();
    return answer;
  };
  const how = { base, list: "assets", file, key: key.token };
  const wait = async (seconds: number) => {
    waited.push(seconds);
  };
  // It is stopped in the middle: nothing of what it has written down is lost.
  let left = 3;
  const stopped: Fetch = (url, init) =>
    left-- > 0 ? troubled(url, init) : Promise.reject(new TypeError("killed"));
  await expect(copyList({ ...how, fetch: stopped, wait, times: 3 })).rejects.toThrow("killed");
  const before = JSON.parse(readFileSync(file, "utf8")) as { rows: Rows; after: string | null };
  expect(Object.keys(before.rows).length).toBeGreaterThan(0);
  expect(before.after).not.toBeNull();
  await copyList({ ...how, fetch: troubled, wait });
  expect(waited.some((seconds) => seconds > 0)).toBe(true);
  // The last writing came after the last page: the next night brings it.
  const copy = await copyList({ ...how, fetch: asked, wait });
  expect(versionsOf(copy)).toEqual(await inDatabase("assets"));
  expect(Object.keys(copy).length).toBeGreaterThan(440);
});

test("a key that does not work ends the copy at once", async () => {
  const { copyList } = await program<Copying>("nightly-copy");
  const file = join(folder, "none.json");
  const how = { base: `http://${company.host}`, list: "assets", file, fetch: asked };
  await expect(copyList({ ...how, key: `${key.token.slice(0, -1)}-` })).rejects.toThrow("401");
});

test("an alarm opens one call, however often it is sent", async () => {
  type Opening = { openCall(asked: object): Promise<string> };
  const { openCall } = await program<Opening>("open-call");
  const { asset } = await bench(w, company, []);
  const { asset_code: assetCode } = await rows.get<{ asset_code: string }>("assets", asset);
  await makeFindable(w, company, { asset: [{ id: asset, name: assetCode }] });
  const alarm = { id: newId(), assetCode, text: "No reading for ten minutes", isDown: true };
  const how = { base: `http://${company.host}`, key: key.token, fetch: asked };
  const first = await openCall({ ...how, alarm });
  expect(await openCall({ ...how, alarm })).toBe(first);
  expect(await rows.get("breakdowns", first)).toMatchObject({
    ...{ asset_id: asset, source: "api", equipment_down: 1, reporter_user_id: null },
  });
  await expect(openCall({ ...how, alarm: { ...alarm, assetCode: "none-such" } })).rejects.toThrow(
    "There is no asset none-such",
  );
});

test("a webhook is genuine by its signature, its time and its whole body", async () => {
  type Verifying = { isGenuine(message: object): boolean };
  const { isGenuine } = await program<Verifying>("verify-webhook");
  const secret = `whsec_${btoa("a secret of thirty-two bytes, yes")}`;
  const now = new Date();
  const body = JSON.stringify({ type: "service_call.opened" });
  const id = `msg_${newId()}`;
  const signature = new Webhook(secret).sign(id, now, body);
  const headers = {
    ...{ "webhook-id": id, "webhook-timestamp": String(Math.floor(now.getTime() / 1000)) },
    "webhook-signature": `v1,AAAA ${signature}`,
  };
  expect(isGenuine({ secret, headers, body })).toBe(true);
  expect(isGenuine({ secret, headers, body: `${body} ` })).toBe(false);
  expect(isGenuine({ secret, headers, body, now: now.getTime() + 301_000 })).toBe(false);
  expect(isGenuine({ secret: `whsec_${btoa("another")}`, headers, body })).toBe(false);
});
