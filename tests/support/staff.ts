import { clientAt } from "./client.ts";
import { passwordHash } from "./password.ts";
import { inserting, PASSWORD, type World } from "./world.ts";

const stamps = { created_at: 1, updated_at: 1 };

/** A signed-in member of the platform's staff who holds these permissions only. */
export async function staffWith(w: World, name: string, permissions: string[]) {
  const control = w.env.CONTROL_DB;
  const email = `${name}@plumbline.test`;
  const person = {
    id: `staff-${name}`,
    name,
    email,
    role_id: `role-${name}`,
    password_hash: passwordHash(PASSWORD),
    status: "active",
  };
  await control.batch([
    inserting(control, "roles", { id: `role-${name}`, name, ...stamps }),
    ...permissions.map((permission) =>
      inserting(control, "role_permissions", {
        ...{ id: `${name}-${permission}`, role_id: `role-${name}`, permission, value: 1 },
        ...stamps,
      }),
    ),
    inserting(control, "staff", { ...person, ...stamps }),
  ]);
  return clientAt(w, null, person.id);
}
