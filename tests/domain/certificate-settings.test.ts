import { beforeAll, expect, test } from "vitest";
import { usualStatements } from "#app/shared/certificates/statements.ts";
import { type Laboratory, laboratoryOf, measured, sign } from "#tests/support/certifying.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let lab: Laboratory;
let admin: Client;
const URL = "/api/settings/certificates";

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "words", 2, 1), 3);
  admin = await signedIn(w, lab.company, "admin");
});

const save = async (body: object) => admin.call<{ version: number }>("PUT", URL, body);
/** Everything that stands on the pages of a certificate as it would be printed now. */
async function printed(id: string): Promise<string> {
  const answer = await lab.people[0]!.client.page(`/certificate-report/pdf/${id}`);
  expect(answer.status).toBe(200);
  const pages = await readPdf(await answer.arrayBuffer());
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(" ");
}

test("a statement is printed in the company's own words, and in the usual ones once they are taken away", async () => {
  const { id } = await measured(lab);
  const usual = usualStatements.items_only.slice(0, 30);
  expect(await printed(id)).toContain(usual);
  const saved = await save({ statement_items_only: "Only of what is named above." });
  expect([saved.status, saved.message]).toEqual([200, "Certificates saved"]);
  const own = await printed(id);
  expect(own).toContain("Only of what is named above.");
  expect(own).not.toContain(usual);
  expect((await save({})).status).toBe(200);
  expect(await printed(id)).toContain(usual);
});

test("an accreditation has its body and its number, and what is wrong is told at its field", async () => {
  const halves = await save({ accreditation_number: "CC-1", accreditation_url: "nabl.example" });
  expect([halves.status, halves.errors]).toEqual([
    422,
    {
      accreditation_body: ["Name the body that has accredited"],
      accreditation_url: ["Public entry must start with http:// or https://"],
    },
  ]);
  const body = await save({ accreditation_body: "NABL" });
  expect(body.errors).toEqual({ accreditation_number: ["Write the number that it has given"] });
  const long = await save({ statement_copies: "x", statement_no_partial_copy: "y".repeat(1001) });
  expect([long.status, Object.keys(long.errors ?? {})]).toEqual([
    ...[422, ["statement_no_partial_copy", "statement_copies"]],
  ]);
  const whole = {
    ...{ accreditation_body: "NABL", accreditation_number: "CC-1" },
    accreditation_url: "https://nabl.example/cc-1",
  };
  expect((await save(whole)).status).toBe(200);
  const { data } = await admin.call<{ sections: { certificates: object } }>("GET", "/api/settings");
  expect(data.sections.certificates).toMatchObject(whole);
});

test("whoever has checked approves only where the company allows it", async () => {
  const [one, two] = lab.people;
  const { id } = await measured(lab);
  expect((await sign(one!, id, "submit")).status).toBe(200);
  expect((await sign(two!, id, "check")).status).toBe(200);
  expect((await sign(two!, id, "approve")).status).toBe(409);
  expect((await save({ checker_may_approve: true })).status).toBe(200);
  expect((await sign(two!, id, "approve")).status).toBe(200);
});
