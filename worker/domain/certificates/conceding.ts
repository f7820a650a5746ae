/** Concessions: what does not hold of a certificate's standards, and is let pass by somebody else (calibration 3.2). */
import { concedable, gateTitles } from "#app/shared/measuring/gate-types.ts";
import type { certificateReports as table } from "#drizzle/tenant/index.ts";
import { conflict, invalid } from "../../refusals.ts";
import { day, described, word } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { appending, ledgerHead } from "../ledger/ledger.ts";

const work = workOn<typeof table>();
const gate = () => word("What is let pass", concedable, "Choose what is let pass");
const named = (code: (typeof concedable)[number]) => `${gateTitles[code]} (${code})`;

const concede = work({
  fields: {
    gate: gate(),
    expiresOn: described(day("Until"), { label: "Until", as: "day" }),
  },
  reads: (db) => [ledgerHead(db)] as const,
  async run({ db, before, values, read, today, at }) {
    const { gate, expiresOn } = values;
    const reason = values.reason!;
    if (expiresOn < today) invalid({ expiresOn: ["It must not be in the past"] });
    const { actorId, actorName } = db.stamp;
    const granted = { grantedBy: actorId!, grantedName: actorName, at };
    const others = before.concessions.filter((one) => one.gate !== gate);
    return {
      set: { concessions: [...others, { gate, reason, expiresOn, ...granted }] },
      writes: await appending(
        db,
        read[0][0],
        [
          {
            fact: "concession.granted",
            ...{ entity: "concession", entityId: before.id },
            payload: { gate, reason, expires_on: expiresOn },
          },
        ],
        at,
      ),
      note: `${named(gate)}: ${reason}`,
      changes: [{ field: "concession", from: null, to: named(gate) }],
    };
  },
  message: "Concession granted",
  summary:
    "Grant a concession on a draft: its standards are not in date or do not cover a point, and that is let pass until a day; it is printed as a deviation and written into the ledger",
  example: {
    ...{ gate: "G2", expires_on: "2099-12-31" },
    reason: "The standard was checked against another one on the day",
  },
});

const withdraw = work({
  fields: { gate: gate() },
  run({ before, values: { gate, reason } }) {
    const left = before.concessions.filter((one) => one.gate !== gate);
    if (left.length === before.concessions.length)
      conflict(`There is no concession on ${named(gate)}`);
    return {
      set: { concessions: left },
      note: `${named(gate)}: ${reason}`,
      changes: [{ field: "concession", from: named(gate), to: null }],
    };
  },
  message: "Concession withdrawn",
  summary: "Withdraw a concession from a draft",
  example: { gate: "G2", reason: "The standard was recalibrated" },
});

export const concedingMoves = { concede, withdraw };
