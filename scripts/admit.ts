import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newId } from "#drizzle/columns.ts";
import { roles, shards, staff } from "#drizzle/control/index.ts";
import { insertText } from "./seed/insert.ts";
import { hashOf } from "./seed/people.ts";
import { companyControl, companyShard, type NewCompany } from "./support/admission.ts";
import { main, root } from "./support/project.ts";

const text = { type: "string" } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    [
      "binding",
      "name",
      "slug",
      "host",
      "kind",
      "service-type",
      "country",
      "currency",
      "time-zone",
      "email",
      "phone",
      "admin-name",
      "admin-email",
    ].map((key) => [key, text]),
  ),
});
const need = (key: string): string => {
  const value = (values as Record<string, string | undefined>)[key];
  if (!value) throw new Error(`--${key} is missing`);
  return value;
};
const oneTimePassword = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("base64url");

/** Writes SQL for one database to a file and prints the command that runs it. */
function offer(binding: string, sql: string): void {
  const folder = join(root, ".wrangler/admit");
  mkdirSync(folder, { recursive: true });
  const file = `.wrangler/admit/${binding}-${Date.now()}.sql`;
  writeFileSync(join(root, file), sql);
  console.log(`npx wrangler d1 execute ${binding} --remote --file ${file}`);
}

/** Writes the SQL for a new shard, company or member of staff, to be read before it is run. */
main(async () => {
  const [what] = positionals;
  if (what === "shard") {
    const binding = need("binding");
    return offer("CONTROL_DB", insertText(shards, [{ name: need("name"), binding }]));
  }
  const password = oneTimePassword();
  const passwordHash = await hashOf(password);
  if (what === "staff") {
    const role = {
      id: newId(),
      name: "superadmin",
      description: "Everything on the platform",
      isSystem: true,
    };
    const addRole = insertText(roles, [role]).replace(
      /;\n$/,
      " where not exists (select 1 from roles where name = 'superadmin');\n",
    );
    const person = {
      name: need("name"),
      email: need("email").toLowerCase(),
      roleId: "@role",
      passwordHash,
      status: "active" as const,
    };
    const addPerson = insertText(staff, [person]).replace(
      /json_each\((.*)\);\n$/,
      "json_each(replace($1, '@role', (select id from roles where name = 'superadmin')));\n",
    );
    offer("CONTROL_DB", addRole + addPerson);
  } else if (what === "company") {
    const company: NewCompany = {
      id: newId(),
      name: need("name"),
      slug: need("slug"),
      host: need("host").toLowerCase(),
      kind: need("kind") as NewCompany["kind"],
      serviceType: Number(need("service-type")),
      country: need("country"),
      currency: need("currency"),
      timeZone: need("time-zone"),
      email: need("email"),
      phone: need("phone"),
    };
    const binding = need("binding");
    // The shard first: a host must not point at a company that does not exist yet.
    offer(
      binding,
      companyShard(company, {
        name: need("admin-name"),
        email: need("admin-email").toLowerCase(),
        passwordHash,
      }),
    );
    offer("CONTROL_DB", companyControl(company, binding));
  } else throw new Error("What to admit: shard, company or staff");
  console.log(`One-time password: ${password}`);
});
