import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let other: { consumer: string; site: string; model: string; asset: string };
let own: typeof other;

/** A company's consumer with a site, a model and an asset. */
async function registers(of: Company, rows: Rows, name: string) {
  const { categoryId, departmentId } = await mastersFor(w, of, name);
  const [consumer, site, model, asset] = [newId(), newId(), newId(), newId()];
  await rows.add("consumers", { id: consumer, consumer_no: `C-${name}`, name });
  await rows.add("consumer_sites", { id: site, consumer_id: consumer, name: "Main" });
  const make = { manufacturer: "Zoll", model: `R ${name}` };
  await rows.add("machine_models", { id: model, name: `Zoll R ${name}`, ...make });
  await rows.add("assets", {
    ...{ id: asset, asset_code: `A-${name}`, name: "Pump", qr_token: newId() },
    ...{ category_id: categoryId, department_id: departmentId, lifecycle: "in_service" },
  });
  await rows.add("asset_details", { id: asset });
  return { consumer, site, model, asset };
}

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "machines-of", 2, 0);
  const stranger = await addCompany(w.env, "machines-not-of", 2, 0);
  shard = rowsOf(w, company);
  own = await registers(company, shard, "Own");
  other = await registers(stranger, rowsOf(w, stranger), "Other");
  admin = await signedIn(w, company, "admin");
});

const machine = (more: object = {}) => ({
  ...{ name: "Defibrillator", owner: "consumer", consumer_id: own.consumer },
  ...{ machine_model_id: own.model, serial_no: newId().slice(-12) },
  ...more,
});
const add = (more: object = {}) => admin.call("POST", "/api/machines", machine(more));
type Read = {
  machine_no: string;
  version: number;
  status: string;
  next_due_on: string | null;
  order_on: string;
  parameters: { key: string; quantity: string }[] | null;
  moves: { move: string; why: string | null }[];
};
const read = async (id: string) => (await admin.call<Read>("GET", `/api/machines/${id}`)).data;
const count = () => shard.count("machines", "1 = 1");

describe("a machine", () => {
  test("takes the next number, a label of its own, and its first event", async () => {
    const made = [await add(), await add({ machine_no: "X-1" }), await add()];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, typed, second] = await Promise.all(made.map(({ data }) => read(data.id)));
    expect(first!.machine_no).toMatch(/^DUC-\d{6}$/);
    expect(typed!.machine_no).toBe("X-1");
    expect(Number(second!.machine_no.slice(4))).toBe(Number(first!.machine_no.slice(4)) + 1);
    const { qr_token } = await shard.get<{ qr_token: string }>("machines", made[0]!.data.id);
    expect(qr_token).toMatch(/^[a-z2-7]{26}$/);
    const events = await shard.count("machine_events", "machine_id = ?", made[0]!.data.id);
    expect(events).toBe(1);
    const found = await admin.call<{ id: string }[]>(
      "GET",
      `/api/machines?q=${first!.machine_no.replace("-", "")}`,
    );
    expect(found.data.map(({ id }) => id)).toContain(made[0]!.data.id);
  });

  test("is due an interval after its last calibration, on a day that there is", async () => {
    const { data } = await add();
    const dueAfter = async (last_cal_on: string, interval_value: number, unit: string) => {
      const { machine_no } = await read(data.id);
      const sent = { ...machine({ machine_no }), last_cal_on, interval_value };
      const { status } = await admin.call("PUT", `/api/machines/${data.id}`, {
        ...sent,
        interval_unit: unit,
      });
      expect(status).toBe(200);
      return (await read(data.id)).next_due_on;
    };
    expect(await dueAfter("2025-01-31", 1, "month")).toBe("2025-02-28");
    expect(await dueAfter("2024-01-31", 1, "month")).toBe("2024-02-29");
    expect(await dueAfter("2024-02-29", 1, "year")).toBe("2025-02-28");
    const day = fc
      .date({ min: new Date("2000-01-01"), max: new Date("2025-12-31"), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: 1, max: 240 }), async (last, months) => {
        const due = (await dueAfter(last, months, "month"))!;
        const [year, month, on] = last.split("-").map(Number) as [number, number, number];
        const index = year * 12 + month - 1 + months;
        const lastDay = new Date(
          Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0),
        ).getUTCDate();
        expect(due.split("-").map(Number)).toEqual([
          Math.floor(index / 12),
          (index % 12) + 1,
          Math.min(on, lastDay),
        ]);
      }),
      { numRuns: 15 },
    );
  });

  test("has no due date without an interval, and stands after all others", async () => {
    const { data } = await add({ last_cal_on: "2026-01-31" });
    expect(await read(data.id)).toMatchObject({ next_due_on: null, order_on: "9999-12-31" });
    expect((await add({ interval_value: 3 })).errors).toHaveProperty("interval_unit");
    expect((await add({ interval_value: 21, interval_unit: "year" })).status).toBe(422);
    expect((await add({ last_cal_on: "2999-01-01" })).errors).toHaveProperty("last_cal_on");
  });

  test("names nothing of another company, nor a site of another consumer, and leaves no row", async () => {
    const before = await count();
    const asAsset = { owner: "own_asset", consumer_id: null, serial_no: null };
    const foreign = [
      await add({ consumer_id: other.consumer }),
      await add({ consumer_site_id: other.site }),
      await add({ consumer_id: other.consumer, consumer_site_id: other.site }),
      await add({ machine_model_id: other.model }),
      await add({ ...asAsset, asset_id: other.asset }),
      await add({ default_procedure_id: newId() }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const consumer = newId();
    const site = newId();
    await shard.add("consumers", { id: consumer, consumer_no: "C-2", name: "Second" });
    await shard.add("consumer_sites", { id: site, consumer_id: consumer, name: "Elsewhere" });
    const refused = await add({ consumer_site_id: site });
    expect(refused.errors).toEqual({ consumer_site_id: ["This site belongs to another consumer"] });
    expect((await add({ serial_no: null })).errors).toHaveProperty("customer_tag");
    expect((await add({ asset_id: own.asset })).status).toBe(422);
    expect(await count()).toBe(before);
  });

  test("is an own asset once, and its asset is in use", async () => {
    const asAsset = { owner: "own_asset", consumer_id: null, serial_no: null, asset_id: own.asset };
    expect((await add(asAsset)).status).toBe(201);
    expect((await add(asAsset)).status).toBe(422);
    const laboratory = await addCompany(w.env, "laboratory-alone", 1, 0);
    const rows = rowsOf(w, laboratory);
    const its = await registers(laboratory, rows, "Lab");
    const person = await signedIn(w, laboratory, "admin");
    const sent = { ...machine(), ...asAsset, asset_id: its.asset, machine_model_id: its.model };
    expect((await person.call("POST", "/api/machines", sent)).errors).toHaveProperty("owner");
  });

  test("takes over what its asset and its model say, and the list names the asset", async () => {
    const its = await registers(company, shard, "Facts");
    await shard.run(
      "update assets set make = 'zoll', model = 'R Facts', serial_no = 'S-7' where company_id = ? and id = ?",
      its.asset,
    );
    const told = async (path: string, as = admin) => {
      const answer = await as.page(path);
      return answer.status === 200 ? ((await answer.json()) as object) : answer.status;
    };
    expect(await told(`/machine/asset/${its.asset}`)).toEqual({
      ...{ name: "Pump", make: "zoll", model: "R Facts", serialNo: "S-7" },
      machineModel: { value: its.model, label: "Zoll R Facts" },
    });
    expect(await told(`/machine/asset/${other.asset}`)).toBe(404);
    const model = `/machine-model/facts/${its.model}`;
    expect(await told(model)).toMatchObject({ machineName: "Zoll R Facts" });
    const asAsset = { owner: "own_asset", consumer_id: null, serial_no: null };
    const { data } = await add({ ...asAsset, asset_id: its.asset, machine_model_id: its.model });
    expect(await told(model)).toMatchObject({ machineName: "Defibrillator" });
    const { machine_no } = await read(data.id);
    expect(await admin.text(`/machines?q=${encodeURIComponent(machine_no)}`)).toContain("A-Facts");
  });

  test("is moved by one of two people at once", async () => {
    const { data } = await add();
    const sent = { reason: "The display is broken" };
    const both = await Promise.all(
      [1, 2].map(() => admin.call("POST", `/api/machines/${data.id}/out-of-service`, sent)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(data.id)).status).toBe("out_of_service");
    const { version, machine_no } = await read(data.id);
    const change = { ...machine({ machine_no }), version };
    const saved = await Promise.all(
      ["One", "Two"].map((name) =>
        admin.call("PUT", `/api/machines/${data.id}`, { ...change, name }),
      ),
    );
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is due in a window of days, unless it is lost", async () => {
    const consumer = newId();
    await shard.add("consumers", { id: consumer, consumer_no: "C-3", name: "Third" });
    const last_cal_on = addDays(companyToday(), -31);
    const { data } = await add({
      ...{ consumer_id: consumer, last_cal_on, interval_value: 30, interval_unit: "day" },
    });
    const listed = async (due: string) =>
      (await admin.call<unknown[]>("GET", `/api/machines?consumer=${consumer}&due=${due}`)).data
        .length;
    expect([await listed("overdue"), await listed("30")]).toEqual([1, 1]);
    await admin.call("POST", `/api/machines/${data.id}/lost`, { reason: "Nobody has it" });
    expect([await listed("overdue"), await listed("30")]).toEqual([0, 0]);
  });
});

describe("the parameters of a model", () => {
  const parameter = (more: object = {}) => ({
    ...{ name: "Energy", unit: "J", direction: "source", lo: "2", hi: "360.0" },
    ...{ resolution: "0.1", display: "digital", tolerance: "±max(15 %, 3)" },
    ...more,
  });
  let nth = 0;
  const model = (parameters: unknown) =>
    admin.call("POST", "/api/machine-models", {
      ...{ manufacturer: "Schiller", model: `FRED ${++nth}`, parameters },
    });

  test("are kept as they were typed, each under a key of its own", async () => {
    const { data, status } = await model([parameter(), parameter({ name: "Energy, internal" })]);
    expect(status).toBe(201);
    const saved = await admin.call<Read>("GET", `/api/machine-models/${data.id}`);
    expect(saved.data.parameters).toEqual([
      expect.objectContaining({
        ...{ key: "energy", hi: "360.0", quantity: "energy", reference: null },
        tolerance: { op: "sym", pct: "15", abs: "3", combine: "max" },
      }),
      expect.objectContaining({ key: "energy_internal" }),
    ]);
    expect((await model(JSON.stringify([parameter()]))).status).toBe(201);
  });

  test("are refused at the cell that is wrong", async () => {
    const wrong = async (more: object) => (await model([parameter(), parameter(more)])).errors;
    const named = { name: "Second" };
    expect(await wrong({})).toHaveProperty("parameters.1.name");
    expect(await wrong({ ...named, lo: "1,5" })).toHaveProperty("parameters.1.lo");
    expect(await wrong({ ...named, hi: "" })).toHaveProperty("parameters.1.hi");
    expect(await wrong({ ...named, hi: "1" })).toHaveProperty("parameters.1.hi");
    expect(await wrong({ ...named, resolution: "0" })).toHaveProperty("parameters.1.resolution");
    expect(await wrong({ ...named, unit: "furlong" })).toHaveProperty("parameters.1.unit");
    expect(await wrong({ ...named, tolerance: "about 2" })).toHaveProperty(
      "parameters.1.tolerance",
    );
    const many = Array.from({ length: 61 }, (_, at) => parameter({ name: `P ${at}` }));
    expect((await model(many)).errors).toHaveProperty("parameters");
    expect((await model("[")).status).toBe(422);
  });

  test("a merge moves its machines, unless both have the same serial number", async () => {
    const [from, into] = [(await model([])).data.id, (await model([])).data.id];
    const { data } = await add({ machine_model_id: from, serial_no: "TWICE" });
    await add({ machine_model_id: into, serial_no: "TWICE" });
    const merge = () => admin.call("POST", `/api/machine-models/${from}/merge`, { into });
    expect(await merge()).toMatchObject({ status: 409, message: expect.stringContaining("TWICE") });
    const { machine_no } = await read(data.id);
    const sent = machine({ machine_no, machine_model_id: from, serial_no: "ONCE" });
    await admin.call("PUT", `/api/machines/${data.id}`, sent);
    expect((await merge()).status).toBe(200);
    expect(await shard.count("machines", "machine_model_id = ?", into)).toBe(2);
  });
});
