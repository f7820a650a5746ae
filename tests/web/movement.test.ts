import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { passBench } from "#tests/support/passes.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { world } from "#tests/support/world.ts";

const w = await world();
const b = await passBench(w, "wandering");
const other = await b.made("/api/departments", { name: "Dialysis north" });

/** The entries of a device's time line, as they are read, newest first. */
async function timeLine(device: string, query = "", by = b.admin): Promise<string[]> {
  const html = await by.text(`/asset/detail/${device}?tab=movement${query}`);
  const list = /<ol class="history">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? "";
  return [...list.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map(([, item]) =>
    item!
      .replace(/<!-- -->/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
}
const nextOf = async (device: string, query = "") => {
  const html = await b.admin.text(`/asset/detail/${device}?tab=movement&size=25${query}`);
  return /[?&](?:amp;)?after=([\w-]+)/.exec(html)?.[1] ?? null;
};
async function passOf(device: string, more: object = {}) {
  const { data } = await b.pass([{ asset_id: device }], more);
  await b.move(b.approver.client, data.id, "approve");
  return data;
}
async function outAndBack(device: string) {
  const pass = await passOf(device);
  await b.move(b.guard.client, pass.id, "out");
  const [line] = await b.lines(pass.id);
  await b.move(b.guard.client, pass.id, "return", {
    lines: [{ id: line!.id, qty: 1, condition_in: "fair" }],
  });
  return pass;
}

test("moves, transfers and passes of a device are one time line", async () => {
  const device = await b.device();
  const pass = await outAndBack(device);
  const { data: transfer } = await b.admin.call<{ id: string; number: string }>(
    "POST",
    "/api/asset-transfers",
    {
      ...{ kind: "permanent", to_department_id: other, reason: "A fourth chair" },
      lines: [{ asset_id: device, condition_out: "good" }],
    },
  );
  await b.admin.call("POST", `/api/asset-transfers/${transfer.id}/cancel`, { reason: "No room" });
  const moved = await b.admin.call("POST", `/api/assets/${device}/move`, {
    ...{ department_id: other, reason: "It stays there" },
  });
  expect(moved.status).toBe(200);
  const draft = await b.pass([{ asset_id: device }], { is_submitted: false });
  expect(await timeLine(device)).toEqual([
    expect.stringMatching(new RegExp(`^Gate pass made out ${draft.data.number} Draft Loan, to N`)),
    expect.stringMatching(/^Moved to Dialysis north from Ward wandering/),
    expect.stringMatching(
      new RegExp(`^Permanent transfer ${transfer.number} Cancelled to Dialysis north`),
    ),
    expect.stringMatching(
      new RegExp(`^Came back ${pass.number} from Northgate Clinic Fair when it came back`),
    ),
    expect.stringMatching(new RegExp(`^Left the site ${pass.number} Returned Loan, to Northgate`)),
    expect.stringMatching(/^Came to Ward wandering/),
  ]);
});

test("whoever sees no passes is told of moves and transfers alone", async () => {
  const device = await b.device();
  await outAndBack(device);
  const { client } = await b.person("Ward Clerk", "view-asset", "view-asset-transfer");
  expect(await timeLine(device, "", client)).toEqual([expect.stringMatching(/^Came to/)]);
  expect(await client.text(`/asset/detail/${device}?tab=movement`)).not.toContain(
    "gate passes</a>",
  );
});

test("a page of it tells what happened between its moves, and each thing once", async () => {
  const device = await b.device();
  const start = Date.now() - 90 * 86_400_000;
  const moves = Array.from({ length: 40 }, (_, n) => ({
    ...{ id: newId(start + n * 86_400_000), at: start + n * 86_400_000, actor_kind: "user" },
    ...{ actor_name: "Mala Maker", via: "web", action: "move.asset", entity_kind: "asset" },
    ...{
      entity_id: device,
      entity_label: `Move ${n}`,
      asset_id: device,
      reason: `Step ${n}`,
      request_id: "r",
    },
  }));
  await b.shard.addUnstamped("activity_log", ...moves);
  const early = await outAndBack(device);
  await b.shard.set("gate_passes", early.id, { out_at: start + 2.5 * 86_400_000 });
  await b.shard.run(
    "update gate_pass_lines set returned_at = ?3 where company_id = ?1 and gate_pass_id = ?2",
    early.id,
    start + 30.5 * 86_400_000,
  );
  const first = await timeLine(device, "&size=25");
  const after = await nextOf(device);
  const second = await timeLine(device, `&size=25&after=${after}`);
  const about = (page: string[]) => page.filter((one) => one.includes(early.number));
  expect(about(first)).toEqual([expect.stringMatching(/^Came back/)]);
  expect(about(second)).toEqual([expect.stringMatching(/^Left the site/)]);
  const at = first.findIndex((one) => one.startsWith("Came back"));
  expect([first[at - 1], first[at + 1]]).toEqual([
    expect.stringContaining("Step 31"),
    expect.stringContaining("Step 30"),
  ]);
  expect([...first, ...second].filter((one) => /Step \d+/.test(one))).toHaveLength(40);
});

test("the palette finds a pass and a transfer by number, for those who may see them", async () => {
  const device = await b.device();
  const { data: pass } = await b.pass([{ asset_id: device }], { is_submitted: false });
  const free = await b.device();
  const { data: transfer } = await b.admin.call<{ id: string; number: string }>(
    "POST",
    "/api/asset-transfers",
    {
      ...{ kind: "permanent", to_department_id: other, reason: "Needed there" },
      lines: [{ asset_id: free, condition_out: "good" }],
    },
  );
  const found = async (q: string, by = b.admin) => {
    const answer = await by.page(`/palette?q=${encodeURIComponent(q)}`);
    return ((await answer.json()) as { group: string; href: string }[]).map(
      ({ group, href }) => `${group} ${href}`,
    );
  };
  expect(await found(pass.number)).toContain(`Gate passes /gate-pass/${pass.id}`);
  expect(await found(transfer.number)).toContain(`Transfers /asset-transfer/${transfer.id}`);
  expect(await found(transfer.number, b.guard.client)).toEqual([]);
  expect(await found(pass.number, b.guard.client)).toEqual([`Gate passes /gate-pass/${pass.id}`]);
});

test("the PDF of a pass has three copies, each with lines to sign", async () => {
  const device = await b.device({ serial_no: "SN-77881" });
  const pass = await passOf(device);
  const answer = await b.guard.client.page(`/gate-pass/pdf/${pass.id}`);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  const pages = await readPdf(await answer.arrayBuffer());
  const texts = pages.map(({ texts: drawn }) => drawn.map(({ text }) => text).join("\n"));
  expect(texts).toEqual(
    ["Security copy", "Party copy", "Store copy"].map((copy) => expect.stringContaining(copy)),
  );
  for (const text of texts)
    for (const part of [pass.number, "SN-77881", "Northgate Clinic", "Asha Menon", "K. Murugan"])
      expect(text).toContain(part);
});

test("a device on a pass that has not left is not condemned, and the refusal says so", async () => {
  const device = await b.device();
  const { data: pass } = await b.pass([{ asset_id: device }], { is_submitted: false });
  const condemn = () =>
    b.admin.call("POST", `/api/assets/${device}/condemn`, { condemn_reason: "obsolete" });
  const refused = await condemn();
  expect([refused.status, refused.message]).toEqual([
    409,
    `It is on gate pass ${pass.number}, which has not left yet. Cancel that pass or take it off first.`,
  ]);
  await b.move(b.maker.client, pass.id, "cancel", { reason: "It is condemned instead" });
  expect((await condemn()).status).toBe(200);
});

test("what a pass of a sale says fills the disposal of its device", async () => {
  const device = await b.device();
  await b.admin.call("POST", `/api/assets/${device}/condemn`, { condemn_reason: "obsolete" });
  const { data: pass } = await b.pass([{ asset_id: device, est_value: "4500.00" }], {
    ...{ kind: "non_returnable", purpose: "condemn_sale", expected_return_on: "" },
  });
  await b.move(b.approver.client, pass.id, "approve");
  await b.move(b.guard.client, pass.id, "out");
  const page = await b.admin.text(`/gate-pass/${pass.id}`);
  const href = /href="([^"]*do=dispose[^"]*)"/.exec(page)?.[1] ?? "";
  const dialog = await b.admin.text(href.replaceAll("&amp;", "&"));
  for (const value of ["4500.00", `${pass.number}, Northgate Clinic`])
    expect(dialog).toContain(`value="${value}"`);
  expect(dialog).toMatch(/<option value="sale" selected/);
});

test("a list of passes says which device it is narrowed to, also when there are none", async () => {
  const device = await b.device({ asset_code: "PUMP-0042" });
  expect(await b.admin.text(`/gate-passes?tab=all&asset=${device}`)).toContain("PUMP-0042");
});
