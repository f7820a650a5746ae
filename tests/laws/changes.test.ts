import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, upTo } from "#tests/support/client.ts";
import { keyIn } from "#tests/support/keys.ts";
import { lawWorld } from "#tests/support/laws.ts";
import { calls, named } from "#tests/support/manifest.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany } from "#tests/support/world.ts";
import { columnsLeftOut } from "#worker/domain/company-export/tables.ts";

const { w, t, admin } = await lawWorld();
const changing = calls.filter(({ changes }) => changes);
const START = "2000-01-01T00:00:00Z";
type Changed = { id: string; updated_at: string; deleted_at: string | null };

test("the lists that tell of changes are those that programs copy", () => {
  const paths = changing.map(({ path }) => path);
  for (const path of ["assets", "service-calls", "certificate-reports"])
    expect(paths).toContain(`/api/${path}`);
  for (const path of ["calibrators", "vendors", "departments", "machines"])
    expect(paths).toContain(`/api/${path}`);
});

describe.each(named(changing))("%s", (_, { path, changes }) => {
  const name = getTableName(changes!.table);

  test("tells the twin's row with all it may, in one round trip, and no secret", async () => {
    const answer = await admin.api(`${path}?updated_since=${START}`);
    const { data, next, since } = (await answer.json()) as {
      data: Changed[];
      next: string | null;
      since: string;
    };
    expect(answer.status).toBe(200);
    expect(d1Of(answer).trips).toEqual(upTo(2));
    expect(data.map(({ id }) => id)).toContain(t.own.rows[name]!.id);
    expect(next === null || data.length === 100).toBe(true);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now() - 119_000);
    const secrets = columnsLeftOut[name] ?? [];
    for (const column of ["companyId", "passwordHash", ...secrets])
      expect(changes!.columns).not.toContain(column);
  });

  test("refuses what does not go with it", async () => {
    for (const query of ["updated_since=yesterday", `updated_since=${START}&q=x`])
      expect((await admin.call("GET", `${path}?${query}`)).status, query).toBe(422);
    const odd = `updated_since=${START}&after=${btoa("[1]")}`;
    expect((await admin.call("GET", `${path}?${odd}`)).status).toBe(422);
  });
});

describe("a copy of a list", () => {
  let client: Client;
  let rows: ReturnType<typeof rowsOf>;
  beforeAll(async () => {
    const company = await addCompany(w.env, "hazel", 2, 0);
    rows = rowsOf(w, company);
    ({ client } = await keyIn(w, company));
  });

  /** Reads all pages of what was changed, and keeps the newest of each row. */
  async function copied(since: string, copy: Map<string, Changed>, between = async () => {}) {
    let after = "";
    for (;;) {
      const answer = (await client.call<Changed[]>(
        "GET",
        `/api/vendors?updated_since=${since}&size=25${after}`,
      )) as unknown as { data: Changed[]; next: string | null; since: string };
      for (const row of answer.data) copy.set(row.id, row);
      if (answer.next === null) return answer.since;
      after = `&after=${encodeURIComponent(answer.next)}`;
      await between();
    }
  }

  test("loses no row of one millisecond, none that is changed while it is read, and none that is deleted", async () => {
    const at = Date.now() - 3_600_000;
    await rows.add(
      "vendors",
      ...Array.from({ length: 60 }, (_, n) => ({
        ...{ id: newId(), name: `Vendor ${n}`, is_supplier: 1, phone: "1", updated_at: at },
      })),
    );
    const copy = new Map<string, Changed>();
    const [moved, gone] = await rows.all<{ id: string }>(
      "select id from vendors where company_id = ?1 order by id limit 2",
    );
    let times = 0;
    const since = await copied(START, copy, async () => {
      if (times++) return;
      const { data } = await client.call("GET", `/api/vendors/${moved!.id}`);
      const { version, name } = data as unknown as { version: number; name: string };
      await client.call("PUT", `/api/vendors/${moved!.id}`, {
        ...{ name: `${name} again`, is_supplier: true, version },
      });
      await client.call("DELETE", `/api/vendors/${gone!.id}`);
    });
    const isThere = [...copy.values()].filter((row) => row.deleted_at === null);
    expect(copy.size).toBe(60);
    expect(isThere).toHaveLength(59);
    expect(copy.get(gone!.id)!.deleted_at).toEqual(expect.any(String));
    const late = newId();
    // It began before the last reading ended, and was committed after it.
    const began = Date.now() - 60_000;
    await rows.add("vendors", {
      id: late,
      name: "Late",
      is_supplier: 1,
      phone: "1",
      updated_at: began,
    });
    await copied(since, copy);
    expect(copy.has(late)).toBe(true);
  });
});
