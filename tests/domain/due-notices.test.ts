import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { deliver, minute } from "#tests/support/clock.ts";
import { planned } from "#tests/support/due.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

type Notice = {
  user_id: string;
  title: string;
  body: string;
  severity: string;
  link: string;
  dedupe_key: string;
};
let w: World;
let company: Company;
let shard: Rows;
let here: Bench;
let elsewhere: Bench;
let admin: string;
let people: Record<
  "assigned" | "member" | "leader" | "limited" | "viewer",
  { id: string; email: string }
>;
let team: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "due-told", 2, 1);
  shard = rowsOf(w, company);
  here = await bench(w, company, []);
  elsewhere = await bench(w, company, []);
  const person = (...permissions: string[]) => newPerson(w, company, { permissions });
  people = {
    assigned: await person("view-asset"),
    member: await person("view-asset"),
    leader: await person("view-asset"),
    limited: await person("view-asset", "edit-asset"),
    viewer: await person("view-asset"),
  };
  await shard.add("user_scopes", {
    user_id: people.limited.id,
    department_id: elsewhere.department,
  });
  team = await shard.add("teams", { name: "Imaging", leader_user_id: people.leader.id });
  await shard.add("team_members", { team_id: team, user_id: people.member.id });
  for (const { id } of [company.users.engineer, company.users.viewer])
    await shard.set("users", id, { status: "suspended" });
  admin = company.users.admin.id;
});

/** The company's own work of a morning, at half past six or seven in Kolkata, as the clock sends it. */
const part = (job: string, on: string, time = "01:00") =>
  deliver(w, { job, shard: company.shard, owner: company.id, at: Date.parse(`${on}T${time}:00Z`) });
const morning = (on: string) => part("reminders", on);
const due = (asset: string, on: string, more: object = {}) =>
  planned(shard, { assetId: asset, from: on, until: on, ...more });
const told = (like: string, user?: string) =>
  shard.all<Notice>(
    `select * from notifications where company_id = ? and kind in ('due.coming', 'due.overdue') and title like ? ${user ? "and user_id = ?" : ""} order by id`,
    like,
    ...(user ? [user] : []),
  );
const readers = (rows: Notice[]) => rows.map(({ user_id }) => user_id).sort();

test("what falls due is told to the person assigned, else the team, else those in charge of its Location, once", async () => {
  const on = "2027-03-31";
  await due(here.asset, on, { kind: "pm", occurrence: { assigned_user_id: people.assigned.id } });
  await due(here.asset, on, { kind: "electrical_safety", schedule: { team_id: team } });
  await due(here.asset, on, { kind: "calibration" });
  await due(elsewhere.asset, on, { kind: "radiation_qa" });
  await due(here.asset, on, { kind: "licence", occurrence: { status: "done" } });
  const hold = { hold_from: "2027-03-01", hold_until: "2027-04-30", hold_reason: "Moving" };
  await due(here.asset, on, { kind: "other", schedule: hold });
  await minute(w, "2027-03-01T00:00:00Z");
  expect(await told("%"), "before six").toEqual([]);
  const clock = () => minute(w, "2027-03-01T01:00:00Z");
  await Promise.all([clock(), clock()]);
  await morning("2027-03-01");
  expect(readers(await told("PM due in 30 days: %"))).toEqual([people.assigned.id]);
  expect(readers(await told("Electrical safety due in 30 days: %"))).toEqual([people.member.id]);
  expect(readers(await told("Calibration due in 30 days: %"))).toEqual([admin]);
  expect(readers(await told("Radiation QA due in 30 days: %"))).toEqual(
    [admin, people.limited.id].sort(),
  );
  expect(await told("%")).toHaveLength(5);
  const [one] = await told("PM%");
  expect(one).toMatchObject({
    severity: "info",
    link: expect.stringContaining("/due-service-calendar?on="),
    body: expect.stringContaining("on time until 15 Apr 2027"),
  });
});

test("more than five of a kind on one day are one notice a person, with what they see of them", async () => {
  for (let n = 0; n < 4; n++) await due(here.asset, "2027-06-10", { kind: "pm" });
  for (let n = 0; n < 3; n++) await due(elsewhere.asset, "2027-06-10", { kind: "pm" });
  await morning("2027-06-03");
  const whole = await told("%due in 7 days: PM", admin);
  expect(whole.map(({ title }) => title)).toEqual(["7 planned services due in 7 days: PM"]);
  expect(whole[0]!.link).toBe(
    "/due-service-calendar?view=agenda&from=2027-06-10&to=2027-06-10&kind=pm",
  );
  expect(await told("PM due in 7 days%", people.limited.id)).toHaveLength(3);
  expect(await told("PM due in 7 days%", admin)).toEqual([]);
});

test("a lead of the schedule's own is told of as well, a deferral makes a day anew, and an acknowledged one is over", async () => {
  await due(here.asset, "2027-09-30", { kind: "pm", schedule: { title: "Own", lead_days: 20 } });
  const [row] = await shard.all<{ id: string }>(
    "select o.id from due_occurrences o join schedules s on s.company_id = o.company_id and s.id = o.schedule_id where o.company_id = ? and s.title = 'Own'",
  );
  const titles = async () =>
    (await told("%", admin))
      .filter(({ dedupe_key }) => dedupe_key.includes(row!.id))
      .map(({ title }) => title.split(":")[0]);
  for (const day of ["2027-08-31", "2027-09-10", "2027-09-11", "2027-09-15"]) await morning(day);
  expect(await titles()).toEqual(["PM due in 30 days", "PM due in 20 days", "PM due in 15 days"]);
  await shard.run(
    "update notifications set acknowledged_at = 1 where company_id = ? and instr(dedupe_key, ?) > 0",
    row!.id,
  );
  await morning("2027-09-23");
  expect(await titles(), "acknowledged").toHaveLength(3);
  await shard.set("due_occurrences", row!.id, { defer_to: "2027-10-09", status: "deferred" });
  await morning("2027-09-24");
  expect((await titles()).at(-1), "deferred").toBe("PM due in 15 days");
});

test("what is overdue for too long is told to the team's leader, then to Admins, each once; of life support at once", async () => {
  const on = "2027-11-10";
  await morning("2027-11-09");
  const before = (await told("%overdue by%")).map(({ dedupe_key }) => dedupe_key);
  await due(here.asset, on, { kind: "pm", schedule: { team_id: team } });
  await shard.set("assets", elsewhere.asset, { criticality: "life_support" });
  await due(elsewhere.asset, on, { kind: "contract_visit", schedule: { team_id: team } });
  const overdue = async (user: string) =>
    (await told("%overdue by%", user))
      .filter(({ dedupe_key }) => !before.includes(dedupe_key))
      .map(({ title, severity }) => [title.split(":")[0], severity]);
  await morning("2027-11-10");
  expect(await overdue(people.leader.id)).toEqual([]);
  await morning("2027-11-11");
  const atOnce = [["Contract visit overdue by 1 day", "critical"]];
  expect(await overdue(people.leader.id)).toEqual(atOnce);
  expect(await overdue(admin)).toEqual(atOnce);
  // The clock stands still over the third day.
  for (const day of ["2027-11-12", "2027-11-14", "2027-11-15"]) await morning(day);
  expect(await overdue(people.leader.id)).toEqual([...atOnce, ["PM overdue by 4 days", "warning"]]);
  for (const day of ["2027-11-20", "2027-11-21"]) await morning(day);
  expect(await overdue(admin)).toEqual([...atOnce, ["PM overdue by 10 days", "warning"]]);
  expect(await overdue(people.viewer.id)).toEqual([]);
});

test("an Admin who leads the team is told of life support once", async () => {
  const led = await shard.add("teams", { name: "Dialysis", leader_user_id: admin });
  await morning("2027-12-09");
  await shard.set("assets", elsewhere.asset, { criticality: "life_support" });
  await due(elsewhere.asset, "2027-12-10", {
    kind: "electrical_safety",
    schedule: { team_id: led },
  });
  await morning("2027-12-11");
  const rows = await told("Electrical safety overdue by 1 day%", admin);
  expect(rows.map(({ severity }) => severity)).toEqual(["critical"]);
});

test("a letter that goes out in the morning says what is overdue and due this week, of the person's own", async () => {
  const on = "2028-02-02";
  const mine = { occurrence: { assigned_user_id: people.assigned.id } };
  await due(here.asset, on, { kind: "pm", ...mine });
  await due(here.asset, addDays(on, -20), { kind: "calibration", ...mine });
  await morning("2028-02-01");
  await part("digest", "2028-02-01", "02:00");
  const letter = (await mailsTo(w, people.assigned.email, company))[0]!;
  expect(letter.text).toContain("Due this week: 1");
  expect(letter.text).toMatch(/- PM T-\S+ .*, 02 Feb 2028/);
  expect(letter.text).toContain("Overdue: ");
  // The reminder of the same is not said above it.
  const code = /- PM (T-\S+) /.exec(letter.text)![1]!;
  expect(letter.text).not.toContain(`PM due tomorrow: ${code}`);
  expect(await mailsTo(w, people.viewer.email, company)).toEqual([]);
});

test("who chose not to hear of planned services is not told of them, on either channel", async () => {
  for (const kind of ["due.coming", "due.overdue"])
    for (const channel of ["screen", "mail"])
      await shard.add("notification_preferences", {
        ...{ user_id: people.member.id, kind, channel, mode: "off" },
      });
  const before = (await told("%", people.member.id)).length;
  await due(here.asset, "2029-03-01", { schedule: { team_id: team } });
  await morning("2029-02-22");
  expect(await told("%", people.member.id)).toHaveLength(before);
  // Nobody of the team hears of it, so those in charge of its Location do.
  expect((await told("PM due in 7 days%", admin)).length).toBeGreaterThan(0);
});

test("after mornings that were missed, a schedule's own lead and the company's tell of a date once", async () => {
  await morning("2029-05-01");
  await due(here.asset, "2029-06-05", { schedule: { title: "Twice", lead_days: 20 } });
  await morning("2029-05-17");
  expect((await told("%due in 19 days%", admin)).map(({ title }) => title.split(":")[0])).toEqual([
    "PM due in 19 days",
  ]);
});
