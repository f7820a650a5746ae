import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { laboratoryOf } from "#tests/support/certifying.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { issued } from "#tests/support/verified.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let w: World;
let shard: Rows;
const folder = mkdtempSync(join(tmpdir(), "plumbline-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "proves", 2, 1);
  shard = rowsOf(w, company);
  const lab = await laboratoryOf(w, company, 4);
  for (let n = 0; n < 3; n++) await issued(lab);
});

/** What `npm run ledger:verify` says of the company, on a copy of the databases as they stand. */
async function verified(): Promise<{ code: number; err: string }> {
  cpSync(join(w.state, "d1"), join(folder, "v3/d1"), { recursive: true });
  const slug = (await shard.value<string>(
    "select slug from company_profiles where company_id = ?",
  ))!;
  return new Promise((resolve) => {
    execFile(
      ...(["npm", ["run", "-s", "ledger:verify", "--", "--company", slug]] as const),
      { env: { ...process.env, STATE: folder } },
      (error, _, err) => resolve({ code: Number(error?.code ?? 0), err }),
    );
  });
}

test("npm run ledger:verify names the row that was altered, of a chain that held before it", async () => {
  const links = (after: number) => shard.all<Linked>(linksAfter(after, 100));
  expect(await verifyLedger(links)).toMatchObject({ entries: 3, broken: null });
  const second = await shard.value<string>(
    "select id from ledger_events where company_id = ? and seq = 2",
  );
  await pastTriggers(shard.db, ["ledger_events"], () =>
    shard.set("ledger_events", second!, { payload_sha256: "f".repeat(64) }),
  );
  const broken = await verified();
  expect(broken.code).toBe(1);
  expect(broken.err).toMatch(/: BROKEN at no\. 2: /);
}, 120_000);
