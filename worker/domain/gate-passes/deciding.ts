import { eq } from "drizzle-orm";
import { gatePassApprovals, type gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { workOn } from "../entity/flow-work.ts";
import { linesOf } from "./lines.ts";
import { departmentOf } from "./prepare.ts";
import { decided, submitted, toApprove } from "./submitting.ts";
import { assertFree } from "./things.ts";

const work = workOn<typeof gatePasses>();
type Pass = Row<typeof gatePasses>;

/** The level at which a pass is decided next, from 1. */
const levelOf = ({ approverIds }: Pass) => approverIds.length + 1;

const deciding = (
  db: CompanyDb,
  { actor }: Session,
  pass: Pass,
  decision: "approved" | "rejected",
  note: string | null,
  at: number,
) =>
  db.inserting(gatePassApprovals, {
    ...{ gatePassId: pass.id, level: levelOf(pass), decision, note, at },
    ...{ userId: actor.userId, userName: actor.name },
  });

/** Devices of a pass that ends before it leaves are free for another one. */
export const freeing = (db: CompanyDb, id: string) =>
  db.updating(gatePassLines, eq(gatePassLines.gatePassId, id), { isOpen: false });

/** The Location that is told of a pass: that of its devices. */
const placeOf = (lines: Awaited<ReturnType<typeof linesOf>>) =>
  departmentOf(lines.flatMap(({ departmentId }) => (departmentId ? [{ departmentId }] : [])));

export const submit = work({
  reads: (db, id) => [linesOf(db, id)],
  run({ db, session, before, read: [lines], at }) {
    const { status, ...values } = submitted(session, at);
    const ids = lines.flatMap(({ assetId }) => assetId ?? []);
    return {
      to: status,
      set: values,
      writes: assertFree(db, ids, before.purpose, true),
      ...(status === "approved"
        ? { message: `${before.number} may go out` }
        : { notices: toApprove(before.id, before.number, placeOf(lines), 1) }),
    };
  },
  message: "Approval asked for",
  summary: "Ask for the approval of a draft; without levels it is approved at once",
  example: {},
});

export const approve = work({
  reads: (db, id) => [linesOf(db, id)],
  run({ db, session, before, values: { reason }, read: [lines], at }) {
    const level = levelOf(before);
    const isLast = level >= before.levels;
    return {
      to: isLast ? "approved" : "pending_approval",
      set: { approverIds: [...before.approverIds, session.actor.userId] },
      note: reason
        ? `Level ${level} of ${before.levels} approved: ${reason}`
        : `Level ${level} of ${before.levels} approved`,
      writes: [deciding(db, session, before, "approved", reason, at)],
      notices: isLast
        ? decided(before, "approved", reason)
        : toApprove(before.id, before.number, placeOf(lines), level + 1),
      message: isLast
        ? `${before.number} may go out`
        : `Approved. Level ${level + 1} of ${before.levels} is next.`,
    };
  },
  message: "Gate pass approved",
  summary:
    "Approve a gate pass at its next level; each level by another person, none by its creator",
  example: {},
});

export const reject = work({
  stamp: "closed",
  run: ({ db, session, before, values: { reason }, at }) => ({
    set: { decisionReason: reason },
    writes: [deciding(db, session, before, "rejected", reason, at), freeing(db, before.id)],
    notices: decided(before, "rejected", reason),
  }),
  message: "Gate pass rejected",
  summary: "Reject a gate pass",
  example: { reason: "Repair it in house" },
});
