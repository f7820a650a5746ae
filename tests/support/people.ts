import { newId } from "#drizzle/columns.ts";
import type { Permission, PlatformPermission, ServiceType } from "#worker/permissions.ts";
import { type Client, clientOf, superAdmin } from "./client.ts";
import { passwordHash } from "./password.ts";
import type { Twin } from "./twins.ts";
import { insert, PASSWORD, type World } from "./world.ts";

export type Person = {
  /** What the test calls them. */
  is: string;
  type: "Admin" | "User" | "Super Admin";
  serviceType: ServiceType | null;
  id: string;
  client: Client;
};

const stamps = { created_at: 1, updated_at: 1 };

/** An Admin and a User of each service type, in one company, and staff with a role of their own and with the system's. */
export async function peopleOf(w: World, { company, db }: Twin) {
  const hash = passwordHash(PASSWORD);
  const member = async (type: "Admin" | "User", serviceType: ServiceType): Promise<Person> => {
    const id = newId();
    const email = `${type}${serviceType}.${id.slice(-12)}@people.test`.toLowerCase();
    const name = `${type} ${serviceType}`;
    await insert(db, "users", {
      company_id: company.id,
      id,
      email,
      name,
      type: type.toLowerCase(),
      service_type: serviceType,
      password_hash: hash,
      status: "active",
      ...stamps,
    });
    return {
      is: `${type} of service type ${serviceType}`,
      type,
      serviceType,
      id,
      client: await clientOf(w, company.host, email),
    };
  };
  const control = w.env.CONTROL_DB;
  const role = newId();
  const id = newId();
  const email = `${id}@plumbline.test`;
  await insert(control, "roles", { id: role, name: `Law ${role}`, ...stamps });
  await insert(control, "staff", {
    id,
    name: "Staff",
    email,
    role_id: role,
    password_hash: hash,
    status: "active",
    ...stamps,
  });
  const staff: Person = {
    is: "Staff with a role",
    type: "Super Admin",
    serviceType: null,
    id: role,
    client: await clientOf(w, "localhost", email, "/developer/login", "/api/super-admin/login"),
  };
  return {
    admins: [await member("Admin", 0), await member("Admin", 1), await member("Admin", 2)],
    users: [await member("User", 0), await member("User", 1), await member("User", 2)] as const,
    staff,
    superAdmin: await superAdmin(w),
  };
}

type Channels = { web: "allow" | "deny" | null; app: "allow" | "deny" | null };
const onWeb: Channels = { web: "allow", app: null };

/** The person's own grants become exactly these. */
export async function grant(
  { db, company }: Twin,
  person: Person,
  permissions: readonly Permission[],
  channels: Channels = onWeb,
) {
  await db.batch([
    db
      .prepare("delete from user_permissions where company_id = ? and user_id = ?")
      .bind(company.id, person.id),
    ...permissions.map((permission) =>
      db
        .prepare(
          "insert into user_permissions (company_id, id, created_at, updated_at, user_id, permission, web, app) values (?, ?, 1, 1, ?, ?, ?, ?)",
        )
        .bind(company.id, newId(), person.id, permission, channels.web, channels.app),
    ),
  ]);
}

/** The person is in one team with exactly these grants for the web; with none, in no team. */
export async function grantByTeam(
  { db, company, rows }: Twin,
  person: Person,
  permissions: readonly Permission[],
) {
  const team = String(rows.teams!.id);
  await db.batch([
    db
      .prepare("delete from team_members where company_id = ? and user_id = ?")
      .bind(company.id, person.id),
    db
      .prepare("delete from team_permissions where company_id = ? and team_id = ?")
      .bind(company.id, team),
    ...(permissions.length
      ? [
          db
            .prepare(
              "insert into team_members (company_id, id, created_at, updated_at, team_id, user_id) values (?, ?, 1, 1, ?, ?)",
            )
            .bind(company.id, newId(), team, person.id),
        ]
      : []),
    ...permissions.map((permission) =>
      db
        .prepare(
          "insert into team_permissions (company_id, id, created_at, updated_at, team_id, permission, is_web_permission, is_app_permission) values (?, ?, 1, 1, ?, ?, 1, 0)",
        )
        .bind(company.id, newId(), team, permission),
    ),
  ]);
}

/** What the role of the staff person allows. */
export async function grantStaff(
  { env }: World,
  { id: role }: Person,
  permissions: readonly PlatformPermission[],
) {
  const db = env.CONTROL_DB;
  await db.batch([
    db.prepare("delete from role_permissions where role_id = ?").bind(role),
    ...permissions.map((permission) =>
      db
        .prepare(
          "insert into role_permissions (id, created_at, updated_at, role_id, permission, value) values (?, 1, 1, ?, ?, 1)",
        )
        .bind(newId(), role, permission),
    ),
  ]);
}
