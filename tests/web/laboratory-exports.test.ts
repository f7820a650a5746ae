import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { newCatalogueVersion } from "#tests/support/catalogue.ts";
import { type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { colleague, newPerson } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import {
  addCompany,
  type Company,
  companyToday,
  insert,
  type World,
  world,
} from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
const TODAY = companyToday();

const added = async (path: string, body: object): Promise<string> => {
  const { status, errors, data } = await admin.call("POST", path, body);
  expect([path, status, errors]).toEqual([path, 201, undefined]);
  return data.id;
};
/** A list as a file, taken by somebody new: nobody takes more than five in five minutes. */
async function fileOf(list: string): Promise<Record<string, string>[]> {
  const { email } = await newPerson(w, company, { type: "admin" });
  const client = await clientOf(w, company.host, email);
  const page = await client.text(`/${list}?whole=1`);
  expect([list, page.includes(`/${list}/export.csv`)]).toEqual([list, true]);
  const text = await expectAnswer(client.page(`/${list}/export.csv`), 200);
  const [head = [], ...rows] = text
    .replace("\uFEFF", "")
    .trim()
    .split("\r\n")
    .map((line) =>
      (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) =>
        cell.replace(/,$/, "").replace(/^"|"$/g, ""),
      ),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "registers-out", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

test("every register of the laboratory leaves as a file with what its list shows", async () => {
  await added("/api/calibrators", {
    ...{ name: "Analyser", kind: "analyser", serial_no: "X-1" },
    ...{ check_every_value: 1, check_every_unit: "month" },
  });
  const consumer = await added("/api/consumers", { name: "Northgate Clinic", city: "Chennai" });
  const type = { id: newId(), name: `Defibrillator ${newId().slice(-8)}` };
  const stamps = { created_at: 1, updated_at: 1 };
  await insert(w.env.CONTROL_DB, "machine_types", { ...type, is_active: 1, ...stamps });
  await newCatalogueVersion(w);
  const procedure = await added("/api/procedures", {
    ...{ code: "P-1", name: "Defibrillators", discipline: "medical", accredited: 1 },
    machine_type_id: type.id,
  });
  const model = await added("/api/machine-models", {
    ...{ manufacturer: "Zoll", model: "R", default_procedure_id: procedure },
  });
  const site = await added("/api/consumer-sites", { consumer_id: consumer, name: "Day care" });
  await added("/api/machines", {
    ...{ name: "Defibrillator", owner: "consumer", consumer_id: consumer },
    ...{ consumer_site_id: site, default_procedure_id: procedure, interval_source: "default" },
    ...{ machine_model_id: model, serial_no: "1", last_cal_on: TODAY },
    ...{ interval_value: 12, interval_unit: "month" },
  });
  await added("/api/cmc-entries", {
    ...{ discipline: "medical", parameter: "Energy", unit: "J", range_lo: "0", range_hi: "360" },
    ...{ cmc_abs: "0.5", valid_from: TODAY },
  });
  const person = await colleague(w, company, "view-machine");
  await added("/api/signatures", {
    ...{ user_id: person.id, name: "P. Person", roles: ["calibrated_by"], valid_from: TODAY },
  });
  const gone = await colleague(w, company, "view-machine");
  await added("/api/signatures", {
    ...{ user_id: gone.id, name: "Q. Person", roles: ["calibrated_by"] },
    ...{ valid_from: "2020-01-01", valid_until: "2020-12-31" },
  });
  await admin.call("POST", "/api/device-templates/bring-in", {});

  const [calibrator] = await fileOf("calibrations");
  expect(calibrator).toMatchObject({
    Name: "Analyser",
    Use: "In service",
    "Certificate until": "",
  });
  expect(calibrator!["Next check"]).toMatch(/^\d{4}-\d\d-\d\d$/);
  const [machine] = await fileOf("machines");
  expect(machine).toMatchObject({
    ...{ Consumer: "Northgate Clinic", "Machine model": "Zoll R", Status: "Active" },
    ...{ Site: "Day care", Procedure: "P-1", "Interval set by": "Usual interval" },
    Due: await dueOf(),
  });
  const [ofModel] = await fileOf("machine-models");
  expect(ofModel).toMatchObject({ Manufacturer: "Zoll", Procedure: "Defibrillators" });
  expect(ofModel!.Parameters).toBe("0");
  const templates = await fileOf("device-templates");
  expect(templates).toHaveLength(34);
  for (const row of templates) {
    expect(row).toMatchObject({ "Made from": "Built in", Archived: "" });
    expect(Number(row.Tests)).toBeGreaterThan(0);
    expect(Number(row["Interval (months)"])).toBeGreaterThan(0);
  }
  const [{ id: template_id }] = (await shard.all<{ id: string }>(
    "select id from device_templates where company_id = ? order by name limit 1",
  )) as [{ id: string }];
  await added("/api/procedures/from-template", {
    ...{ template_id, code: "P-2", name: "From a template", discipline: "mass_volume" },
  });
  expect(await fileOf("procedures")).toMatchObject([
    {
      ...{ Code: "P-1", "Machine type": type.name, Accredited: "yes", Discipline: "Medical" },
      ...{ "Active version": "", "Version in review": "", "Draft version": "" },
    },
    {
      ...{ Code: "P-2", Discipline: "Mass and volume" },
      ...{ "Active version": "", "Version in review": "", "Draft version": "1" },
    },
  ]);
  const limits = await fileOf("safety-limits");
  expect(limits.some((row) => row["To verify"] === "yes")).toBe(true);
  const rules = await fileOf("decision-rules");
  expect(rules.map((row) => row["Built in"])).toEqual(Array(10).fill("yes"));
  expect(await fileOf("cmc-entries")).toMatchObject([{ Parameter: "Energy", Archived: "" }]);
  expect(await fileOf("signatures")).toMatchObject([
    { "Printed name": "P. Person", Person: "Pat Person", Status: "Active" },
    { "Printed name": "Q. Person", Person: "Pat Person", Status: "Expired" },
  ]);
  expect(await fileOf("consumers")).toMatchObject([{ Name: "Northgate Clinic", City: "Chennai" }]);
  await expectAnswer(person.client.page("/device-templates/export.csv"), 403);
});

const dueOf = async () => {
  const [row] = await shard.all<{ next_due_on: string }>(
    "select next_due_on from machines where company_id = ?",
  );
  return row!.next_due_on;
};
