import { newId } from "#drizzle/columns.ts";
import { PlatformDb } from "#worker/db/platform-db.ts";
import { type Client, clientAt, formOf } from "./client.ts";
import { rowsOf } from "./rows.ts";
import { staffWith } from "./staff.ts";
import { addCompany, inserting, type World } from "./world.ts";

const grants = ["view", "create", "edit"].map((verb) => `${verb}-support-ticket`);

/** A company whose Admin and two Users ask, and a member of staff who answers. */
export async function ticketBench(w: World, name: string, at = 0) {
  const company = await addCompany(w.env, name, 2, at);
  const shard = rowsOf(w, company);
  for (const kind of ["engineer", "viewer"] as const)
    await shard.add(
      "user_permissions",
      ...grants.map((permission) => ({
        ...{ user_id: company.users[kind].id, permission, web: "allow", app: "allow" },
      })),
    );
  const person = (kind: keyof typeof company.users) => clientAt(w, company, company.users[kind].id);
  const agent = await staffWith(w, `${name}-agent`, ["manage-support-ticket"]);
  return {
    w,
    company,
    shard,
    admin: await person("admin"),
    asker: await person("engineer"),
    colleague: await person("viewer"),
    agent,
    agentId: `staff-${name}-agent`,
    /** Asks, by the API. @returns the id of the ticket */
    async asked(who: Client, more: object = {}): Promise<string> {
      const ticket = { subject: "Labels print twice", category: "bug", priority: "normal" };
      const answer = await who.call("POST", "/api/supports", {
        ...ticket,
        body: "Since this morning.",
        ...more,
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.message}`);
      return answer.data.id;
    },
    move: (who: Client, id: string, move: string, body: object = {}, headers = {}) =>
      who.call("POST", `/api/support-tickets/${id}/${move}`, body, headers),
    /** The ticket's row. */
    row: async (id: string) =>
      (await w.env.CONTROL_DB.prepare("select * from support_tickets where id = ?")
        .bind(id)
        .first<Record<string, unknown>>())!,
    replies: async (id: string) =>
      (
        await w.env.CONTROL_DB.prepare(
          "select * from support_replies where ticket_id = ? order by id",
        )
          .bind(id)
          .all<Record<string, unknown>>()
      ).results,
    set: (id: string, column: string, value: unknown) =>
      w.env.CONTROL_DB.prepare(`update support_tickets set ${column} = ? where id = ?`)
        .bind(value, id)
        .run(),
  };
}
export type TicketBench = Awaited<ReturnType<typeof ticketBench>>;

/** The control database as jobs open it. */
export const jobDb = (w: World) =>
  new PlatformDb(w.env.CONTROL_DB, {
    ...{ actorKind: "system", actorId: null, actorName: "Plumbline", via: "system" },
    ...{ ip: null, userAgent: null, requestId: newId(), letters: [] },
  });

/** A form with files of a field, as a page posts it. */
export function withFiles(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of formOf(fields)) form.set(name, value);
  for (const file of files) form.append("files", file);
  return form;
}

/** A help for the people of companies. */
export const addHelp = (w: World, values: Record<string, unknown>) =>
  inserting(w.env.CONTROL_DB, "faqs", {
    ...{ answer: "Open Settings.", audience: "user", service_types: "[0,1,2]", sort: 0 },
    ...{ created_at: 1, updated_at: 1, ...values },
  }).run();
