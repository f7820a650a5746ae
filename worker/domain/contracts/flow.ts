import { eq } from "drizzle-orm";
import { contractRules } from "#app/shared/flows/contracts.ts";
import { contracts } from "#drizzle/tenant/index.ts";
import { conflict, invalid } from "../../refusals.ts";
import { optionalDay } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { coverOfContracts } from "./cover.ts";
import { recountContracts } from "./effects.ts";

/** Ends a contract before its time: from that day on its devices are not covered by it. */
const terminate = workOn<typeof contracts>()({
  fields: { terminatedOn: optionalDay("Terminated on") },
  run({ db, before: { id, startOn, endOn }, values: { terminatedOn, reason }, today }) {
    if (endOn < today) conflict("This contract has ended by itself");
    const on = terminatedOn ?? today;
    if (on > today) invalid({ terminatedOn: ["The date cannot be in the future"] });
    if (on < startOn && startOn <= today)
      invalid({ terminatedOn: ["It cannot be terminated before it began"] });
    return {
      set: { terminatedOn: on, terminateReason: reason },
      writes: [
        ...(startOn <= today ? [coverOfContracts(db, eq(contracts.id, id), today)] : []),
        recountContracts(db, today),
      ],
    };
  },
  message: "Contract terminated",
  summary: "Terminate a contract: its assets are no longer covered by it from that day on",
  example: { reason: "The vendor closed its branch" },
});

/** A contract: its state follows from its dates, its one move is terminating it. */
export const contractFlow = flow({
  name: "contract",
  label: "Contract",
  noun: "contract",
  table: contracts,
  column: null,
  rules: contractRules,
  title: ({ number }) => number,
  moves: { terminate },
});
