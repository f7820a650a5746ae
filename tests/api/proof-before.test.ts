import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "proofs", 2, 0);
const shard = rowsOf(w, company);
const admin: Client = await signedIn(w, company, "admin");
let person: { id: string; email: string };
beforeAll(async () => {
  person = await newPerson(w, company);
});

const said = { name: "Pat Person", service_type: 2 };
const add = async (table: string, values: object) => {
  const id = newId();
  await shard.add(table, { id, ...values });
  return id;
};
const provider = (more = {}) =>
  add("identity_providers", {
    ...{ id: company.id, name: "Account", issuer: "https://login.example", client_id: "x" },
    ...{ client_secret: "x", scopes: "openid", email_claim: "email", name_claim: "name", ...more },
  });
const cleared = async (...tables: string[]) => {
  for (const table of tables) await shard.run(`delete from ${table} where company_id = ?`);
};
const domain = () => add("mail_domains", { domain: "proofs.test", proof: "plumbline=x" });
const group = async () => {
  const { data } = await admin.call("POST", "/api/teams", { name: `Team ${newId()}` });
  return add("identity_groups", { group_name: newId(), team_id: data.id });
};

test.each<[what: string, call: () => Promise<[path: string, body: object, method?: string]>]>([
  [
    "another address of a person",
    async () => [`/users/${person.id}/email`, { new_email: `${newId()}@proofs.test` }],
  ],
  [
    "another address among what is said of them",
    async () => [`/users/${person.id}`, { ...said, email: `${newId()}@proofs.test` }, "PUT"],
  ],
  ["another type", async () => [`/users/${person.id}`, { ...said, type: "admin" }, "PUT"]],
  ["removing a mail domain", async () => [`/mail-domains/${await domain()}/remove`, {}]],
  ["removing a group", async () => [`/identity-groups/${await group()}/remove`, {}]],
  [
    "adding a group",
    async () => {
      const { data } = await admin.call("POST", "/api/teams", { name: `Team ${newId()}` });
      return ["/identity-groups", { group_name: newId(), team_id: data.id }];
    },
  ],
  [
    "forgetting a link",
    async () => {
      await shard.run(
        "insert into identity_links (company_id, id, created_at, user_id, issuer, subject) values (?1, ?2, 1, ?3, 'https://login.example', ?2)",
        ...[newId(), person.id],
      );
      return ["/identity-links/forget", { email: person.email }];
    },
  ],
  [
    "allowing passwords again",
    async () => {
      const emergency = company.users.admin.id;
      await provider({ is_enforced: 1, is_offered: 1, emergency_user_id: emergency });
      return ["/identity-provider/release", {}];
    },
  ],
  [
    "removing the provider",
    async () => {
      await provider();
      return ["/identity-provider/remove", {}];
    },
  ],
])("%s takes the password of the Admin once more", async (_what, call) => {
  await cleared("identity_providers", "mail_domains", "identity_groups", "identity_links");
  const [path, body, method = "POST"] = await call();
  const send = (more = {}) => admin.call(method, `/api${path}`, { ...body, ...more });
  for (const more of [{}, { password: "not this one" }]) {
    const refused = await send(more);
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["password"]]);
  }
  expect(await send({ password: PASSWORD })).toMatchObject({ success: true });
});

test("what is said of a person besides takes none", async () => {
  const { id } = await newPerson(w, company);
  const saved = await admin.call("PUT", `/api/users/${id}`, { ...said, name: "Renamed" });
  expect(saved.status).toBe(200);
});
