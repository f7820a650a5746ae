import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newId } from "#drizzle/columns.ts";
import { shards } from "#drizzle/control/index.ts";
import { insertText } from "./seed/insert.ts";
import {
  companyControl,
  companyShard,
  firstStaff,
  invitationOf,
  type NewCompany,
} from "./support/admission.ts";
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
  if (what !== "staff" && what !== "company")
    throw new Error("What to admit: shard, company or staff");
  const host = need("host").toLowerCase();
  const of = what === "staff" ? "" : "admin-";
  const person = { id: newId(), name: need(`${of}name`), email: need(`${of}email`).toLowerCase() };
  const { link, token } = await invitationOf(person, host);
  if (what === "staff") offer("CONTROL_DB", firstStaff(person, token));
  else {
    const company: NewCompany = {
      ...{ id: newId(), name: need("name"), slug: need("slug"), host },
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
    offer(binding, companyShard(company, person, token));
    offer("CONTROL_DB", companyControl(company, binding));
  }
  console.log(`Invitation of ${person.email}, once and within 72 hours: ${link}`);
});
