import type { Answer } from "../db/db.ts";
import { inviteMany, invitePerson } from "../domain/people/invite.ts";
import { leavePerson } from "../domain/people/leave.ts";
import { changePersonAddress, sendPersonLink } from "../domain/people/links.ts";
import { signOutPerson } from "../domain/people/sessions.ts";
import { reactivatePerson, suspendPerson, withdrawInvitation } from "../domain/people/states.ts";
import { saveTeamGrants } from "../domain/people/team-grants.ts";
import { teams } from "../domain/people/teams.ts";
import { updatePerson } from "../domain/people/update.ts";
import { saveUserGrants } from "../domain/people/user-grants.ts";
import type { Visit } from "../env.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { sessionContext, visitContext } from "./context.ts";
import { formOf, redirectWith, saved, submitted, valuesOf } from "./forms.ts";
import { masterAction } from "./resource-routes.ts";

type Values = Record<string, unknown>;

/** What a page of people does, by the form's intent. */
export const personCommands: Record<
  string,
  (session: Session, id: string, values: Values) => Promise<Answer>
> = {
  invite: (session, _, values) => invitePerson(session, values),
  "invite-many": (session, _, values) => inviteMany(session, values),
  edit: updatePerson,
  suspend: suspendPerson,
  reactivate: reactivatePerson,
  leave: leavePerson,
  withdraw: withdrawInvitation,
  "send-link": sendPersonLink,
  email: changePersonAddress,
  "sign-out": (session, id, values) =>
    signOutPerson(session, id, values.session ? String(values.session) : null),
};

/** The action of a page with people: `intent` says what, `person` whom. Scripts stay on the page, plain forms go back to it. */
export const peopleAction = async (request: Request, visit: Visit, session: Session, of?: string) =>
  personAnswer(request, visit, session, await formOf(request, visit), of);

async function personAnswer(
  request: Request,
  visit: Visit,
  session: Session,
  form: FormData,
  of?: string,
) {
  const intent = String(form.get("intent") ?? "");
  const person = of ?? String(form.get("person") ?? "");
  form.delete("person");
  const values = valuesOf(form);
  return submitted({ ...values, person, intent }, async () => {
    const command = Object.hasOwn(personCommands, intent)
      ? personCommands[intent]!
      : notFound("action");
    const answer = await carriedOutOnce(visit, () => command(session, person, values));
    if (visit.url.pathname.endsWith(".data") || intent === "invite-many")
      return { ...saved(answer), intent };
    const to = new URL(request.url);
    for (const name of ["do", "person"]) to.searchParams.delete(name);
    return redirectWith(visit, to.pathname + to.search, {
      kind: "success",
      message: answer.message,
    });
  });
}

const isMark = (value: unknown): value is "allow" | "deny" => value === "allow" || value === "deny";

/** The marks of a posted matrix: `web.view-asset` and `app.view-asset` name a cell. */
function marksIn(form: FormData) {
  const marks = new Map<string, { web?: "allow" | "deny"; app?: "allow" | "deny" }>();
  for (const [name, value] of form.entries()) {
    const [, channel, permission = ""] = /^(web|app)\.([a-z-]+)$/.exec(name) ?? [];
    if (!channel || !isMark(value)) continue;
    marks.set(permission, { ...marks.get(permission), [channel]: value });
  }
  return [...marks];
}

/** Saves a posted matrix. The first time it asks when somebody loses access; `confirm` is the yes to that. */
export async function grantsAction(
  request: Request,
  visit: Visit,
  session: Session,
  of: "user" | "team",
  id: string,
) {
  const form = await formOf(request, visit);
  const marks = marksIn(form);
  const version = form.get("version");
  const confirmed = form.get("confirm") === "1";
  const typed = Object.fromEntries(
    [...form.entries()].filter(([, value]) => typeof value === "string"),
  );
  return submitted({ ...typed, departments: form.getAll("departments") }, async () => {
    const seen = version === null || version === "" ? {} : { version: Number(version) };
    const answer = await carriedOutOnce(visit, () =>
      of === "user"
        ? saveUserGrants(
            session,
            id,
            {
              ...seen,
              grants: marks.map(([permission, { web = "inherit", app = "inherit" }]) => ({
                permission,
                web,
                app,
              })),
              ...(form.has("scoped")
                ? { departments: form.getAll("departments").map(String) }
                : {}),
            },
            confirmed,
          )
        : saveTeamGrants(
            session,
            id,
            {
              ...seen,
              grants: marks.map(([permission, { web, app }]) => ({
                permission,
                web: web === "allow",
                app: app === "allow",
              })),
            },
            confirmed,
          ),
    );
    return redirectWith(visit, `/${of}/permission/${id}`, {
      kind: "success",
      message: answer.message,
    });
  });
}

/** A team's own form: its ticks come as many fields of one name. */
export async function teamAction(
  request: Request,
  visit: Visit,
  session: Session,
  id: string | null,
) {
  const form = await formOf(request, visit);
  const lists = Object.fromEntries(
    ["memberIds", "departmentIds", "categoryIds"].map((name) => [
      name,
      form.getAll(name).map(String),
    ]),
  );
  const values = { ...valuesOf(form), ...lists };
  return submitted(values, async () => {
    const answer = await carriedOutOnce(visit, () =>
      id ? teams.update(session, id, values) : teams.create(session, values),
    );
    return redirectWith(visit, "/teams", { kind: "success", message: answer.message });
  });
}

export const teamIntents = ["archive", "restore", "delete", "merge"];
const teamVerbs = masterAction(teams);

/** The action of the Teams page: its teams, and the people of its other tab. */
export async function teamsAction(args: Parameters<typeof teamVerbs>[0]) {
  const { request, context } = args;
  const visit = context.get(visitContext);
  const form = await formOf(request, visit);
  if (teamIntents.includes(String(form.get("intent") ?? ""))) return teamVerbs(args, form);
  return personAnswer(request, visit, context.get(sessionContext), form);
}
