import { newId } from "#drizzle/columns.ts";
import type { Permission, PlatformPermission, ServiceType } from "#worker/permissions.ts";
import { type Client, clientAt, superAdmin } from "./client.ts";
import { passwordHash } from "./password.ts";
import { staffWith } from "./staff.ts";
import type { Twin } from "./twins.ts";
import { insert, inserting, insertingAll, PASSWORD, type World } from "./world.ts";

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
      client: await clientAt(w, company, id),
    };
  };
  const name = newId();
  const staff: Person = {
    is: "Staff with a role",
    type: "Super Admin",
    serviceType: null,
    id: `role-${name}`,
    client: await staffWith(w, name, []),
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

/** What writes the rows of a table that give permissions. */
const given = (db: D1Database, table: string, permissions: readonly string[], columns: object) =>
  insertingAll(
    db,
    table,
    permissions.map((permission) => ({ ...columns, id: newId(), permission })),
  );

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
    ...given(db, "user_permissions", permissions, {
      ...{ company_id: company.id, user_id: person.id },
      ...{ ...channels, ...stamps },
    }),
  ]);
}

/** The person is in one team with exactly these grants for the web; with none, in no team. */
export async function grantByTeam(
  { db, company, rows }: Twin,
  person: Person,
  permissions: readonly Permission[],
) {
  const team = String(rows.teams!.id);
  const ofTeam = { company_id: company.id, team_id: team, ...stamps };
  await db.batch([
    db
      .prepare("delete from team_members where company_id = ? and user_id = ?")
      .bind(company.id, person.id),
    db
      .prepare("delete from team_permissions where company_id = ? and team_id = ?")
      .bind(company.id, team),
    ...(permissions.length
      ? [inserting(db, "team_members", { ...ofTeam, id: newId(), user_id: person.id })]
      : []),
    ...given(db, "team_permissions", permissions, {
      ...ofTeam,
      ...{ is_web_permission: 1, is_app_permission: 0 },
    }),
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
    ...given(db, "role_permissions", permissions, { role_id: role, value: 1, ...stamps }),
  ]);
}
