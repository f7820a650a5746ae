import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf } from "./client.ts";
import { newPerson } from "./person.ts";
import type { Twin } from "./twins.ts";
import { addCompany, insert, inserting, type World } from "./world.ts";

/** The permissions of an actor who is no Admin, on both channels. */
const held = [
  ...["view", "create", "edit", "delete"].map((verb) => `${verb}-user`),
  ...["view-vendor", "edit-vendor", "view-department", "edit-department", "delete-department"],
];
type Grant = { permission: string; web: "allow" | "deny" | null; app: "allow" | "deny" | null };
const allow = (...permissions: string[]): Grant[] =>
  permissions.map((permission) => ({ permission, web: "allow", app: "allow" }));

/** The grants of the other person, own and by the strong team, compared with the actor's. */
export const rights = {
  none: { own: [] },
  fewer: { own: allow("view-vendor") },
  same: { own: allow(...held) },
  "denied what a team gives": {
    own: [{ permission: "approve-stock", web: "deny", app: "deny" }],
    team: "live",
  },
  "by an archived team": { own: [], team: "archived" },
  more: { own: allow(...held, "approve-stock"), beyond: true },
  overlapping: { own: allow("view-vendor", "view-settings"), beyond: true },
  "more in the app": {
    own: [{ permission: "approve-stock", web: null, app: "allow" }],
    beyond: true,
  },
  "more by a team": { own: [], team: "live", beyond: true },
  "denied on one channel what a team gives on both": {
    own: [{ permission: "approve-stock", web: "deny", app: null }],
    team: "live",
    beyond: true,
  },
} as const satisfies Record<
  string,
  { own: readonly Grant[]; team?: "live" | "archived"; beyond?: boolean }
>;

/** Limits to Locations, by their letters; an empty text is no limit. */
export const places = ["", "AB", "A", "C", "AC"] as const;
export type Place = (typeof places)[number];

/** The one who acts. */
export const actors = ["Admin", "User", "limited User"] as const;
export type Actor = (typeof actors)[number];
const limit = "AB";

/** The person it is done to. */
export type Target = { type: "admin" | "user"; rights: keyof typeof rights; place: Place };

/** The rule, written again here instead of calling the code. */
export function isWithin(actor: Actor, target: Target): boolean {
  if (actor === "Admin") return true;
  if (target.type === "admin" || "beyond" in rights[target.rights]) return false;
  return (
    actor === "User" ||
    (target.place !== "" && [...target.place].every((letter) => limit.includes(letter)))
  );
}

/** A company with an actor of each kind, a target, and the teams the target may be in. */
export async function peopleOfReach(w: World, name: string) {
  const company = await addCompany(w.env, name, 2, 1);
  const db = w.env[company.shard as "TENANT_DB_1"];
  const twin: Twin = { company, db, control: w.env.CONTROL_DB, rows: {} };
  const stamps = { company_id: company.id, created_at: 1, updated_at: 1 };
  const departments = { A: newId(), B: newId(), C: newId() };
  for (const [letter, id] of Object.entries(departments))
    await insert(db, "departments", { ...stamps, id, name: `Ward ${letter}` });
  const scoping = (userId: string, letters: string) =>
    [...letters].map((letter) =>
      inserting(db, "user_scopes", {
        ...stamps,
        id: newId(),
        user_id: userId,
        department_id: departments[letter as "A"],
      }),
    );
  const clients = {} as Record<Actor, Client>;
  clients.Admin = await clientOf(w, company.host, company.users.admin.email);
  let limited = "";
  for (const actor of ["User", "limited User"] as const) {
    const { id, email } = await newPerson(w, company, { permissions: held });
    if (actor === "limited User") limited = id;
    clients[actor] = await clientOf(w, company.host, email);
  }
  const { id: person } = await newPerson(w, company);
  const ids = { person, empty: newId(), holding: newId(), strong: newId(), ...departments };
  const teams = { empty: ids.empty, holding: ids.holding, strong: ids.strong };

  /** Resets the target, who has lost their second factor, and the teams to what the case needs. */
  async function settle({ type, rights: of, place }: Target, status = "active", archived = false) {
    const { own, team } = rights[of] as { own: readonly Grant[]; team?: "live" | "archived" };
    const clear = (table: string, column: string, values: string[]) =>
      db
        .prepare(
          `delete from ${table} where company_id = ? and ${column} in (select value from json_each(?))`,
        )
        .bind(company.id, JSON.stringify(values));
    const all = Object.values(teams);
    const right = (teamId: string, permission: string) =>
      inserting(db, "team_permissions", {
        ...stamps,
        id: newId(),
        team_id: teamId,
        permission,
        is_web_permission: 1,
        is_app_permission: 1,
      });
    const joins = [ids.holding, ...(team ? [ids.strong] : [])];
    await db.batch([
      ...["user_permissions", "user_tokens", "team_members"].map((table) =>
        clear(table, "user_id", [person]),
      ),
      // A merge of Locations moves the limits of both.
      clear("user_scopes", "user_id", [person, limited]),
      ...scoping(limited, limit),
      db
        .prepare("update sessions set revoked_at = 1 where company_id = ? and user_id = ?")
        .bind(company.id, person),
      ...["team_members", "team_permissions"].map((table) => clear(table, "team_id", all)),
      clear("teams", "id", all),
      db
        .prepare(
          "update users set type = ?, status = ?, service_type = 2, email = ? where company_id = ? and id = ?",
        )
        .bind(type, status, `${newId()}@reach.test`, company.id, person),
      ...own.map((grant) =>
        inserting(db, "user_permissions", { ...stamps, id: newId(), user_id: person, ...grant }),
      ),
      ...scoping(person, place),
      inserting(db, "user_tokens", {
        ...{ company_id: company.id, id: newId(), user_id: person, created_at: Date.now() },
        ...{ purpose: "lost_device", token_hash: newId(), expires_at: Date.now() + 3_600_000 },
      }),
      ...Object.entries(teams).map(([word, id]) => {
        const isArchived = word === "strong" ? team === "archived" : archived && word === "holding";
        return inserting(db, "teams", {
          ...stamps,
          id,
          name: word,
          archived_at: isArchived ? 1 : null,
        });
      }),
      right(ids.holding, "view-vendor"),
      right(ids.strong, "approve-stock"),
      ...joins.map((teamId) =>
        inserting(db, "team_members", { ...stamps, id: newId(), team_id: teamId, user_id: person }),
      ),
    ]);
  }
  return { twin, clients, ids, settle };
}
export type Reach = Awaited<ReturnType<typeof peopleOfReach>>;
