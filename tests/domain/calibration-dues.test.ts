import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { calibratorOf, machineOf } from "#tests/support/calibrated.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { deliver } from "#tests/support/clock.ts";
import { colleague, newPerson } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
/** A company with both sides, and one with a laboratory alone. */
let both: Company;
let laboratory: Company;
let shard: Rows;
let ofLaboratory: Rows;
let client: Client;
let people: Record<"machines" | "calibrators" | "custodian" | "viewer", { id: string }>;

beforeAll(async () => {
  w = await world();
  both = await addCompany(w.env, "calibration-dues", 2, 1);
  laboratory = await addCompany(w.env, "laboratory-dues", 1, 0);
  shard = rowsOf(w, both);
  ofLaboratory = rowsOf(w, laboratory);
  client = await signedIn(w, both, "admin");
  const person = (...permissions: string[]) => newPerson(w, both, { permissions });
  people = {
    machines: await person("view-machine", "edit-machine"),
    calibrators: await person("view-calibrator", "edit-calibrator"),
    custodian: await person("view-calibrator"),
    viewer: await person("view-machine", "view-calibrator"),
  };
  for (const company of [both, laboratory])
    for (const { id } of [company.users.engineer, company.users.viewer])
      await rowsOf(w, company).set("users", id, { status: "suspended" });
});

const morning = (company: Company, on: string) =>
  deliver(w, {
    ...{ job: "reminders", shard: company.shard, owner: company.id },
    at: Date.parse(`${on}T01:00:00Z`),
  });
type Told = { user_id: string; title: string; link: string; body: string };
const told = (rows: Rows, id: string) =>
  rows.all<Told>(
    "select * from notifications where company_id = ? and entity_id = ? order by id",
    id,
  );
const daysOf = (titles: readonly { title: string }[]) =>
  titles.map(({ title }) => Number(/in (\d+) days/.exec(title)?.[1]));

test("machines are told of from 60, 45 or 30 days ahead by their risk, calibrators and checks at each lead, once", async () => {
  const on = "2029-06-30";
  const machines = {
    high: await machineOf(shard, { next_due_on: on, risk: "high" }),
    medium: await machineOf(shard, { next_due_on: on }),
    low: await machineOf(shard, { next_due_on: on, risk: "low" }),
  };
  const over = [
    await machineOf(shard, { next_due_on: on, risk: "high", status: "retired" }),
    await machineOf(shard, { next_due_on: on, risk: "high", archived_at: 1 }),
    await machineOf(shard, { next_due_on: on, risk: "high", deleted_at: 1 }),
    await calibratorOf(shard, { due_on: on, next_check_on: on, status: "damaged" }),
  ];
  const custodian = { custodian_id: people.custodian.id };
  const standard = await calibratorOf(shard, { due_on: on, ...custodian });
  const checked = await calibratorOf(shard, { next_check_on: on, ...custodian });
  for (const days of [60, 45, 45, 44, 30, 7]) await morning(both, addDays(on, -days));
  const mine = async (id: string, user: string) =>
    (await told(shard, id)).filter(({ user_id }) => user_id === user);
  const { admin } = both.users;
  for (const user of [admin.id, people.machines.id]) {
    expect(daysOf(await mine(machines.high, user))).toEqual([60, 45, 30]);
    expect(daysOf(await mine(machines.medium, user))).toEqual([45, 30]);
    expect(daysOf(await mine(machines.low, user))).toEqual([30]);
  }
  for (const id of [standard, checked])
    for (const user of [admin.id, people.calibrators.id, people.custodian.id])
      expect(daysOf(await mine(id, user))).toEqual([60, 45, 30]);
  for (const id of over) expect(await told(shard, id)).toEqual([]);
  const all = await shard.all<Told>(
    "select * from notifications where company_id = ? and kind in ('machine.due', 'calibrator.due')",
  );
  expect(all).toHaveLength(2 * 6 + 3 * 6);
  const [first] = await told(shard, machines.high);
  expect(first).toMatchObject({
    title: expect.stringMatching(/^Calibration due in 60 days: L-\d+ Monitor$/),
    body: expect.stringMatching(/^Serial number SL-\d+\. It is due on 30 Jun 2029\.$/),
    link: `/machine/${machines.high}`,
  });
  expect((await told(shard, standard))[0]).toMatchObject({
    title: expect.stringMatching(/^Calibrator due in 60 days: L-\d+ Analyser$/),
    body: "Its certificate holds until 30 Jun 2029.",
  });
  expect((await told(shard, checked))[0]).toMatchObject({
    title: expect.stringMatching(/^Intermediate check in 60 days: L-\d+ Analyser$/),
    body: "It is to be checked by 30 Jun 2029.",
  });
}, 120_000);

test("contacts of a consumer who receive reminders get one letter of a day's devices, 30 days ahead", async () => {
  const on = "2029-12-30";
  const consumer = (name: string) =>
    shard.add("consumers", { consumer_no: name, name, status: "active" });
  const [one, other] = [await consumer("Reminded"), await consumer("Silent")];
  const contact = (consumer_id: string, email: string | null, more: object = {}) =>
    shard.add("consumer_contacts", {
      ...{ consumer_id, name: `Contact ${email}`, email, receives_due_reminders: 1, ...more },
    });
  await contact(one, "first@reminded.test");
  await contact(one, "asks-for-none@reminded.test", { receives_due_reminders: 0 });
  await contact(one, "left@reminded.test", { deleted_at: 1 });
  await contact(other, null);
  for (const consumer_id of [one, one, other])
    await machineOf(shard, { next_due_on: on, consumer_id, owner: "consumer" });
  await machineOf(shard, { next_due_on: addDays(on, 1), consumer_id: one, owner: "consumer" });
  for (const days of [60, 45, 31, 30, 30, 29, 7]) await morning(both, addDays(on, -days));
  const letters = await shard.all<{ payload: string }>(
    "select payload from outbox where company_id = ? and dedupe_key like 'machine.due:%' order by id",
  );
  const mails = letters.map(({ payload }) => JSON.parse(payload));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["first@reminded.test", "Calibration of 2 devices is due on 30 Dec 2029"],
    ["first@reminded.test", "Calibration of 1 device is due on 31 Dec 2029"],
  ]);
  expect(mails[0].text).toMatch(
    /^Contact first@reminded\.test\n\nThe calibration of these 2 devices falls due on 30 Dec 2029:\n\n- L-\d+, Monitor, SL-\d+\n- L-\d+/,
  );
});

test("more than five of a day are one notice, and a missed morning is made up for once", async () => {
  const on = "2030-06-30";
  await morning(both, addDays(on, -63));
  for (let n = 0; n < 6; n++) await machineOf(shard, { next_due_on: on, risk: "high" });
  const before = await shard.count("notifications", "kind = 'machine.due'");
  // The clock stands still over the 60th day before.
  await morning(both, addDays(on, -58));
  await morning(both, addDays(on, -58));
  const rows = await shard.all<Told>(
    "select * from notifications where company_id = ? and kind = 'machine.due' order by id",
  );
  expect(rows.slice(before).map(({ title, link }) => [title, link])).toEqual(
    Array(2).fill(["Calibration of 6 machines is due in 58 days", `/machines?due=${on}`]),
  );
});

test("a company with a laboratory alone is told, one without is not looked at for it", async () => {
  const on = "2029-06-30";
  const machine = await machineOf(ofLaboratory, { next_due_on: on, risk: "high" });
  const assets = await addCompany(w.env, "assets-dues", 0, 0);
  const hidden = await machineOf(rowsOf(w, assets), { next_due_on: on, risk: "high" });
  for (const company of [laboratory, assets]) {
    await morning(company, addDays(on, -60));
    await morning(company, addDays(on, -60));
  }
  expect((await told(ofLaboratory, machine)).map(({ user_id }) => user_id)).toEqual([
    laboratory.users.admin.id,
  ]);
  expect(await told(rowsOf(w, assets), hidden)).toEqual([]);
});

test("a company that wants no reminders of its own dates is still told of the laboratory's", async () => {
  const on = "2029-12-30";
  await ofLaboratory.run(
    `insert into company_settings (company_id, id, value_json, created_at, updated_at, version) values (?, 'reminder_days', '[]', 1, 1, 1)`,
  );
  await morning(laboratory, addDays(on, -61));
  const machine = await machineOf(ofLaboratory, { next_due_on: on, risk: "high" });
  await morning(laboratory, addDays(on, -60));
  expect(await told(ofLaboratory, machine)).toHaveLength(1);
});

test("the calendar shows the dates to those who may view the registers, and to nobody else", async () => {
  const on = "2033-04-12";
  await machineOf(shard, { next_due_on: on });
  await machineOf(shard, { next_due_on: on, status: "lost" });
  await calibratorOf(shard, { due_on: on });
  await calibratorOf(shard, { next_check_on: on });
  const words = [
    "Calibration of a machine ",
    "Calibration of a calibrator ",
    "Intermediate check ",
  ];
  const at = (view: string) => `/due-service-calendar?view=${view}&date=${on}`;
  for (const view of ["month", "week"]) {
    const page = await client.text(at(view));
    for (const word of words) expect(page, `${view} ${word}`).toContain(`>${word}`);
    expect(page).not.toContain("2 machines due");
  }
  for (const [kind, path] of [
    ["machine_due", "/machine/"],
    ["calibrator_due", "/calibrator/"],
    ["calibrator_check", "/calibrator/"],
  ]) {
    const list = await client.text(
      `/due-service-calendar?view=agenda&from=${on}&to=${on}&kind=${kind}`,
    );
    expect(list.match(/class="ent /g), kind).toHaveLength(1);
    expect(list).toContain(`href="${path}`);
  }
  const { client: other } = await colleague(w, both, "view-asset", "view-machine");
  const page = await other.text(at("month"));
  expect(words.map((word) => page.includes(`>${word}`))).toEqual([true, false, false]);
});
