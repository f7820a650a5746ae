import { levelMarks, rowLevels } from "#app/shared/permission-levels.ts";
import {
  type Channel,
  channels,
  type GrantState,
  splitPermission,
} from "#app/shared/permission-matrix.ts";
import type { Answer } from "../db/db.ts";
import { inviteMany, invitePerson } from "../domain/people/invite.ts";
import { leavePerson } from "../domain/people/leave.ts";
import { changePersonAddress, sendPersonLink } from "../domain/people/links.ts";
import { allowNewFactors } from "../domain/people/new-factors.ts";
import { signOutPerson } from "../domain/people/sessions.ts";
import { reactivatePerson, suspendPerson, withdrawInvitation } from "../domain/people/states.ts";
import { saveTeamGrants } from "../domain/people/team-grants.ts";
import { updatePerson } from "../domain/people/update.ts";
import { saveUserGrants } from "../domain/people/user-grants.ts";
import { subjects, vocabulary } from "../permissions.ts";
import type { Session } from "../session.ts";
import { actions, type Commands, goesOn, stays, type Values } from "./actions.ts";

type OnPerson = (session: Session, id: string, values: Values) => Promise<Answer>;

/** A command on the person whose page it is, else on the one `person` names. */
const onPerson =
  (command: OnPerson): Commands<Session>[string] =>
  ({ session, id }, { person = "", ...values }) =>
    command(session, id || person, values);

/** What the lists of people do, by the form's intent. */
export const inviteCommands: Commands<Session> = {
  invite: ({ session }, values) => invitePerson(session, values),
  "invite-many": { run: ({ session }, values) => inviteMany(session, values), reply: stays },
};
/** What is done to a person. */
export const personCommands: Commands<Session> = {
  edit: onPerson(updatePerson),
  suspend: onPerson(suspendPerson),
  reactivate: onPerson(reactivatePerson),
  leave: onPerson(leavePerson),
  withdraw: onPerson(withdrawInvitation),
  "send-link": onPerson(sendPersonLink),
  email: onPerson(changePersonAddress),
  "new-factors": onPerson(allowNewFactors),
  "sign-out": onPerson((session, id, { session: only }) =>
    signOutPerson(session, id, only || null),
  ),
};

const permissionsOf = (subject: string) =>
  [...vocabulary.keys()].filter((permission) => splitPermission(permission).subject === subject);

/**
 * The marks of a posted matrix. `level.web.asset` names the level of a subject; one at "custom" is marked by `web.view-asset` and so on.
 * A subject without a level is not spoken of.
 */
function marksIn(values: Values) {
  const marks = new Map<string, Partial<Record<Channel, GrantState>>>();
  const spoken: Record<Channel, Set<string>> = { web: new Set(), app: new Set() };
  for (const channel of channels)
    for (const subject of Object.keys(subjects)) {
      const level = rowLevels.find((known) => known === values[`level.${channel}.${subject}`]);
      if (!level) continue;
      const permissions = permissionsOf(subject);
      const leveled = level === "custom" ? null : levelMarks(level, permissions);
      for (const permission of permissions) {
        spoken[channel].add(permission);
        const mark = leveled?.[permission] ?? values[`${channel}.${permission}`];
        if (mark === "allow" || mark === "deny")
          marks.set(permission, { ...marks.get(permission), [channel]: mark });
      }
    }
  return { marks: [...marks], spoken };
}
const seenIn = ({ version }: Values) => (version ? { version: Number(version) } : {});

/** Saves the posted matrix of a person. The first time it asks when they lose access; `confirm` is the yes to that. */
export const userGrantActions = actions(
  ({ session, id, lists }, values) => {
    const { marks, spoken } = marksIn(values);
    const grants = marks.map(([permission, { web = "inherit", app = "inherit" }]) => ({
      permission,
      web,
      app,
    }));
    const limits = "scoped" in values ? { departments: lists.departments } : {};
    const input = { ...seenIn(values), grants, ...limits };
    return saveUserGrants(session, id, input, values.confirm === "1", spoken);
  },
  { lists: ["departments"], reply: goesOn((_, { id }) => `/user/permission/${id}`) },
);

/** The same for a team. */
export const teamGrantActions = actions(
  ({ session, id }, values) => {
    const { marks, spoken } = marksIn(values);
    const grants = marks.map(([permission, { web, app }]) => ({
      permission,
      web: web === "allow",
      app: app === "allow",
    }));
    const input = { ...seenIn(values), grants };
    return saveTeamGrants(session, id, input, values.confirm === "1", spoken);
  },
  { reply: goesOn((_, { id }) => `/team/permission/${id}`) },
);

/** How the form of a team is read: its ticks come as many fields of one name. */
export const teamForm = {
  lists: ["memberIds", "departmentIds", "categoryIds"],
  reply: goesOn("/teams"),
};
