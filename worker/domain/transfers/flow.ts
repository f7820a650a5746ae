import { needsApproval, transferRules } from "#app/shared/flows/transfers.ts";
import { assetTransfers, transferEvents } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { forbidden } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { givenBack, received } from "./arrival.ts";
import { countersOf } from "./counters.ts";
import { receivedLines, returnedLines } from "./input.ts";
import { closing, departmentsOf, itsPlaces, linesOf, type Places } from "./lines.ts";
import { decidedNotice, dispatchedNotice, requestedNotice } from "./notices.ts";

const work = workOn<typeof assetTransfers>();
const sampleLine = {
  id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
  decision: "accepted",
  condition_in: "good",
};

const nameOf = (departments: Places["departments"], id: string) =>
  departments.find((one) => one.id === id)?.name ?? "";

const receive = (summary: string) =>
  work({
    fields: { lines: receivedLines },
    stamp: "received",
    reads: (db, id) => itsPlaces(db, id),
    run: ({ db, before, values, read: [lines, departments, places], at }) =>
      received({
        ...{ db, before, at, lines, reason: values.reason, said: values.lines },
        known: { departments, places },
      }),
    message: "Transfer received",
    summary,
    example: { lines: [sampleLine] },
  });

/** The requested transfer as those who approve are told of it; nobody is where none is needed. */
const submit = work({
  stamp: "requested",
  reads: (db, id) => [linesOf(db, id), departmentsOf(db, id)],
  run: ({ session, before, read: [lines, departments] }) => ({
    set: { requestedBy: session.actor.userId },
    ...(needsApproval(session.company.settings)
      ? {
          notices: requestedNotice(before, {
            assets: lines.length,
            to: nameOf(departments, before.toDepartmentId),
            reason: before.reason,
          }),
        }
      : {}),
  }),
  message: "Transfer requested",
  summary: "Ask for a transfer that was a draft",
  example: {},
});

const ending = (db: CompanyDb, id: string, reason: string | null) => ({
  set: { decisionReason: reason },
  writes: closing(db, id),
});

/** Devices that move to another Location or place, from the wish to their arrival, and back if they are lent. */
export const transferFlow = flow({
  name: "asset_transfer",
  label: "Transfer",
  noun: "transfer",
  table: assetTransfers,
  column: "status",
  rules: transferRules,
  events: { table: transferEvents, of: "transferId" },
  title: ({ number }) => number,
  logged: (values) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !/(At|By)$/.test(key))),
  counters: countersOf,
  moves: {
    submit,
    approve: work({
      stamp: "approved",
      run: ({ before, values: { reason } }) => ({
        set: { decisionReason: reason },
        notices: decidedNotice(before, "approved", reason),
      }),
      message: "Transfer approved",
      summary: "Approve a transfer that somebody else has asked for",
      example: {},
    }),
    reject: work({
      stamp: "approved",
      run: ({ db, before, values: { reason } }) => ({
        ...ending(db, before.id, reason),
        notices: decidedNotice(before, "rejected", reason),
      }),
      message: "Transfer rejected",
      summary: "Reject a transfer; its assets stay where they are",
      example: { reason: "Needed here this week" },
    }),
    dispatch: work({
      stamp: "dispatched",
      reads: (db, id) => [departmentsOf(db, id)],
      run({ db, session, before, read: [departments] }) {
        if (!db.covers(before.fromDepartmentId))
          forbidden("People of the Location it comes from dispatch it");
        return {
          set: { dispatchedBy: session.actor.userId },
          notices: dispatchedNotice(before, nameOf(departments, before.toDepartmentId)),
        };
      },
      message: "Transfer dispatched",
      summary: "Send the assets of a transfer on their way",
      example: {},
    }),
    receive: receive(
      "Receive a transfer line by line: accepted assets belong to the new Location, rejected ones stay",
    ),
    "receive-directly": receive(
      "Receive a transfer that was not approved or dispatched, where the company needs neither",
    ),
    "give-back": work({
      fields: { lines: returnedLines },
      stamp: "returned",
      reads: (db, id) => itsPlaces(db, id),
      run: ({ db, before, values, read: [lines, departments, places], at }) =>
        givenBack({
          ...{ db, before, at, lines, said: values.lines },
          known: { departments, places },
        }),
      message: "Assets are back",
      summary: "Give back what was lent: its assets are where they stood before",
      example: { lines: [{ id: sampleLine.id, condition_back: "good" }] },
    }),
    cancel: work({
      run: ({ db, before, values: { reason } }) => ending(db, before.id, reason),
      message: "Transfer cancelled",
      summary: "Cancel a transfer before it is dispatched; its assets stay where they are",
      example: { reason: "No longer needed" },
    }),
  },
});
