import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { rolePermissions, staff, roles as table } from "#drizzle/control/index.ts";
import type { Answer, Db, Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { type PlatformPermission, platformPermissions } from "../../permissions.ts";
import { conflict, forbidden, invalid, notFound, stale } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { checked, optionalMultiline, text, whole } from "../entity/fields.ts";
import type { Prepared } from "../entity/prepare.ts";
import { recorded } from "../entity/recorded.ts";

const manage = "manage-role";
const SYSTEM = "The system role is not changed";

const base = entity({
  table,
  noun: ["role", "roles"],
  permissions: { view: manage, create: manage, edit: manage, delete: manage },
  input: z.strictObject({
    name: text("Name", 60),
    description: optionalMultiline(500, "Description"),
  }),
  list: {
    sorts: { name: table.name },
    more: {
      staff:
        sql<number>`(select count(*) from "staff" where "staff"."role_id" = "roles"."id" and "staff"."status" <> 'left')`.as(
          "staff_count",
        ),
      rights:
        sql<number>`(select count(*) from "role_permissions" where "role_permissions"."role_id" = "roles"."id" and "value" = 1)`.as(
          "rights",
        ),
    },
  },
});
const verbs = {
  ...base,
  /** Its rights go before the role they point to. */
  removing(db: Db, before: Row<typeof table>): Prepared {
    const { writes, activity } = base.removing(db, before);
    return {
      writes: [db.removing(rolePermissions, eq(rolePermissions.roleId, before.id)), ...writes],
      activity,
    };
  },
};

/** @throws Response 409 for the system role, which has every right and stays */
async function refuseSystem(session: AnySession, id: string): Promise<void> {
  const role = await verbs.find(session, id);
  if (role.isSystem) conflict(SYSTEM);
}

/** What the platform's staff may be: names of rights, given to people by role. */
export const roles = {
  ...verbs,
  async update(session: AnySession, id: string, values: Record<string, unknown>) {
    await refuseSystem(session, id);
    return verbs.update(session, id, values);
  },
  async archive(session: AnySession, id: string, archived: boolean) {
    await refuseSystem(session, id);
    return verbs.archive(session, id, archived);
  },
  async remove(session: AnySession, id: string) {
    await refuseSystem(session, id);
    return verbs.remove(session, id);
  },
};

const rightsOf = (db: PlatformDb, id: string) =>
  [
    db.select().from(table).where(eq(table.id, id)).limit(1),
    db
      .select({ permission: rolePermissions.permission })
      .from(rolePermissions)
      .where(and(eq(rolePermissions.roleId, id), eq(rolePermissions.value, true))),
    db
      .select({ id: staff.id, name: staff.name })
      .from(staff)
      .where(and(eq(staff.roleId, id), inArray(staff.status, ["active", "invited"])))
      .orderBy(staff.name)
      .limit(100),
  ] as const;

const mine = (session: StaffSession) =>
  new Set(session.actor.permissions.filter(({ value }) => value).map(({ name }) => name));

/** The page of a role's rights. */
export async function roleGrants(session: StaffSession, id: string) {
  const db = session.authorize(manage);
  const [[role], rights, people] = await db.read(...rightsOf(db, id));
  if (!role) return notFound("role");
  const held = mine(session);
  const on = new Set(rights.map(({ permission }) => permission));
  return {
    role: { id: role.id, name: role.name, version: role.version },
    people,
    locked: role.isSystem
      ? "The system role has every right of the platform and is not changed."
      : people.some((one) => one.id === session.actor.userId)
        ? "Nobody changes the rights of their own role."
        : null,
    rights: platformPermissions.map((permission) => ({
      permission,
      on: role.isSystem || on.has(permission),
      held: held.has(permission),
    })),
  };
}

/** A role's rights by name, as the API shows and takes them. */
export async function readRoleGrants(session: StaffSession, id: string) {
  const { role, locked, rights } = await roleGrants(session, id);
  return {
    version: role.version,
    permissions: rights.filter(({ on }) => on).map(({ permission }) => permission),
    locked,
  };
}

export const roleGrantsInput = z.strictObject({
  version: whole("Version").optional(),
  permissions: z.array(z.enum(platformPermissions, { error: "This right is not known" })),
});

/**
 * Saves the whole of a role's rights; they count from the next request of its people on.
 * @throws Response 403 for one's own role, 404, 409 for the system role or when someone else was first, 422 for rights the editor does not hold
 */
export async function saveRoleGrants(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(manage);
  const { version, permissions } = checked(roleGrantsInput, input);
  const [[role], rights, people] = await db.read(...rightsOf(db, id));
  if (!role) return notFound("role");
  if (role.isSystem) conflict(SYSTEM);
  if (people.some((one) => one.id === session.actor.userId))
    forbidden("You cannot change the rights of your own role");
  if (version !== undefined && version !== role.version) stale({ version: role.version });
  const before = new Set(rights.map(({ permission }) => permission));
  const after = new Set<string>(permissions);
  const held = mine(session);
  const changed = platformPermissions.filter((name) => before.has(name) !== after.has(name));
  const unheld = changed.filter((name) => !held.has(name));
  if (unheld.length)
    invalid(
      Object.fromEntries(unheld.map((name) => [name, ["You do not have this right yourself"]])),
    );
  return db.commit({
    writes: [
      db.assert("state", db.exists(table, and(eq(table.id, id), eq(table.version, role.version))!)),
      db.updating(table, eq(table.id, id), {}),
      ...(changed.length
        ? [
            db.removing(
              rolePermissions,
              and(eq(rolePermissions.roleId, id), inArray(rolePermissions.permission, changed))!,
            ),
            ...changed
              .filter((name) => after.has(name))
              .map((permission) =>
                db.inserting(rolePermissions, { id: newId(), roleId: id, permission, value: true }),
              ),
          ]
        : []),
    ],
    ...recorded("role", "change.permissions", role, `Rights of ${role.name} saved`, {
      changes: changed.map((field) => ({ field, from: before.has(field), to: after.has(field) })),
    }),
  });
}

/** Whether a role gives nothing that this person does not hold. */
export async function mayGive(db: PlatformDb, session: StaffSession, roleId: string) {
  const [[role], rights] = await db.read(
    db
      .select({ id: table.id, isSystem: table.isSystem, name: table.name })
      .from(table)
      .where(and(eq(table.id, roleId), isNull(table.archivedAt)))
      .limit(1),
    db
      .select({ permission: rolePermissions.permission })
      .from(rolePermissions)
      .where(and(eq(rolePermissions.roleId, roleId), eq(rolePermissions.value, true))),
  );
  if (!role) return notFound("role");
  const held = mine(session);
  const given: readonly string[] = role.isSystem
    ? platformPermissions
    : rights.map(({ permission }) => permission);
  if (given.some((permission) => !held.has(permission as PlatformPermission)))
    invalid({ roleId: ["This role has rights you do not have"] });
  return role;
}
