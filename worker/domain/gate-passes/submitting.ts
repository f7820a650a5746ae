import type { Session } from "../../session.ts";
import type { NoticeKind } from "../notifications/kinds.ts";
import type { Notice } from "../notifications/notify.ts";
import { settingOf } from "../settings/vocabulary.ts";

type Told = readonly [NoticeKind, readonly Notice[]];

/** The columns of a pass whose approval is asked for: how many levels the company asks for now stays with the pass. */
export function submitted({ company, actor }: Pick<Session, "company" | "actor">, at: number) {
  const levels = settingOf(company, "gate_pass_levels");
  return {
    status: levels === 0 ? ("approved" as const) : ("pending_approval" as const),
    levels,
    submittedAt: at,
    submittedBy: actor.userId,
  };
}

/** Asks those who approve for a level. @param name the pass, or what is on it where it has no number yet */
export const toApprove = (
  id: string,
  name: string,
  departmentId: string | null,
  level: number,
): Told => [
  "pass.to_approve",
  [
    {
      key: `pass.to_approve:${id}:${level}`,
      title: `Gate pass to approve: ${name}`.slice(0, 200),
      link: `/gate-pass/${id}`,
      entityKind: "gate_pass",
      entityId: id,
      departmentId,
    },
  ],
];

/** Tells whoever made a pass out what became of it. */
export const decided = (
  { id, number, createdBy }: { id: string; number: string; createdBy: string | null },
  what: "approved" | "rejected",
  body: string | null,
): Told => [
  "pass.decided",
  [
    {
      key: `pass.decided:${id}:${what}`,
      title:
        what === "approved" ? `Gate pass ${number} is approved` : `Gate pass ${number} is rejected`,
      ...(body ? { body: body.slice(0, 300) } : {}),
      link: `/gate-pass/${id}`,
      entityKind: "gate_pass",
      entityId: id,
      userIds: [createdBy],
    },
  ],
];
