import { eq } from "drizzle-orm";
import { type gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import { workOn } from "../entity/flow-work.ts";
import { explainShortage, moveStock } from "../stock/move.ts";
import { badging, isDevice, wentOut } from "./devices.ts";
import { issueOf, linesOf, partyName, partyOf } from "./lines.ts";
import { assertFree, holdersOf, idSet, refuseHeld } from "./things.ts";
import { holding, passCall } from "./with-call.ts";

const work = workOn<typeof gatePasses>();

/** Lets everything on a pass leave the site: devices get their badge, stock is issued, a call about the repair waits. */
export const out = work({
  stamp: "out",
  reads: (db, id) => [linesOf(db, id), partyOf(db, id), passCall(db, id)],
  run({ db, session, before, read: [lines, [party], [call]], at }) {
    const { id, number, purpose } = before;
    const returns = before.kind === "returnable";
    const ids = lines.flatMap(({ assetId }) => assetId ?? []);
    const issues = lines.flatMap((line) =>
      line.stockItemId ? [issueOf(line, before, party)] : [],
    );
    const to = partyName(before, party);
    const isRepair = returns && purpose === "repair";
    const held = holding(db, isRepair ? call : undefined, {
      company: session.company,
      number,
      at,
    });
    return {
      to: returns ? "out" : "closed",
      set: returns ? {} : { closedAt: at, closedBy: session.actor.userId },
      writes: [
        ...assertFree(db, ids, purpose, true),
        ...(returns
          ? badging(db, lines, id)
          : [db.updating(gatePassLines, eq(gatePassLines.gatePassId, id), { isOpen: false })]),
        ...moveStock(db, issues),
        ...held.writes,
      ],
      also: [...wentOut(lines, number, to), ...held.also],
      explain: async () => {
        const devices = lines.filter(isDevice).map((line) => ({
          id: line.assetId,
          assetCode: line.assetCode!,
          name: line.assetName!,
          serialNo: line.serialNo,
          lifecycle: line.lifecycle!,
          departmentId: line.departmentId!,
        }));
        refuseHeld(devices, (await db.read(holdersOf(db, idSet(ids))))[0], purpose, id);
        if (issues.length) await explainShortage(db, issues);
      },
      message: `${number} is out`,
    };
  },
  message: "Gate pass is out",
  summary: "Let everything on an approved gate pass leave the site; its stock is issued",
  example: {},
});
