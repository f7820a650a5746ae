import type { AnyFlow } from "../domain/entity/flow.ts";
import { type Permission, type PlatformPermission, platformPermissions } from "../permissions.ts";
import type { AnySession } from "../session.ts";
import { type Call, companyCalls, platformCalls } from "./call.ts";

const isOfStaff = (permission: string): permission is PlatformPermission =>
  (platformPermissions as readonly string[]).includes(permission);

/** The moves of what companies have with the platform, each as a call on the host of those who make it. */
export const platformMoveCalls = (
  path: `/${string}`,
  { label, table, rules, inputs, works, move }: AnyFlow<AnySession>,
): Call[] =>
  Object.entries(inputs).map(([name, input]) => {
    const { by, isAdminOnly = false } = rules.moves[name]!;
    const { summary, example } = works[name]!;
    const needs = by as Permission | PlatformPermission;
    const declared = {
      post: `${path}/:id/${name}` as "/:id",
      ...{ isAdminOnly, says: summary, input, isVersioned: true, example },
    };
    type Given = { session: AnySession; id: string; body: Record<string, unknown> };
    const run = ({ session, id, body }: Given) => move(session, id, name, body);
    return isOfStaff(needs)
      ? platformCalls({ tag: label, needs, of: table })({ ...declared, run })
      : companyCalls({ tag: label, needs, of: table })({ ...declared, staysOpen: true, run });
  });
