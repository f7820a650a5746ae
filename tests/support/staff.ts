import { clientOf } from "./client.ts";
import { passwordHash } from "./password.ts";
import { insert, PASSWORD, type World } from "./world.ts";

const stamps = { created_at: 1, updated_at: 1 };

/** A signed-in member of the platform's staff who holds these permissions only. */
export async function staffWith(w: World, name: string, permissions: string[]) {
  const control = w.env.CONTROL_DB;
  const email = `${name}@plumbline.test`;
  await insert(control, "roles", { id: `role-${name}`, name, ...stamps });
  for (const permission of permissions)
    await insert(control, "role_permissions", {
      id: `${name}-${permission}`,
      role_id: `role-${name}`,
      permission,
      value: 1,
      ...stamps,
    });
  const person = {
    id: `staff-${name}`,
    name,
    email,
    role_id: `role-${name}`,
    password_hash: passwordHash(PASSWORD),
    status: "active",
  };
  await insert(control, "staff", { ...person, ...stamps });
  return clientOf(w, "localhost", email, "/developer/login", "/api/super-admin/login");
}
