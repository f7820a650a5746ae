import { newId } from "#drizzle/columns.ts";
import { clientAt } from "./client.ts";
import { passwordHash } from "./password.ts";
import { type Company, inserting, PASSWORD, type World } from "./world.ts";

/** A person of a company for one test alone, so that what is ended or changed is nobody else's. */
export async function newPerson(
  w: World,
  company: Company,
  {
    permissions = [] as string[],
    ...columns
  }: { permissions?: string[]; status?: string; type?: string; password_hash?: string | null } = {},
) {
  const db = w.env[company.shard as "TENANT_DB_0"];
  const id = newId();
  const email = `p${id.slice(-12)}@${company.name}.test`;
  const at = Date.now();
  const stamps = { created_at: at, updated_at: at };
  const grants = permissions.map((permission) => ({
    ...{ company_id: company.id, id: newId(), user_id: id, permission },
    ...{ web: "allow", app: "allow", ...stamps },
  }));
  await db.batch([
    inserting(db, "users", {
      company_id: company.id,
      id,
      email,
      name: "Pat Person",
      type: "user",
      service_type: 2,
      status: "active",
      password_hash: columns.status === "invited" ? null : passwordHash(PASSWORD),
      ...columns,
      ...stamps,
    }),
    ...grants.map((grant) => inserting(db, "user_permissions", grant)),
  ]);
  return { id, email };
}

/** Such a person with these permissions, signed in. */
export async function colleague(w: World, company: Company, ...permissions: string[]) {
  const person = await newPerson(w, company, { permissions });
  return { ...person, client: await clientAt(w, company, person.id) };
}
