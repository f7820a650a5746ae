import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { superAdmin } from "#tests/support/client.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { addCompany, type Company, world } from "#tests/support/world.ts";
import { invitedAdmin } from "#worker/domain/platform/invited-admin.ts";
import { settleAdmin } from "#worker/domain/platform/settle-admin.ts";
import { openControl, openShard } from "#worker/tenancy/shard-door.ts";

const w = await world();
const staff = await superAdmin(w);
const control = w.env.CONTROL_DB;
const env = w.env as unknown as Env;
const reason = "Asked for by phone";

let made = 0;
/** A company with its three people. */
async function company(limits: Record<string, number> = {}) {
  const of = await addCompany(w.env, `inviting${++made}`, 2, made % 2);
  const shard = rowsOf(w, of);
  await shard.run(
    "update company_profiles set limits = json(?2), user_count = (select count(*) from users where company_id = ?1) where company_id = ?1",
    JSON.stringify(limits),
  );
  return { of, shard };
}
const invite = ({ id }: Company, more: Record<string, string> = {}) =>
  staff.call<{ id: string }>("POST", "/api/admins", {
    ...{ company_id: id, name: "Asha Rao", email: "asha@inviting.test", reason, ...more },
  });

test("a further Admin is invited by letter, counted, told of in both logs and listed at once", async () => {
  const { of, shard } = await company();
  const count = () => shard.profile("user_count");
  const before = await count();
  const { status, message, data } = await invite(of);
  expect([status, message]).toEqual([201, `asha@inviting.test gets an invitation of ${of.name}`]);
  const person = await shard.get("users", data.id);
  expect(person).toMatchObject({
    type: "admin",
    status: "invited",
    service_type: 2,
    name: "Asha Rao",
  });
  expect(await count()).toBe(Number(before) + 1);
  expect(await shard.count("user_tokens", "user_id = ? and purpose = 'invite'", data.id)).toBe(1);
  const own = await shard.first(
    "select action, actor_kind, reason from activity_log where company_id = ? and entity_id = ?",
    data.id,
  );
  expect(own).toEqual({ action: "invite.user", actor_kind: "staff", reason });
  const logged = await control
    .prepare("select action, company_id, reason from platform_activity_log where entity_id = ?")
    .bind(data.id)
    .first();
  expect(logged).toEqual({ action: "invite.admin", company_id: of.id, reason });
  const { data: listed } = await staff.call<{ name: string; status: string }[]>(
    "GET",
    `/api/admins?company=${of.id}&status=invited`,
  );
  expect(listed).toMatchObject([{ name: "Asha Rao", status: "invited" }]);
});

test("an address that somebody of the company has is refused, with who it is", async () => {
  const { of } = await company();
  await invite(of);
  const again = await invite(of, { name: "Somebody" });
  expect([again.status, again.message]).toEqual([
    409,
    `Asha Rao of ${of.name} has this address already`,
  ]);
});

test("no more than the plan allows, also of two at once", async () => {
  const { of, shard } = await company({ max_users: 4 });
  const room = 4 - Number(await shard.profile("user_count"));
  expect(room).toBeGreaterThan(0);
  for (let n = 0; n < room; n++)
    expect((await invite(of, { email: `n${n}@inviting.test` })).status).toBe(201);
  const { status, message } = await invite(of, { email: "over@inviting.test" });
  expect([status, message]).toEqual([409, `The plan of ${of.name} allows 4 people`]);
  const other = await company({ max_users: 4 });
  const left = 4 - Number(await other.shard.profile("user_count"));
  await Promise.all(
    ["a", "b", "c", "d"].map((one) => invite(other.of, { email: `${one}@inviting.test` })),
  );
  expect(await other.shard.count("users", "status = 'invited'")).toBe(left);
  const waiting = await control
    .prepare(
      "select count(*) as n from outbox where topic = 'company.admin' and sent_at is null and payload ->> 'companyId' in (?, ?)",
    )
    .bind(of.id, other.of.id)
    .first();
  expect(waiting).toEqual({ n: 0 });
});

test("who meets the limit between the look and the write is refused at once", async () => {
  const { of, shard } = await company({ max_users: 4 });
  const room = 4 - Number(await shard.profile("user_count"));
  for (let n = 1; n < room; n++)
    expect((await invite(of, { email: `n${n}@inviting.test` })).status).toBe(201);
  const [id, userId] = [newId(), newId()];
  const db = openShard(env, of.shard, of.id, { id: newId(), name: "Staff" });
  const late = {
    userId,
    name: "Late",
    email: "late@inviting.test",
    origin: "https://inviting.localhost",
    reason,
  };
  let looks = 0;
  await settleAdmin(
    openControl(env),
    db,
    { id, payload: { ...late, act: "invite", entryId: null } },
    async () => {
      const { writes, activity } = await invitedAdmin(db, late);
      if (!looks++) expect((await invite(of, { email: "faster@inviting.test" })).status).toBe(201);
      await db.commit({ writes, activity, answer: { status: 200, message: "", data: null } });
    },
  );
  expect(looks).toBe(1);
  expect(await shard.get("users", userId)).toBeNull();
  const kept = await control
    .prepare(
      "select reason from platform_activity_log where action = 'refuse.admin' and entity_id = ?",
    )
    .bind(userId)
    .first();
  expect(kept).toEqual({ reason: `The plan of ${of.name} allows 4 people` });
});

test.each(["suspended", "closed"])("a company that is %s takes nobody", async (status) => {
  const { of, shard } = await company();
  await control.prepare("update companies set status = ? where id = ?").bind(status, of.id).run();
  const refused = await invite(of);
  expect([refused.status, refused.message]).toEqual([409, `${of.name} is ${status}`]);
  await control.prepare("update companies set status = 'active' where id = ?").bind(of.id).run();
  await shard.run("update company_profiles set status = ?2 where company_id = ?1", status);
  expect((await invite(of)).message).toBe(`${of.name} is ${status}`);
  expect(await shard.count("users", "status = 'invited'")).toBe(0);
});

test("only with the right to manage companies, and only into a company that is there", async () => {
  const { of } = await company();
  const other = await staffWith(w, "inviting-helper", ["manage-help"]);
  const body = { company_id: of.id, name: "Asha Rao", email: "asha@inviting.test", reason };
  expect((await other.call("POST", "/api/admins", body)).status).toBe(403);
  expect((await invite(of, { company_id: "nobody" })).status).toBe(404);
});
