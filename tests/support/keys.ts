import { newId } from "#drizzle/columns.ts";
import { newKeyToken } from "#worker/auth/key-token.ts";
import { keyPermissions } from "#worker/key-permissions.ts";
import { clientFrom } from "./client.ts";
import { rowsOf } from "./rows.ts";
import type { Company, World } from "./world.ts";

type Given = {
  name?: string;
  permissions?: readonly string[];
  /** Locations it is limited to; without them it sees all. */
  departments?: readonly string[];
};

/** A key of a company, made past the app: its id, the key itself, and a client that sends it. */
export async function keyIn(
  w: World,
  company: Company,
  { name, permissions = keyPermissions, departments }: Given = {},
) {
  const id = newId();
  const { token, hash } = await newKeyToken(id);
  const rows = rowsOf(w, company);
  await rows.add("api_keys", {
    ...{ id, name: name ?? id, secret_hash: hash, permissions: JSON.stringify(permissions) },
    ...{ is_limited: departments ? 1 : 0, expires_at: Date.now() + 86_400_000 },
    created_by: company.users.admin.id,
  });
  for (const department of departments ?? [])
    await rows.add("api_key_scopes", { api_key_id: id, department_id: department });
  return { id, token, client: clientFrom(w, company.host, { cookie: `sid=${token}`, token }) };
}
