import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

/* Who is beyond reach stays so when a right or a Location comes to them between the question and the change. */

const ROUNDS = 20;
let w: World;
let company: Company;
let admin: Client;
let weak: Client;
let db: D1Database;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "races", 2, 0);
  db = w.env.TENANT_DB_0;
  admin = await signedIn(w, company, "admin");
  const permissions = ["user", "department"].flatMap((subject) => ["view", "edit", "delete"].map((verb) => `${verb}-${subject}`));
  const { email } = await newPerson(w, company, { permissions });
  weak = await clientOf(w, company.host, email);
});
const stamps = () => ({ company_id: company.id, created_at: 1, updated_at: 1 });

test("a Location is not merged under somebody stronger who is limited to it at that moment", async () => {
  const { id } = await newPerson(w, company, { permissions: ["approve-asset"] });
  const bad: unknown[] = [];
  let limited = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [from, into] = [newId(), newId()];
    for (const place of [from, into]) await insert(db, "departments", { ...stamps(), id: place, name: `Ward ${place}` });
    const grants = { grants: [{ permission: "approve-asset", web: "allow", app: "allow" }], departments: [from] };
    const answers = await Promise.all([
      admin.api(`/api/users/${id}/grants`, { method: "PUT", body: grants }),
      weak.api(`/api/departments/${from}/merge`, { method: "POST", body: { into } }),
    ]);
    if (answers[0]!.status === 200) limited += 1;
    const scope = await db.prepare("select department_id from user_scopes where company_id = ? and user_id = ?").bind(company.id, id).all();
    if (scope.results.some(({ department_id }) => department_id === into)) bad.push(answers.map(({ status }) => status));
  }
  expect(bad).toEqual([]);
  expect(limited).toBeGreaterThan(0);
});
