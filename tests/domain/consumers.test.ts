import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "consumed", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

const YEAR = new Date().getFullYear();
const post = (path: string, body: object) => admin.call("POST", path, body);
const added = async (path: string, body: object): Promise<string> => {
  const { status, errors, data } = await post(path, body);
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const numberOf = async (id: string) =>
  (await shard.get<{ consumer_no: string }>("consumers", id)).consumer_no;

describe("a consumer", () => {
  test("gets the next number where none is typed, which passes over typed ones", async () => {
    const first = await added("/api/consumers", { name: "Northgate Clinic" });
    expect(await numberOf(first)).toMatch(/^CUS\/\d{4}\/0001$/);
    const year = (await numberOf(first)).slice(4, 8);
    expect(Math.abs(Number(year) - YEAR)).toBeLessThanOrEqual(1);
    await added("/api/consumers", { name: "Typed", consumer_no: `CUS/${year}/0002` });
    const third = await added("/api/consumers", { name: "Third" });
    expect(await numberOf(third)).toBe(`CUS/${year}/0003`);
    const found = await admin.call<{ id: string }[]>("GET", `/api/consumers?q=CUS/${year}/0003`);
    expect(found.data.map(({ id }) => id)).toEqual([third]);
    // An empty number on a change takes none away.
    await admin.call("PUT", `/api/consumers/${third}`, { name: "Third Hospital" });
    expect(await numberOf(third)).toBe(`CUS/${year}/0003`);
  });

  test("in India has a GSTIN with its check character for its tax number", async () => {
    const consumer = (tax_no: string, country: string) => ({ name: tax_no, tax_no, country });
    const wrong = await post("/api/consumers", consumer("27AAPFU0939F1ZX", "IN"));
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["tax_no"]]);
    const right = await added("/api/consumers", consumer("27 aapfu0939f1zv", "India"));
    const { tax_no, country } = await shard.get<Record<string, string>>("consumers", right);
    expect([tax_no, country]).toEqual(["27AAPFU0939F1ZV", "IN"]);
    await added("/api/consumers", consumer("DE 811 569 869", "DE"));
  });

  test("has each e-mail of its people once, and its parts stay with it", async () => {
    const [one, other] = [
      await added("/api/consumers", { name: "One" }),
      await added("/api/consumers", { name: "Other" }),
    ];
    const person = (consumer_id: string) => ({ consumer_id, name: "S. Devi", email: "s@one.test" });
    const contact = await added("/api/consumer-contacts", person(one));
    expect((await post("/api/consumer-contacts", person(one))).status).toBe(422);
    await added("/api/consumer-contacts", person(other));
    const review = await post("/api/contract-reviews", {
      ...{ consumer_id: one, reviewed_on: "2999-01-01", scope: "All", agreed_by: "S. Devi" },
    });
    expect([review.status, review.errors]).toEqual([
      ...[422, { reviewed_on: ["Reviewed on must not be after today"] }],
    ]);
    const moved = await admin.call("PUT", `/api/consumer-contacts/${contact}`, {
      ...{ consumer_id: other, name: "S. Devi" },
    });
    expect([moved.status, Object.keys(moved.errors ?? {})]).toEqual([422, ["consumer_id"]]);
    expect((await admin.call("DELETE", `/api/consumers/${one}`)).status).toBe(200);
    expect(await shard.count("consumer_contacts", "id = ? and deleted_at is null", contact)).toBe(
      0,
    );
  });

  test("on hold is not begun anything for", async () => {
    const id = await added("/api/consumers", { name: "Held", status: "hold" });
    const site = await post("/api/consumer-sites", { consumer_id: id, name: "Main" });
    expect([site.status, site.errors]).toEqual([422, { consumer_id: ["Consumer is on hold"] }]);
  });

  test("is merged with what belongs to it: sites of one name stay two", async () => {
    const [from, into] = [
      await added("/api/consumers", { name: "Twice" }),
      await added("/api/consumers", { name: "Once" }),
    ];
    const site = await added("/api/consumer-sites", { consumer_id: from, name: "Main" });
    await added("/api/consumer-sites", { consumer_id: into, name: "Main" });
    await added("/api/contract-reviews", {
      ...{ consumer_id: from, reviewed_on: "2026-04-01", scope: "All pumps", agreed_by: "S. Devi" },
    });
    const merged = await post(`/api/consumers/${from}/merge`, { into });
    expect([merged.status, merged.message]).toEqual([200, "Twice is merged into Once"]);
    const moved = await shard.get<Record<string, string>>("consumer_sites", site);
    expect(moved.consumer_id).toBe(into);
    expect(moved.name).toBe(`Main (${await numberOf(from)})`);
    expect(await shard.count("contract_reviews", "consumer_id = ?", into)).toBe(1);
  });

  test("comes in from a spreadsheet with a number of its own", async () => {
    const imports = importer(admin);
    const file = csvOf([
      ["Name", "City", "Country"],
      ["Imported A", "Chennai", "India"],
      ["Imported B", "Madurai", "IN"],
    ]);
    const { id } = (await imports.upload("consumers", file)).data;
    await imports.map(id);
    await imports.check(id);
    await imports.run(id);
    const numbers = await shard.all<{ consumer_no: string }>(
      "select consumer_no from consumers where company_id = ? and name like 'Imported %'",
    );
    expect(new Set(numbers.map(({ consumer_no }) => consumer_no)).size).toBe(2);
    for (const { consumer_no } of numbers) expect(consumer_no).toMatch(/^CUS\/\d{4}\/\d{4}$/);
  });
});

describe("a decision rule", () => {
  test("that is built in stays as it is; ten are there, and found by their names", async () => {
    const { data } = await admin.call<{ id: string; name: string; built_in: boolean }[]>(
      "GET",
      "/api/decision-rules?q=guard",
    );
    const built = data.find(({ name }) => name === "Guard band U")!;
    expect(await shard.count("decision_rules", "built_in = 1")).toBe(10);
    const form = { code: "X", name: "X", kind: "simple", certificate_text: "X" };
    const changed = await admin.call("PUT", `/api/decision-rules/${built.id}`, form);
    expect([changed.status, changed.message]).toEqual([
      ...[409, "This rule is built in, so that certificates can be compared. Add your own."],
    ]);
    expect((await admin.call("DELETE", `/api/decision-rules/${built.id}`)).status).toBe(409);
    expect((await post(`/api/decision-rules/${built.id}/archive`, {})).status).toBe(200);
    expect((await post(`/api/decision-rules/${built.id}/restore`, {})).status).toBe(200);
  });

  test("of one's own has the figure of its kind, and no other", async () => {
    const form = { code: "OWN", name: "Own", kind: "guard_rU", certificate_text: "w = 0.9 U" };
    expect((await post("/api/decision-rules", form)).errors).toHaveProperty("guard_factor");
    const id = await added("/api/decision-rules", {
      ...form,
      ...{ guard_factor: "0.90", risk_limit: "0.05" },
    });
    const row = await shard.get<Record<string, string>>("decision_rules", id);
    expect([row.guard_factor, row.risk_limit]).toEqual(["0.90", null]);
  });
});

describe("a line of the scope", () => {
  const line = (lo: string, hi: string, more: object = {}) => ({
    ...{ discipline: "medical", parameter: "Energy", unit: "J", range_lo: lo, range_hi: hi },
    ...{ cmc_abs: "0.5", valid_from: "2026-01-01" },
    ...more,
  });
  test("that overlaps another is doubted, and saved as it was typed", async () => {
    const first = await post("/api/cmc-entries", line("0", "100.0"));
    expect([first.status, first.warnings ?? []]).toEqual([201, []]);
    expect((await post("/api/cmc-entries", line("100", "360"))).warnings ?? []).toEqual([]);
    expect(
      (await post("/api/cmc-entries", line("50", "80", { unit: "W" }))).warnings ?? [],
    ).toEqual([]);
    const onsite = await post("/api/cmc-entries", line("50", "80", { place: "onsite" }));
    expect(onsite.warnings ?? []).toEqual([]);
    const over = await post("/api/cmc-entries", line("50", "80"));
    expect([over.status, over.warnings]).toEqual([
      201,
      ["It overlaps another entry of the same parameter, unit and place: 0 to 100.0"],
    ]);
    const at = await admin.call<{ range_hi: string }[]>("GET", "/api/cmc-entries?at=99.5");
    expect(at.data.map(({ range_hi }) => range_hi)).toEqual(["100.0"]);
  });

  test("is refused without a figure, upside down, or with what is no number", async () => {
    const refused = async (body: object) =>
      Object.keys((await post("/api/cmc-entries", body)).errors ?? {});
    expect(await refused(line("0", "1", { cmc_abs: "" }))).toEqual(["cmc_abs"]);
    expect(await refused(line("5", "1"))).toEqual(["range_hi"]);
    expect(await refused(line("0", "1,5"))).toEqual(["range_hi"]);
    expect(await refused(line("0", "1", { unit: "furlong" }))).toEqual(["unit"]);
  });
});

describe("a signature", () => {
  const form = (user_id: string, more: object = {}) => ({
    ...{ user_id, name: "R. Krishnan", roles: ["calibrated_by"], disciplines: ["medical"] },
    ...{ valid_from: "2026-01-01" },
    ...more,
  });

  test("is made, suspended and reinstated by somebody else, and ends for ever", async () => {
    const held = ["view-signature", "edit-signature", "create-signature"];
    const engineer = await colleague(w, company, ...held);
    const own = await engineer.client.call("POST", "/api/signatures", form(engineer.id));
    expect(own.errors).toEqual({ user_id: ["Somebody else authorises you"] });
    const id = await added("/api/signatures", form(engineer.id));
    expect((await post("/api/signatures", form(engineer.id))).errors).toEqual({
      user_id: ["This person has a signature already"],
    });
    const path = `/api/signatures/${id}`;
    const reason = "Training is overdue";
    const mine = (move: string) => engineer.client.call("POST", `${path}/${move}`, { reason });
    const edited = await engineer.client.call("PUT", path, form(engineer.id, { name: "Me" }));
    expect([edited.status, edited.message]).toEqual([403, "Somebody else keeps your signature"]);
    expect((await post(`${path}/suspend`, {})).status).toBe(422);
    expect((await post(`${path}/suspend`, { reason })).message).toBe("Signature suspended");
    expect((await mine("reinstate")).status).toBe(403);
    expect((await post(`${path}/reinstate`, { reason })).message).toBe("Signature reinstated");
    expect((await post(`${path}/revoke`, { reason })).status).toBe(200);
    expect((await admin.call("PUT", path, form(engineer.id))).status).toBe(409);
    const { data } = await admin.call<{ events: { status: string }[] }>("GET", path);
    expect(data.events.map(({ status }) => status)).toEqual([
      ...["active", "suspended", "active", "revoked"],
    ]);
    // Who was revoked may get a new one.
    await added("/api/signatures", form(engineer.id));
  });

  test("is hidden from who may not view it, and stays with its person", async () => {
    const [one, other] = [await colleague(w, company), await colleague(w, company)];
    const id = await added("/api/signatures", form(one.id));
    expect((await one.client.call("GET", `/api/signatures/${id}`)).status).toBe(403);
    const moved = await admin.call("PUT", `/api/signatures/${id}`, form(other.id));
    expect([moved.status, moved.errors]).toEqual([
      422,
      { user_id: ["A signature stays with its person"] },
    ]);
  });
});
