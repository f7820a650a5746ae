import { roles, saveRoleGrants } from "../domain/platform/roles.ts";
import { type StaffCommand, staffCommands } from "../domain/platform/staff.ts";
import type { Visit } from "../env.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import type { StaffSession } from "../session.ts";
import { formOf, redirectWith, saved, submitted, valuesOf } from "./forms.ts";
import { masterAction } from "./resource-routes.ts";

export const rolesAction = masterAction(roles);

/** The action of the platform's people: `intent` says what, `person` whom. */
export async function staffAction(request: Request, visit: Visit, session: StaffSession) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const { person = "", ...values } = valuesOf(form);
  return submitted({ ...values, person, intent }, async () => {
    if (!Object.hasOwn(staffCommands, intent)) return notFound("action");
    const command = staffCommands[intent as StaffCommand];
    const answer = await carriedOutOnce(visit, () => command(session, person, values));
    if (visit.url.pathname.endsWith(".data")) return saved(answer);
    return redirectWith(visit, "/super-admin/users", { kind: "success", message: answer.message });
  });
}

/** Saves the ticks of a role's rights. */
export async function roleGrantsAction(
  request: Request,
  visit: Visit,
  session: StaffSession,
  id: string,
) {
  const form = await formOf(request, visit);
  const version = form.get("version");
  const permissions = form.getAll("permissions").map(String);
  return submitted({ permissions }, async () => {
    const seen = version === null || version === "" ? {} : { version: Number(version) };
    const answer = await carriedOutOnce(visit, () =>
      saveRoleGrants(session, id, { ...seen, permissions }),
    );
    return redirectWith(visit, "/roles", { kind: "success", message: answer.message });
  });
}
