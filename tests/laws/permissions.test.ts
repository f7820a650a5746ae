import { describe, expect, test } from "vitest";
import { formsOf, masterOf } from "#tests/support/bodies.ts";
import { bodyOfCall, idFor, needsOf, sendCall } from "#tests/support/call-bodies.ts";
import { ask, type Client } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import { moveCalls } from "#tests/support/flows.ts";
import { lawWorld, writesNothing } from "#tests/support/laws.ts";
import {
  at,
  type Call,
  calls,
  companyCalls,
  companyPages,
  dataOf,
  dataPath,
  isOfStaff,
  NOBODY,
  named,
  type Page,
  signedInPages,
  surfaces,
} from "#tests/support/manifest.ts";
import { grant, grantByTeam, grantStaff, type Person, peopleOf } from "#tests/support/people.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { settle } from "#tests/support/settle.ts";
import { ruleFor } from "#worker/access.ts";
import { resources } from "#worker/domain/index.ts";
import {
  type Permission,
  type PlatformPermission,
  platformPermissions,
  type ServiceType,
  vocabulary,
} from "#worker/permissions.ts";
import { type Rule, screens } from "#worker/screens.ts";

const DENIED = "Access Denied: You don't have permission to view this page";
const { w, t } = await lawWorld();
const people = await peopleOf(w, t.own);

const every = [...vocabulary.keys()];
const without = (...needed: readonly string[]) => every.filter((name) => !needed.includes(name));
const rule = (page: Page) => ruleFor(at(page.path, "x")) as Rule & { permission?: Permission };

/** Tables that the test itself changes, past the app. */
const grants = ["user_permissions", "team_permissions", "team_members"];
const movesNothing = (work: () => Promise<unknown>) => writesNothing(t.own, work, grants);

/** Asks for an address of a page. */
async function answered(client: Client, address: string) {
  const answer = await client.page(address, { headers: { origin: "" } });
  return { status: answer.status, text: await answer.text() };
}
const expectOpen = async (client: Client, page: Page, why: string) => {
  const { status } = await answered(client, dataOf(page, at(page.path, NOBODY)));
  expect(status, why).toSatisfy((s) => s !== 401 && s !== 403 && s < 500);
};
const expectDenied = async (client: Client, page: Page, why: string) => {
  const path = at(page.path, NOBODY);
  const answers = await each(page.isScreen ? surfaces(path) : [path], (address) =>
    answered(client, address),
  );
  for (const { status, text } of answers) {
    expect(status, why).toBe(403);
    expect(text.replace("&#x27;", "'"), why).toContain(DENIED);
  }
};

/** The rule of the specification, written again here instead of calling the code. */
const opens = ({ types, services, permission }: Rule, { type, serviceType }: Person) =>
  types.includes(type) &&
  (!services || services.includes(serviceType as ServiceType)) &&
  (!permission ||
    (vocabulary.get(permission as Permission)?.includes(serviceType as ServiceType) ?? false));

describe("pages", () => {
  test.each(named(signedInPages.filter(({ hasLoader, isScreen }) => hasLoader || isScreen)))(
    "%s",
    async (_, page: Page) => {
      const allowed = rule(page);
      const { permission } = allowed;
      for (const admin of people.admins)
        await (opens(allowed, admin) ? expectOpen : expectDenied)(admin.client, page, admin.is);
      for (const user of people.users) {
        await grant(t.own, user, permission ? [permission] : []);
        await (opens(allowed, user) ? expectOpen : expectDenied)(
          user.client,
          page,
          `${user.is}, with the permission`,
        );
        if (!permission) continue;
        await grant(t.own, user, without(permission));
        await expectDenied(user.client, page, `${user.is}, with every other permission`);
      }
    },
  );

  test.each(named(companyPages.filter((page) => rule(page).permission)))(
    "%s, by team and by channel",
    async (_, page: Page) => {
      const permission = rule(page).permission as Permission;
      const user = people.users[vocabulary.get(permission)!.at(-1)!]!;
      await grant(t.own, user, []);
      await grantByTeam(t.own, user, [permission]);
      await expectOpen(user.client, page, "granted by a team");
      await grant(t.own, user, [permission], { web: "deny", app: "allow" });
      await expectDenied(user.client, page, "granted by a team, denied to the person");
      await grantByTeam(t.own, user, []);
      await grant(t.own, user, [permission], { web: null, app: "allow" });
      await expectDenied(user.client, page, "granted for the app alone");
    },
  );

  test.each(named(signedInPages.filter(({ hasLoader, isScreen }) => hasLoader || isScreen)))(
    "%s, by the platform's staff",
    async (_, page: Page) => {
      const { types, permission } = rule(page);
      const expectation = types.includes("Super Admin") ? expectOpen : expectDenied;
      const mine = platformPermissions.filter((name) => name === (permission as string));
      await grantStaff(w, people.staff, mine);
      await expectation(people.staff.client, page, "with the permission");
      await expectation(people.superAdmin, page, "with the system role");
      if (!permission) return;
      await grantStaff(
        w,
        people.staff,
        platformPermissions.filter((name) => !mine.includes(name)) as PlatformPermission[],
      );
      await expectDenied(people.staff.client, page, "with every other permission");
    },
  );

  test.each(named(signedInPages))("%s, by nobody", async (_, page: Page) => {
    const path = at(page.path, "x");
    const hosts = [
      [t.own.company.host, "/login"],
      ["localhost", "/developer/login"],
    ] as const;
    for (const [host, login] of hosts) {
      const answer = await ask(w, host, path);
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        `${login}?to=${encodeURIComponent(path)}`,
      ]);
      if (!page.isScreen) continue;
      const data = await ask(w, host, dataPath(path));
      expect([data.status, (await data.text()).includes(login)]).toEqual([202, true]);
    }
    if (!page.hasAction) return;
    await movesNothing(async () => {
      const post = (surface: string) =>
        ask(w, t.own.company.host, surface, {
          method: "POST",
          body: new URLSearchParams({ id: "x" }),
        });
      expect((await post(path)).status).toBe(302);
      expect([202, 401, 404]).toContain((await post(dataPath(path))).status);
    });
  });

  test.each(
    named(
      companyPages.filter(({ hasAction }) => hasAction).filter((page) => rule(page).permission),
    ),
  )("%s, its forms", async (_, page: Page) => {
    const [, , user] = people.users;
    const master = masterOf(page);
    const forms = formsOf(page, t.own.rows, true);
    const verb = (intent = "") => ({ create: "create", delete: "delete" })[intent] ?? "edit";
    await movesNothing(async () => {
      for (const fields of forms) {
        const needed = master
          ? resources[master]!.permissions[verb(fields.intent) as "edit"]
          : rule(page).permission!;
        await grant(t.own, user, without(needed) as Permission[]);
        const path = at(page.path, "x");
        for (const address of page.isScreen ? surfaces(path) : [path])
          expect((await user.client.form(address, fields)).status, fields.intent).toBe(403);
      }
    });
  });
});

const send = (client: Client, call: Call) =>
  sendCall(client, call, idFor(call, t.own.rows), bodyOfCall(call, t.own.rows));

const notDenied = expect.toSatisfy(
  (status) => status !== 403 && status !== 401 && status < 500,
) as number;

/** What the twin's person, its team and the team's members hold at this moment, also what another law left them. */
async function heldByTheRows() {
  const held = await rowsOf(w, t.own.company).all<{ permission: Permission }>(
    `with people (id) as (
       select ?2 union select user_id from team_members where company_id = ?1 and team_id = ?3)
     select permission from user_permissions where company_id = ?1 and user_id in people
     union select permission from team_permissions where company_id = ?1 and (team_id = ?3 or team_id in (
       select team_id from team_members where company_id = ?1 and user_id in people))`,
    t.own.rows.users!.id,
    t.own.rows.teams!.id,
  );
  return held.map(({ permission }) => permission);
}

describe("the API", () => {
  test.each(named(companyCalls))("%s", async (_, call: Call) => {
    const { anyOf, also, denied, isAdminOnly } = needsOf(call);
    await settle(t.own, call);
    const [, , user] = people.users;
    const statusOf = async () => (await send(user.client, call)).status;
    await movesNothing(async () => {
      if (anyOf.length) {
        await grant(t.own, user, without(...anyOf) as Permission[]);
        expect(await statusOf(), "with every other permission").toEqual(denied);
        await grant(t.own, user, anyOf, { web: null, app: "allow" });
        expect(await statusOf(), "for the app alone").toEqual(denied);
      }
      for (const person of anyOf.length ? [...people.admins, ...people.users] : []) {
        await grant(t.own, person, anyOf);
        if (!anyOf.some((name) => vocabulary.get(name)!.includes(person.serviceType!)))
          expect((await send(person.client, call)).status, person.is).toEqual(denied);
      }
      const { cookie } = user.client;
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        const { method } = call;
        const { host } = t.own.company;
        expect((await ask(w, host, at(call.path, "x"), { method, headers })).status).toBe(401);
      }
    });
    if (call.method === "DELETE") return;
    // Whom the record names alone is tried by the laws of the machines.
    const isOfNamed = moveCalls.some(
      (one) => one.call === `${call.method} ${call.path}` && one.rule.by === null,
    );
    if (!anyOf.length && !isOfNamed && !isAdminOnly) {
      await grant(t.own, user, []);
      expect(await statusOf(), "asks for none").toEqual(notDenied);
    }
    if (isAdminOnly) {
      await grant(t.own, user, anyOf);
      expect(await statusOf(), "with the permission, no Admin").toBe(403);
      return;
    }
    for (const name of also) {
      await grant(t.own, user, without(name) as Permission[]);
      expect(await statusOf(), `without ${name}`).toEqual(denied);
    }
    // Whoever changes a person must hold what that person holds.
    const theirs = /^\/api\/(users|teams)\//.test(call.path) ? await heldByTheRows() : [];
    for (const name of anyOf) {
      await grant(t.own, user, [...new Set([name, ...also, ...theirs])], {
        web: "allow",
        app: theirs.length ? "allow" : null,
      });
      expect(await statusOf(), name).toEqual(notDenied);
    }
  });

  test.each(named(calls.filter(isOfStaff)))(
    "%s, by the platform's staff alone",
    async (_, call: Call) => {
      const tell = (client: Client) =>
        client.api(at(call.path, "x"), {
          method: call.method,
          ...(call.method === "GET" ? {} : { body: {} }),
        });
      for (const { client, is } of people.admins)
        expect([401, 404], is).toEqual(expect.arrayContaining([(await tell(client)).status]));
      const needed = needsOf(call).anyOf as unknown as PlatformPermission[];
      await grantStaff(
        w,
        people.staff,
        platformPermissions.filter((name) => !needed.includes(name)),
      );
      expect((await tell(people.staff.client)).status).toBe(403);
      await grantStaff(w, people.staff, needed);
      expect([401, 403, 500]).not.toContain((await tell(people.staff.client)).status);
      expect((await ask(w, "localhost", at(call.path, "x"), { method: call.method })).status).toBe(
        401,
      );
    },
  );

  test("a suspended company reads, exports and writes nothing", async () => {
    const shard = rowsOf(w, t.own.company);
    const suspend = (status: string) => shard.set("company_profiles", t.own.company.id, { status });
    const [, , admin] = people.admins;
    await suspend("suspended");
    try {
      await movesNothing(async () => {
        for (const call of companyCalls) {
          if (call.staysOpen) continue;
          const { status } = await send(admin!.client, call);
          if (call.method === "GET")
            expect(status, call.path).toSatisfy((s) => s === 200 || s === 404);
          else expect(status, `${call.method} ${call.path}`).toBe(402);
        }
      });
      for (const call of companyCalls.filter(({ staysOpen }) => staysOpen)) {
        await settle(t.own, call);
        expect((await send(admin!.client, call)).status, call.path).not.toBe(402);
      }
    } finally {
      await suspend("active");
    }
  });
});

/** Section 6 of the specification: who sees what in the menu. */
const company = ["Admin", "User"];
const [assetSide, labSide] = [
  [0, 2],
  [1, 2],
];
const specified: Record<
  string,
  [types: string[], services: number[] | undefined, permission: string | undefined]
> = {
  "/dashboard": [["Super Admin", "Admin", "User"], undefined, undefined],
  "/due-service-calendar": [company, assetSide, "view-asset"],
  "/statics": [company, assetSide, "view-asset"],
  "/all-assets": [company, assetSide, "view-asset"],
  "/asset-transfers": [company, assetSide, "view-asset-transfer"],
  "/gate-passes": [company, assetSide, "view-gate-pass"],
  "/asset-comparison": [company, assetSide, "view-asset-comparison"],
  "/inhouse-calibrations": [company, assetSide, "view-inhouse-calibration"],
  "/categories": [company, assetSide, "view-category"],
  "/departments": [company, assetSide, "view-department"],
  "/teams": [company, assetSide, "view-user"],
  "/locations": [company, assetSide, "view-location"],
  "/vendors": [company, assetSide, "view-vendor"],
  "/stores": [company, assetSide, "view-store"],
  "/stocks": [company, assetSide, "view-stock"],
  "/asset-breakdowns": [company, assetSide, "view-breakdown"],
  "/machines": [company, labSide, "view-machine"],
  "/calibrations": [company, labSide, "view-calibrator"],
  "/procedures": [company, labSide, "view-procedure"],
  "/consumers": [company, labSide, "view-consumer"],
  "/signatures": [company, labSide, "view-signature"],
  "/certificate-reports": [company, labSide, "view-certificate-report"],
  "/roles": [["Super Admin"], undefined, "manage-role"],
  "/super-admin/users": [["Super Admin"], undefined, "manage-user"],
  "/companies": [["Super Admin"], undefined, "manage-company"],
  "/request-domains": [["Super Admin"], undefined, "manage-company"],
  "/upgrade-requests": [["Super Admin"], undefined, "manage-company"],
  "/coupons": [["Super Admin"], undefined, "manage-coupon"],
  "/plans": [["Super Admin"], undefined, "manage-plan"],
  "/app-sliders": [["Super Admin"], undefined, "manage-slider"],
  "/testimonials": [["Super Admin"], undefined, "manage-testimonial"],
  "/helps": [["Super Admin"], undefined, "manage-help"],
  "/machine-types": [["Super Admin"], undefined, "manage-pm-checklist"],
  "/pm-checklists": [["Super Admin"], undefined, "manage-pm-checklist"],
  "/orders": [["Super Admin"], undefined, "manage-transaction"],
  "/subscription-log": [["Super Admin"], undefined, "manage-transaction"],
  "/super-admin/activity-logs": [["Super Admin"], undefined, "manage-activity-log"],
  "/super-admin/login-logs": [["Super Admin"], undefined, "manage-login-logs"],
  "/super-admin/contact-query": [["Super Admin"], undefined, "manage-support-ticket"],
  "/super-admin/settings": [["Super Admin"], undefined, "manage-setting"],
  "/admin/supports": [["Super Admin"], undefined, "manage-support-ticket"],
  "/supports": [company, undefined, "view-support-ticket"],
  "/settings": [company, undefined, "view-settings"],
  "/asset/service-report/:id": [company, assetSide, "edit-asset"],
  "/asset/service-report/edit/:id": [company, assetSide, "edit-asset"],
};

test("the access table says what the specification says", () => {
  const rules: Record<string, Rule> = screens;
  for (const [path, [types, services, permission]] of Object.entries(specified)) {
    const found = rules[path];
    if (found)
      expect([found.types, found.services, found.permission], path).toEqual([
        types,
        services,
        permission,
      ]);
  }
});
