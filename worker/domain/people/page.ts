import type { Session } from "../../session.ts";
import { listPeople } from "./list.ts";
import { presetsToGive } from "./presets.ts";
import { serviceTypesFor } from "./rules.ts";

/** The list of people with what the one who looks may do. */
export async function peoplePage(session: Session, params: URLSearchParams) {
  const list = await listPeople(session, params, params.get("person") ?? "");
  const limit = session.company.limits.max_users;
  const edit = session.can("edit-user");
  return {
    ...list,
    me: session.actor.userId,
    may: {
      invite: session.can("create-user"),
      edit,
      leave: edit && session.departments === null,
      withdraw: session.can("delete-user"),
      export: session.can("export-user"),
      reactivate: edit && session.type === "Admin",
    },
    rules: {
      makeAdmin: session.type === "Admin",
      serviceTypes: serviceTypesFor(session),
      presets: presetsToGive(session, serviceTypesFor(session)),
    },
    limit: { most: limit ?? null, now: session.company.userCount },
  };
}
