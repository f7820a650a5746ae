import { describe, expect, test } from "vitest";
import type { Contact } from "#app/shared/rounds.ts";
import { newId } from "#drizzle/columns.ts";
import { ask, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "contacts", 0, 2);
const rows = rowsOf(w, company);
const engineer = await signedIn(w, company, "engineer");

describe("the contact of a round", () => {
  const contact = async (cookie: string | null, query = "") => {
    const answer = await ask(w, company.host, `/rounds/contact${query}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", ...(cookie ? { cookie } : {}) },
    });
    return (await answer.json()) as Contact;
  };

  test("tells who is signed in, the clock, and where the devices are", async () => {
    const department = await rows.add("departments", { name: "Ward 7" });
    const category = await rows.add("categories", { name: "Pumps" });
    const device = await rows.add("assets", {
      ...{ asset_code: "W-7", name: "Pump", qr_token: "w7", lifecycle: "in_service" },
      ...{ category_id: category, department_id: department },
    });
    const told = await contact(engineer.cookie, `?devices=${device},${newId()}`);
    expect(told).toMatchObject({
      ...{ state: "open", companyId: company.id, userId: company.users.engineer.id },
      devices: [{ id: device, lifecycle: "in_service", department: "Ward 7" }],
    });
    expect(Math.abs(told.now - Date.now())).toBeLessThan(10_000);
  });

  test("tells a session that ran out from one that was ended", async () => {
    expect((await contact(null)).state).toBe("none");
    const idle = await colleague(w, company, "edit-asset");
    await rows.run(
      "update sessions set last_seen_at = 1 where company_id = ? and user_id = ?",
      idle.id,
    );
    expect((await contact(idle.client.cookie)).state).toBe("expired");
    const ended = await colleague(w, company, "edit-asset");
    await rows.run(
      "update sessions set revoked_at = 1 where company_id = ? and user_id = ?",
      ended.id,
    );
    expect((await contact(ended.client.cookie)).state).toBe("signed_out");
    const gone = await colleague(w, company, "edit-asset");
    await rows.set("users", gone.id, { status: "suspended" });
    expect((await contact(gone.client.cookie)).state).toBe("signed_out");
  });

  test("after a sign-out without scripts the rounds go first, whoever comes next", async () => {
    const { client } = await colleague(w, company, "view-asset", "edit-asset");
    const headers = {
      cookie: `${client.cookie}; rounds=${newId()}`,
      "sec-fetch-site": "same-origin",
    };
    const out = await ask(w, company.host, "/session/sign-out", { method: "POST", headers });
    expect([out.status, out.headers.get("location")]).toEqual([302, "/round/leave?to=%2Flogin"]);
    expect(out.headers.getSetCookie().find((line) => line.startsWith("rounds="))).toMatch(
      /^rounds=left; (?!.*HttpOnly)/,
    );
    expect((await contact("rounds=left")).state).toBe("signed_out");
    const again = await ask(w, company.host, "/all-assets", {
      ...{ method: "GET", headers: { cookie: `${engineer.cookie}; rounds=left` } },
    });
    expect(again.headers.get("location")).toBe("/round/leave?to=%2Fall-assets");
  });

  test("a page of somebody whose rounds are not these leads to where they leave the device", async () => {
    const { id, client } = await colleague(w, company, "view-asset");
    const asked = (cookie: string) =>
      ask(w, company.host, "/all-assets", { headers: { cookie }, method: "GET" });
    const others = await asked(`${client.cookie}; rounds=${newId()}`);
    expect([others.status, others.headers.get("location")]).toEqual([
      302,
      "/round/leave?to=%2Fall-assets",
    ]);
    expect((await asked(`${client.cookie}; rounds=${id}`)).status).toBe(200);
  });
});
