import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId, tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import { formDataOf, formsOf, formTarget } from "#tests/support/bodies.ts";
import { bodyOfCall, idFor, sendCall } from "#tests/support/call-bodies.ts";
import { contactAt } from "#tests/support/client.ts";
import { difference, each, said } from "#tests/support/compare.ts";
import { lawWorld, writesNothing } from "#tests/support/laws.ts";
import {
  at,
  companyCalls,
  companyPages,
  dataPath,
  named,
  type Page,
  pages,
  portalPages,
  surfaces,
} from "#tests/support/manifest.ts";
import { passwordHash } from "#tests/support/password.ts";
import { rowsOf } from "#tests/support/rows.ts";
import type { Twin } from "#tests/support/twins.ts";
import { PASSWORD } from "#tests/support/world.ts";
import type { CompanyDb } from "#worker/db/company-db.ts";
import { accountRows, contactDb, contactRows } from "#worker/db/contact-scope.ts";
import { edges } from "#worker/domain/entity/edges.ts";
import { portalScreens } from "#worker/portal-screens.ts";

/*
 * A consumer's contact is in the portal and nowhere else: every page and call of the company refuses them, the portal refuses everybody
 * else, and of its tables their database shows what is their consumer's.
 */

const { t, w, admin } = await lawWorld();
const shard = rowsOf(w, t.own.company);
const idOf = (table: string, twin: Twin = t.own) => String(twin.rows[table]!.id);

/** The twin's contact signs in; their consumer has the twin's machine, with a certificate that was issued. */
await shard.set("contact_accounts", idOf("contact_accounts"), {
  ...{ status: "active", password_hash: passwordHash(PASSWORD) },
});
await shard.set("machines", idOf("machines"), {
  ...{ owner: "consumer", consumer_id: idOf("consumers"), asset_id: null },
});
const objectKey = `c/${t.own.company.id}/${newId()}`;
await w.env.MEDIA.put(objectKey, "%PDF-1.7");
const pdf = await shard.add("media", {
  ...{ kind: "report_media", owner_kind: "calibration", object_key: objectKey, bytes: 8 },
  ...{ file_name: "c.pdf", mime: "application/pdf", sha256: "0", uploaded_at: 1 },
});
await shard.set("certificate_reports", idOf("certificate_reports"), {
  ...{
    consumer_id: idOf("consumers"),
    certificate_no: "TWIN-C-1",
    document_sha256: "ab".repeat(32),
  },
  ...{ status: "issued", render_state: "done", files: JSON.stringify({ pdf }) },
});
const contact = await contactAt(w, t.own.company, idOf("contact_accounts"));
/** Tables that a session itself writes. */
const OWN = ["contact_sessions", "contact_accounts"];

test("the contact is in the portal", async () => {
  const answer = await contact.page("/portal");
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("TWIN-C-1")]);
});

describe("a contact on a page of the company", () => {
  const isPortal = (answer: Response, path: string) => {
    const to = answer.headers.get("location");
    // React Router answers scripts with the redirect as data.
    expect([202, 302], path).toContain(answer.status);
    if (answer.status === 302) expect(to, path).toBe("/portal");
  };
  test.each(named(companyPages))("%s", async (_, page: Page) => {
    const target = formTarget[page.path];
    const id = target && target in t.own.rows ? idOf(target) : newId();
    await writesNothing(
      t.own,
      async () => {
        for (const surface of page.isScreen ? surfaces(at(page.path, id)) : [at(page.path, id)])
          isPortal(await contact.page(surface), surface);
        if (!page.hasAction) return;
        for (const fields of formsOf(page, t.own.rows))
          for (const surface of page.isScreen ? surfaces(at(page.path, id)) : [at(page.path, id)])
            isPortal(
              await contact.page(surface, { method: "POST", body: formDataOf(fields) }),
              surface,
            );
      },
      OWN,
    );
  });
});

describe("a contact at a call of the API", () => {
  test.each(named(companyCalls))("%s", async (_, call) => {
    await writesNothing(
      t.own,
      async () => {
        const answer = await sendCall(
          contact,
          call,
          idFor(call, t.own.rows),
          bodyOfCall(call, t.own.rows),
        );
        expect(answer.status).toBe(401);
        const byCookie = await contact.api(at(call.path, newId()), {
          ...{ method: call.method, headers: { authorization: "", cookie: contact.cookie } },
        });
        expect(byCookie.status).toBe(401);
      },
      OWN,
    );
  });
});

describe("somebody else in the portal", () => {
  test("every page of it is under its frame", () => {
    expect(portalPages.map(({ path }) => path).sort()).toEqual(Object.keys(portalScreens).sort());
    const outside = pages.filter(
      ({ path }) => path.startsWith("/portal") && !portalPages.some((one) => one.path === path),
    );
    expect(outside).toEqual([]);
  });

  test.each(named(portalPages))("%s", async (_, page: Page) => {
    const path = at(page.path, newId());
    const methods = page.hasAction ? ["GET", "POST"] : ["GET"];
    await writesNothing(t.own, async () => {
      for (const method of methods) {
        const body =
          method === "POST" ? new URLSearchParams({ machines: idOf("machines") }) : undefined;
        const colleague = await admin.page(path, { method, body });
        expect([colleague.status, colleague.headers.get("location")]).toEqual([302, "/dashboard"]);
        const nobody = await admin.page(path, { method, body, headers: { cookie: "" } });
        expect([nobody.status, nobody.headers.get("location")?.split("?")[0]]).toEqual([
          302,
          "/login",
        ]);
      }
    });
  });
});

describe("another consumer's and another company's", () => {
  const strangers = async () => {
    const consumer = await shard.add("consumers", { consumer_no: newId(), name: newId() });
    const machine = await shard.add("machines", {
      ...{ machine_no: newId(), name: "Stranger", owner: "consumer", consumer_id: consumer },
      ...{ machine_model_id: idOf("machine_models"), serial_no: newId(), qr_token: newId() },
      order_on: "9999-12-31",
    });
    return { consumer, machine };
  };
  test("certificates and files are not there", async () => {
    const own = await contact.page(`/portal/certificate/${idOf("certificate_reports")}/pdf`);
    expect(own.status).toBe(200);
    const unknown = newId();
    const expected = await said(await contact.page(`/portal/certificate/${unknown}/pdf`), unknown);
    expect(expected.status).toBe(404);
    const others = [t.near, t.far].map((twin) => idOf("certificate_reports", twin));
    const told = await each(others, async (id) =>
      difference(await said(await contact.page(`/portal/certificate/${id}/pdf`), id), expected),
    );
    expect(told.flat().filter(Boolean)).toEqual([]);
  });

  test("sessions cannot be ended", async () => {
    const end = async (id: string) =>
      said(
        await contact.form("/portal/account", {
          intent: "end-session",
          id,
          currentPassword: PASSWORD,
        }),
        id,
      );
    const expected = await end(newId());
    expect(expected.status).toBe(404);
    const told = await each(
      [...[t.near, t.far].map((twin) => idOf("contact_sessions", twin)), idOf("sessions")],
      async (id) => difference(await end(id), expected),
    );
    expect(told.flat().filter(Boolean)).toEqual([]);
  });

  test("machines cannot be asked for, and requests not withdrawn", async () => {
    const { machine } = await strangers();
    const machines = [machine, idOf("machines", t.near), idOf("machines", t.far), newId()];
    await writesNothing(
      t.own,
      async () => {
        for (const id of machines) {
          const answer = await contact.form("/portal/request", { machines: id });
          expect(answer.status).toBe(404);
        }
        for (const id of [idOf("recalibration_requests", t.near), newId()]) {
          const answer = await contact.form("/portal/requests", { intent: "withdraw", id });
          expect(answer.status).toBe(404);
        }
        for (const path of ["/portal/machines", "/portal/request"])
          expect(await contact.text(dataPath(path))).not.toContain(machine);
      },
      OWN,
    );
  });
});

describe("a contact's database", () => {
  const opened = (handle: "portal" | "account"): CompanyDb =>
    contactDb(
      w.env[t.own.company.shard as "TENANT_DB_0"],
      t.own.company.id,
      {
        ...{ actorKind: "public", actorId: null, actorName: "Contact", via: "web", ip: null },
        ...{ userAgent: null, requestId: "law" },
      },
      { consumerId: idOf("consumers"), contactId: idOf("consumer_contacts") },
      "UTC",
      handle,
    );
  const goes = async (db: CompanyDb, statement: ReturnType<typeof sql>) => {
    try {
      await db.read(db.run(statement));
      return true;
    } catch (error) {
      if (String((error as Error).cause ?? error).includes("Not a table of this handle"))
        return false;
      throw error;
    }
  };
  const ofCommands = ["activity_log", "assertions", "idempotency_keys"];

  test.each([
    ["portal", contactRows],
    ["account", accountRows],
  ] as const)("holds the tables of the %s alone", async (handle, rows) => {
    const db = opened(handle);
    const names = (some: readonly Parameters<typeof getTableName>[0][]) => some.map(getTableName);
    const tables = tablesOf(schema).filter((table) => "companyId" in getTableColumns(table));
    const found = { reads: [] as string[], writes: [] as string[] };
    for (const table of tables) {
      const name = getTableName(table);
      const mine = sql`${table} where "company_id" = ${db.companyId} and 0`;
      if (await goes(db, sql`select 1 from ${mine}`)) found.reads.push(name);
      if (await goes(db, sql`delete from ${mine}`)) found.writes.push(name);
    }
    const writes = names(rows.writes);
    expect(found.writes.sort()).toEqual([...writes, ...ofCommands].sort());
    expect(found.reads.sort()).toEqual(
      [...names(rows.reads), ...writes, "idempotency_keys"].sort(),
    );
  });

  test("shows of what names a consumer their own alone", async () => {
    const db = opened("portal");
    const ofConsumers = [...contactRows.reads, ...contactRows.writes].filter(
      (table) => "consumerId" in getTableColumns(table),
    );
    expect(ofConsumers.length).toBeGreaterThan(3);
    for (const table of ofConsumers) {
      const [rows] = await db.read(
        db.rows<{ of: string }>(
          sql`select distinct "consumer_id" as "of" from ${table} where "company_id" = ${db.companyId}`,
        ),
      );
      expect(rows.map((row) => row.of).filter((of) => of !== idOf("consumers"))).toEqual([]);
    }
  });

  test("shows of accounts, sessions, links, second factors and sign-ins their own alone", async () => {
    const db = opened("account");
    const mine = idOf("contact_accounts");
    const consumerId = idOf("consumers");
    const named = { name: "Stranger", email: `${newId()}@twin.test` };
    const contactId = await shard.add("consumer_contacts", { consumer_id: consumerId, ...named });
    const account = await shard.add("contact_accounts", { contact_id: contactId, ...named });
    const at = { created_at: 1, expires_at: 1 };
    for (const user_id of [mine, account]) {
      const session = { user_id, token_hash: newId(), epoch: 0, last_seen_at: 1, ...at };
      await shard.addUnstamped("contact_sessions", session);
      await shard.addUnstamped("contact_tokens", {
        ...{ user_id, token_hash: newId(), purpose: "reset_password", ...at },
      });
      await shard.addUnstamped("contact_passkeys", {
        ...{ user_id, name: "Key", credential_id: newId(), public_key: "AA", counter: 0 },
        ...{ transports: "[]", rp_id: "host.test", created_at: 1 },
      });
      const hash = newId();
      await shard.addUnstamped("contact_recovery_codes", {
        ...{ user_id, code_hash: hash, created_at: 1 },
      });
      await shard.addUnstamped("contact_remembered_devices", {
        ...{ user_id, device_hash: hash, ...at },
      });
      await shard.addUnstamped("contact_spent_proofs", { user_id, proof_hash: hash, ...at });
      await shard.addUnstamped("login_log", {
        ...{ user_id, at: 1, email_tried: named.email, result: "success", ip: "local" },
      });
    }
    const whose: Record<string, string> = { contact_accounts: "id" };
    for (const table of accountRows.writes.filter((one) => getTableName(one) !== "outbox")) {
      const column = sql.raw(`"${whose[getTableName(table)] ?? "user_id"}"`);
      const [rows] = await db.read(
        db.rows<{ of: string }>(
          sql`select distinct ${column} as "of" from ${table} where "company_id" = ${db.companyId}`,
        ),
      );
      expect([getTableName(table), rows]).toEqual([getTableName(table), [{ of: mine }]]);
    }
  });
});

test("nothing of the company points at an account but what is a part of it", () => {
  const pointing = edges.filter(({ target }) => getTableName(target) === "contact_accounts");
  expect(pointing.map(({ table }) => getTableName(table)).sort()).toEqual([
    "contact_passkeys",
    "contact_recovery_codes",
    "contact_remembered_devices",
    "contact_sessions",
    "contact_spent_proofs",
    "contact_tokens",
  ]);
});

test("a form of the portal with 200,000 fields is refused before one is looked at", async () => {
  const body = "a=1&".repeat(200_000);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const forms = portalPages.filter(({ hasAction }) => hasAction);
  expect(forms.length).toBeGreaterThan(1);
  for (const { path } of forms) {
    const answer = await contact.page(dataPath(path), { method: "POST", body, headers });
    expect([path, answer.status]).toEqual([path, 413]);
  }
});
