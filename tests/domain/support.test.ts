import { beforeAll, expect, test } from "vitest";
import { type Client, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { PNG } from "#tests/support/pictures.ts";
import { staffWith } from "#tests/support/staff.ts";
import {
  addHelp,
  jobDb,
  type TicketBench,
  ticketBench,
  withFiles,
} from "#tests/support/tickets.ts";
import { insert, world } from "#tests/support/world.ts";
import { closeResolved } from "#worker/domain/support/closing.ts";

const DAY_MS = 86_400_000;
let b: TicketBench;
let other: TicketBench;
beforeAll(async () => {
  const w = await world();
  b = await ticketBench(w, "asking", 0);
  other = await ticketBench(w, "elsewhere", 1);
});

const statusOf = async (id: string) => (await b.row(id)).status;
/** A ticket in a state, by the moves that lead there. */
async function inState(status: string, who: Client = b.asker): Promise<string> {
  const id = await b.asked(who);
  const steps: Record<string, [Client, string, object?][]> = {
    open: [],
    in_progress: [[b.agent, "take"]],
    waiting_customer: [[b.agent, "reply", { body: "Which printer?" }]],
    resolved: [[b.agent, "resolve"]],
    closed: [
      [b.agent, "resolve"],
      [who, "close"],
    ],
    reopened: [
      [b.agent, "resolve"],
      [who, "close"],
      [who, "reopen", { reason: "Again" }],
    ],
  };
  for (const [client, move, body] of steps[status]!)
    expect((await b.move(client, id, move, body)).status, move).toBe(200);
  expect(await statusOf(id)).toBe(status);
  return id;
}

test("a ticket has a number of its own, its first message and its opener", async () => {
  const first = await b.asker.call("POST", "/api/supports", {
    ...{ subject: "How do I print labels", category: "how_to", priority: "high" },
    body: "On a roll of 50 mm.",
  });
  expect([first.status, first.trips]).toEqual([201, upTo(3)]);
  expect(first.data.number).toMatch(/^TKT-\d{5}$/);
  const next = await b.row(await b.asked(b.asker));
  expect(next.number).not.toBe(first.data.number);
  expect(await b.row(first.data.id)).toMatchObject({
    ...{ company_id: b.company.id, opened_by: b.company.users.engineer.id, status: "open" },
    ...{ opened_by_email: "engineer@asking.test", last_reply_by: "customer" },
  });
  expect(await b.replies(first.data.id)).toMatchObject([
    { author_kind: "customer", note: "On a roll of 50 mm.", is_internal: 0, status: "open" },
  ]);
});

test.each([
  [{ subject: "Help" }, "subject"],
  [{ subject: "x".repeat(151) }, "subject"],
  [{ category: "sales" }, "category"],
  [{ priority: "now" }, "priority"],
  [{ body: " " }, "body"],
  [{ body: "x".repeat(5001) }, "body"],
  [{ status: "closed" }, "status"],
])("a ticket with %j is refused", async (more, field) => {
  const ticket = { subject: "Labels print twice", category: "bug", priority: "normal", body: "x" };
  const { status, errors } = await b.asker.call("POST", "/api/supports", { ...ticket, ...more });
  expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]]);
});

test("staff take, reply and resolve; each reply waits for the company, and the first one is remembered", async () => {
  const id = await inState("open");
  const took = await b.move(b.agent, id, "take");
  expect([took.status, took.trips]).toEqual([200, upTo(3)]);
  expect(await b.row(id)).toMatchObject({ status: "in_progress", assigned_to: b.agentId });
  expect((await b.move(b.agent, id, "take")).status, "it is taken").toBe(409);
  const replied = await b.move(b.agent, id, "reply", { body: "Which printer?" });
  expect([replied.status, replied.trips]).toEqual([200, upTo(3)]);
  const first = (await b.row(id)).first_response_at;
  expect(await b.row(id)).toMatchObject({ status: "waiting_customer", last_reply_by: "staff" });
  await b.move(b.agent, id, "reply", { body: "And which paper?" });
  expect(await b.row(id)).toMatchObject({ first_response_at: first, status: "waiting_customer" });
  await b.move(b.agent, id, "resolve", { reason: "Choose the roll." });
  expect(await b.row(id)).toMatchObject({ status: "resolved", resolved_at: expect.any(Number) });
  const letters = await mailsTo(b.w, "engineer@asking.test");
  const of = String((await b.row(id)).number);
  expect(letters.filter(({ subject }) => subject.startsWith(of))).toHaveLength(3);
  expect(letters[0]!.text).toContain(`http://${b.company.host}/support/show/${id}`);
});

test.each([
  ["open", "open"],
  ["in_progress", "in_progress"],
  ["waiting_customer", "open"],
  ["reopened", "reopened"],
  ["resolved", "open"],
])("an answer on a ticket that is %s leaves it %s", async (from, to) => {
  const id = await inState(from);
  expect((await b.move(b.asker, id, "answer", { body: "Like this." })).status).toBe(200);
  expect(await b.row(id)).toMatchObject({
    status: to,
    resolved_at: null,
    last_reply_by: "customer",
  });
});

test("a closed ticket takes no answer, and only a resolved one is closed", async () => {
  const closed = await inState("closed");
  expect((await b.move(b.asker, closed, "answer", { body: "One more thing" })).status).toBe(409);
  expect((await b.move(b.agent, closed, "reply", { body: "One more thing" })).status).toBe(409);
  expect(await b.move(b.asker, await inState("open"), "close")).toMatchObject({
    ...{ status: 409, message: "Only a resolved ticket is closed" },
  });
});

test("the company says itself that it is solved, and rates a closed ticket once", async () => {
  const id = await inState("waiting_customer");
  const rating = { rating: 4, rating_note: "Quick" };
  expect((await b.move(b.asker, id, "rate", rating)).status).toBe(409);
  expect((await b.move(b.asker, id, "solved")).status).toBe(200);
  expect((await b.move(b.asker, id, "close")).status).toBe(200);
  for (const wrong of [0, 6, "x"])
    expect((await b.move(b.asker, id, "rate", { rating: wrong })).status).toBe(422);
  expect((await b.move(b.asker, id, "rate", rating)).status).toBe(200);
  expect(await b.move(b.asker, id, "rate", { rating: 1 })).toMatchObject({
    ...{ status: 409, message: "It is rated already" },
  });
  expect(await b.row(id)).toMatchObject({ rating: 4, rating_note: "Quick", status: "closed" });
});

test("a ticket is reopened within 14 days of its closing, and later a new one is asked for", async () => {
  const id = await inState("closed");
  await b.set(id, "closed_at", Date.now() - 14 * DAY_MS - 1000);
  expect(await b.move(b.asker, id, "reopen", { reason: "Again" })).toMatchObject({
    ...{ status: 409, message: "It was closed more than 14 days ago. Open a new ticket." },
  });
  await expectAnswer(b.asker.page(`/support/show/${id}`), 200, "Open a new ticket.");
  await b.set(id, "closed_at", Date.now() - 14 * DAY_MS + 60_000);
  expect((await b.move(b.asker, id, "reopen")).status, "it says why").toBe(422);
  expect((await b.move(b.asker, id, "reopen", { reason: "Again" })).status).toBe(200);
  expect(await b.row(id)).toMatchObject({ status: "reopened", closed_at: null });
});

test("a resolved ticket closes by itself after 7 days, and not while it is answered", async () => {
  const [old, young, answered] = [
    await inState("resolved"),
    await inState("resolved"),
    await inState("resolved"),
  ];
  const now = Date.now();
  for (const id of [old, answered]) await b.set(id, "resolved_at", now - 7 * DAY_MS - 1000);
  await b.set(young, "resolved_at", now - 7 * DAY_MS + 60_000);
  await b.move(b.asker, answered, "answer", { body: "Still wrong" });
  await closeResolved(jobDb(b.w), now);
  expect(await Promise.all([old, young, answered].map(statusOf))).toEqual([
    ...["closed", "resolved", "open"],
  ]);
  expect((await b.replies(old)).at(-1)).toMatchObject({
    ...{ author_kind: "system", status: "closed", actor_id: null, company_id: b.company.id },
  });
});

test("of two people at once one takes the ticket, and the other is told", async () => {
  const id = await inState("open");
  const second = await staffWith(b.w, "asking-second", ["manage-support-ticket"]);
  const taken = await Promise.all([b.move(b.agent, id, "take"), b.move(second, id, "take")]);
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await b.replies(id)).toHaveLength(2);
});

test("the same request is carried out once", async () => {
  const id = await inState("open");
  const key = { "idempotency-key": `answer-${id}` };
  const once = () => b.move(b.asker, id, "answer", { body: "Once" }, key);
  const [first, again] = [await once(), await once()];
  expect([first.status, again.status, again.data]).toEqual([200, 200, first.data]);
  expect(await b.replies(id)).toHaveLength(2);
  const ticket = { subject: "Asked once only", category: "data", priority: "low", body: "x" };
  const asked = () =>
    b.asker.call("POST", "/api/supports", ticket, { "idempotency-key": `ask-${id}` });
  expect((await asked()).data).toEqual((await asked()).data);
});

test("a ticket is assigned to active staff who answer tickets", async () => {
  const id = await inState("in_progress");
  const clerk = await staffWith(b.w, "asking-clerk", ["manage-coupon"]);
  const assign = (assigned_to: string) => b.move(b.agent, id, "assign", { assigned_to });
  expect((await assign("staff-asking-clerk")).status).toBe(422);
  expect((await assign(b.agentId)).status, "it is theirs").toBe(422);
  expect((await assign("staff-super")).status).toBe(200);
  expect(await b.row(id)).toMatchObject({ assigned_to: "staff-super", status: "in_progress" });
  expect((await b.move(clerk, id, "take")).status).toBe(403);
  await staffWith(b.w, "asking-leaver", ["manage-support-ticket"]);
  const left = "update staff set status = 'suspended' where id = ?";
  await b.w.env.CONTROL_DB.prepare(left).bind("staff-asking-leaver").run();
  expect((await assign("staff-asking-leaver")).status).toBe(422);
});

test("an internal note never reaches the company: on no page, by no call, as no file", async () => {
  const id = await inState("waiting_customer");
  const secret = "They are about to leave us";
  const before = await b.asker.call("GET", `/api/supports/${id}`);
  const file = new File([PNG], "inner-note.png", { type: "image/png" });
  const noted = await b.agent.page(`/admin/support/show/${id}`, {
    method: "POST",
    body: withFiles({ intent: "note", body: secret }, [file]),
  });
  expect(noted.status).toBe(302);
  await b.move(b.agent, id, "assign", { assigned_to: "staff-super" });
  expect((await b.replies(id)).filter(({ is_internal }) => is_internal)).toHaveLength(2);
  const doors = [`/support/show/${id}`, `/support/show/${id}.data`, "/supports", "/supports.data"];
  for (const who of [b.admin, b.asker]) {
    for (const path of doors) {
      const text = await expectAnswer(who.page(path), 200);
      for (const hidden of [secret, "inner-note.png", "Assigned to", "staff-super"])
        expect(text, path).not.toContain(hidden);
    }
    for (const path of [`/api/supports/${id}`, "/api/supports"]) {
      const text = await expectAnswer(who.api(path), 200);
      for (const hidden of [secret, "inner-note.png", "Assigned to", "staff-super"])
        expect(text, path).not.toContain(hidden);
    }
  }
  expect((await b.asker.call("GET", `/api/supports/${id}`)).data).toEqual(before.data);
  const { id: media } = (await b.w.env.CONTROL_DB.prepare(
    "select id from platform_media where file_name = 'inner-note.png'",
  ).first<{ id: string }>())!;
  for (const who of [b.admin, b.asker, other.admin])
    expect((await who.page(`/support/file/${media}`)).status).toBe(404);
  expect((await b.agent.page(`/admin/support/file/${media}`)).status).toBe(200);
  await expectAnswer(b.agent.page(`/admin/support/show/${id}`), 200, secret, "Internal");
  for (const { text } of await mailsTo(b.w, "engineer@asking.test"))
    expect(text).not.toContain(secret);
  expect((await b.move(b.asker, id, "note", { body: "Mine" })).status).not.toBe(200);
});

test("another company's ticket and a colleague's are not there; an Admin sees all of the company", async () => {
  const id = await inState("resolved");
  for (const [who, status] of [
    [b.colleague, 404],
    [other.admin, 404],
    [b.admin, 200],
    [b.asker, 200],
  ] as const) {
    expect((await who.call("GET", `/api/supports/${id}`)).status).toBe(status);
    expect((await who.page(`/support/show/${id}`)).status).toBe(status);
    expect((await who.page(`/support/show/${id}.data`)).status).toBe(status);
    const listed = (await who.call<{ id: string }[]>("GET", "/api/supports?tab=closed&size=100"))
      .data;
    expect(listed.some((row) => row.id === id)).toBe(status === 200);
  }
  for (const who of [b.colleague, other.admin])
    for (const [move, body] of [
      ["answer", { body: "x" }],
      ["close", {}],
    ] as const)
      expect((await b.move(who, id, move, body)).status, move).toBe(404);
  expect((await b.move(b.admin, id, "close")).status, "an Admin closes it as well").toBe(200);
});

test("files are known by their content, served to those who see the ticket, and count to no plan", async () => {
  const used = await b.shard.profile("storage_bytes");
  const ticket = { subject: "With files", category: "bug", priority: "urgent", body: "See these" };
  const ask = (...files: File[]) =>
    b.asker.page("/support/create", { method: "POST", body: withFiles(ticket, files) });
  const text = new File(["a;b\n1;2\n"], "rows.csv", { type: "text/csv" });
  const picture = new File([PNG], "shot.png", { type: "image/png" });
  const made = await ask(text, picture);
  expect(made.status).toBe(302);
  const id = made.headers.get("location")!.split("/").at(-1)!;
  const { data } = await b.asker.call<{
    replies: { files: { id: string; file_name: string }[] }[];
  }>("GET", `/api/supports/${id}`);
  const files = data.replies[0]!.files;
  expect(files.map(({ file_name }) => file_name)).toEqual(["rows.csv", "shot.png"]);
  const csv = await b.asker.page(`/support/file/${files[0]!.id}`);
  expect(await csv.text()).toBe("a;b\n1;2\n");
  expect(
    [...["content-type", "content-disposition", "x-content-type-options", "cache-control"]].map(
      (name) => csv.headers.get(name),
    ),
  ).toEqual(["text/csv", expect.stringContaining("attachment"), "nosniff", "private, no-cache"]);
  expect(csv.headers.get("content-security-policy")).toContain("sandbox");
  for (const who of [b.colleague, other.admin])
    expect((await who.page(`/support/file/${files[0]!.id}`)).status).toBe(404);
  expect((await b.admin.page(`/support/file/${files[0]!.id}`)).status).toBe(200);
  expect((await b.agent.page(`/admin/support/file/${files[1]!.id}`)).status).toBe(200);
  expect(await b.shard.profile("storage_bytes")).toBe(used);

  const refused = async (status: number, ...sent: File[]) => expectAnswer(ask(...sent), status);
  await refused(422, new File([new Uint8Array([0, 1, 2, 3])], "rows.csv", { type: "text/csv" }));
  await refused(422, new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" }));
  await refused(422, new File(["no picture"], "shot.png", { type: "image/png" }));
  await refused(422, ...Array.from({ length: 6 }, () => text));
  await refused(413, new File([new Uint8Array(10 * 1024 * 1024 + 1).fill(65)], "long.txt"));
});

test("a suspended company asks and answers", async () => {
  await b.shard.setProfile({ status: "suspended" });
  try {
    const id = await b.asked(b.asker, { subject: "How do we pay" });
    expect((await b.move(b.asker, id, "answer", { body: "Please" })).status).toBe(200);
    await expectAnswer(b.asker.page(`/support/show/${id}`), 200, "How do we pay");
  } finally {
    await b.shard.setProfile({ status: "active" });
  }
});

test("the platform's support is told of a new ticket and of an answer, once it has an address", async () => {
  const address = "help@asking-platform.test";
  const id = await inState("open");
  expect(await mailsTo(b.w, address)).toEqual([]);
  await b.w.env.CONTROL_DB.prepare(
    "delete from platform_settings where id = 'support_email'",
  ).run();
  await insert(b.w.env.CONTROL_DB, "platform_settings", {
    ...{ id: "support_email", value_json: JSON.stringify(address), created_at: 1, updated_at: 1 },
  });
  try {
    const asking = await b.asked(b.asker, { subject: "Told to support" });
    await b.move(b.asker, id, "answer", { body: "It is\nHello you," });
    const [answered, asked] = await mailsTo(b.w, address);
    expect(asked!.subject).toBe("New ticket: Told to support");
    expect(answered!.text).toContain("> It is\n> Hello you,");
    const page = (ticket: string) => `http://localhost/admin/support/show/${ticket}`;
    expect([asked!.text, answered!.text]).toEqual([
      expect.stringContaining(page(asking)),
      expect.stringContaining(page(id)),
    ]);
    await expectAnswer(b.agent.page(`/admin/support/show/${asking}`), 200, "Told to support");
  } finally {
    await b.w.env.CONTROL_DB.prepare(
      "delete from platform_settings where id = 'support_email'",
    ).run();
  }
});

test("tabs count the tickets that the person sees, and staff narrow theirs", async () => {
  const c = await ticketBench(b.w, "counting", 2);
  const ids = [await c.asked(c.asker), await c.asked(c.asker), await c.asked(c.colleague)];
  await c.move(c.agent, ids[1]!, "reply", { body: "Which?" });
  const tabsOf = async (who: Client) =>
    [
      ...(await who.text("/supports")).matchAll(
        /(Open|Waiting for me|Closed)<span class="count">(\d+)/g,
      ),
    ].map(([, label, count]) => `${label} ${count}`);
  expect(await tabsOf(c.asker)).toEqual(["Open 2", "Waiting for me 1", "Closed 0"]);
  expect(await tabsOf(c.admin)).toEqual(["Open 3", "Waiting for me 1", "Closed 0"]);
  const list = async (query: string) =>
    (
      await c.agent.call<{ id: string }[]>(
        "GET",
        `/api/admin/supports?company=${c.company.id}&${query}`,
      )
    ).data.map(({ id }) => ids.indexOf(id));
  expect(await list("")).toEqual([2, 0]);
  expect(await list("tab=waiting_customer")).toEqual([1]);
  expect(await list("priority=urgent")).toEqual([]);
  await c.move(c.agent, ids[0]!, "assign", { assigned_to: c.agentId });
  expect([await list("assignee=me"), await list("assignee=nobody")]).toEqual([[0], [2]]);
  expect(await list("age=1")).toEqual([]);
  const pages = await c.agent.call("GET", `/api/admin/supports?company=${c.company.id}&size=25`);
  expect(pages.trips).toEqual(upTo(2));
});

test("helps that fit are suggested to those they are meant for, and counted once a session", async () => {
  const ids = ["help-asking-labels", "help-asking-admins", "help-asking-lab"];
  await addHelp(b.w, { id: ids[0], question: "How do I print labels on a roll?" });
  await addHelp(b.w, { id: ids[1], question: "Who may print labels?", audience: "admin" });
  await addHelp(b.w, { id: ids[2], question: "Labels of hired devices", service_types: "[0]" });
  await addHelp(b.w, { id: "help-asking-off", question: "Old labels", is_active: 0 });
  const found = async (who: Client, q: string) => {
    const answer = await who.page(`/support/helps/find?q=${encodeURIComponent(q)}`);
    return ((await answer.json()) as { id: string }[])
      .map(({ id }) => id)
      .filter((id) => id.includes("asking"));
  };
  expect(await found(b.asker, "Printing a label")).toEqual([ids[0]]);
  expect((await found(b.admin, "print labels")).sort()).toEqual([ids[1], ids[0]].sort());
  expect(await found(b.asker, "how do the")).toEqual([]);
  const vote = (who: Client, id: string, helped: string) =>
    who.form("/support/helps", { intent: "vote", id, helped });
  expect((await vote(b.asker, ids[0]!, "yes")).status).toBe(302);
  expect((await vote(b.asker, ids[0]!, "no")).status).toBe(302);
  await vote(b.admin, ids[0]!, "no");
  expect((await vote(b.asker, ids[1]!, "yes")).status).toBe(404);
  const counted = "select helpful_yes, helpful_no, version from faqs where id = ?";
  expect(await b.w.env.CONTROL_DB.prepare(counted).bind(ids[0]).first()).toEqual({
    ...{ helpful_yes: 1, helpful_no: 1, version: 1 },
  });
});
