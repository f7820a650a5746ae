import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { calibratorRules, LACKS_PROOF } from "#app/shared/flows/calibrators.ts";
import {
  calibratorCertificates,
  calibratorChecks,
  calibratorEvents,
  calibrators as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { mediaRow, type StoredFile } from "../../files/store.ts";
import { conflict, invalid } from "../../refusals.ts";
import { optionalDay } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { type Given, workOn } from "../entity/flow-work.ts";
import { appending, ledgerHead, onHead } from "../ledger/ledger.ts";
import { provedQuarantine, quarantined, tellOfQuarantine } from "./quarantine.ts";

type Calibrator = Row<typeof table>;
type EventKind = (typeof calibratorEvents.kind.enumValues)[number];
const work = workOn<typeof table>();

/** On which day it happened; today where nothing is said. */
const fields = { onDay: optionalDay("Day") };
type Given_ = Pick<
  Given<typeof table, typeof fields, readonly []>,
  "db" | "values" | "today" | "files"
>;

/** The columns of an event, and the file that came with it. */
function eventOf(kind: EventKind, { db, values: { onDay }, today, files }: Given_) {
  if (onDay && onDay > today) invalid({ onDay: ["The day cannot be in the future"] });
  return {
    event: { kind, onDay: onDay ?? today, mediaId: files[0]?.id ?? null },
    files: files.slice(0, 1).flatMap((file) => keptFile(db, file)),
  };
}
const keptFile = (db: CompanyDb, file: StoredFile) =>
  mediaRow(db, file, { kind: "calibration", ownerKind: "calibration" });

const noted = (kind: EventKind, message: string, summary: string, reason: string) =>
  work({
    fields,
    run: (given) => {
      const { event, files } = eventOf(kind, given);
      return { event, around: (update) => [...files, update] };
    },
    message,
    summary,
    example: { reason },
  });

const released = { quarantineReason: null, quarantinedAt: null, quarantinedBy: null };

const quarantine = work({
  fields,
  reads: (db) => [ledgerHead(db)],
  async run(given) {
    const { db, session, before, values, read, at } = given;
    const [[head]] = read;
    const { event, files } = eventOf("quarantine", given);
    const reason = values.reason!;
    return {
      set: quarantined(session.actor.userId, reason, at),
      event,
      around: (update) => [...files, update],
      writes: await appending(db, head, [provedQuarantine(before, reason)], at),
      notices: tellOfQuarantine(before, reason, at),
    };
  },
  message: "Put into quarantine",
  summary: "Put a calibrator into quarantine: nothing is measured with it until it is released",
  example: { reason: "It fell" },
});

/** When the quarantine of a calibrator began. */
const began = (db: CompanyDb, id: string) =>
  sql`(select "quarantined_at" from ${table} where ${db.ofOwner(table, eq(table.id, id))})`;
const acceptedSince = (db: CompanyDb, id: string) =>
  db
    .select({ id: calibratorCertificates.id })
    .from(calibratorCertificates)
    .where(
      db.ofOwner(
        calibratorCertificates,
        and(
          eq(calibratorCertificates.calibratorId, id),
          inArray(calibratorCertificates.status, ["accepted", "superseded"]),
          gt(calibratorCertificates.acceptedAt, began(db, id)),
        ),
      ),
    )
    .limit(1);
const passedSince = (db: CompanyDb, id: string) =>
  db
    .select({ id: calibratorChecks.id })
    .from(calibratorChecks)
    .where(
      db.ofOwner(
        calibratorChecks,
        and(
          eq(calibratorChecks.calibratorId, id),
          inArray(calibratorChecks.result, ["ok", "warn"]),
          gt(calibratorChecks.at, began(db, id)),
        ),
      ),
    )
    .limit(1);

const release = work({
  fields,
  reads: (db, id) => [acceptedSince(db, id), passedSince(db, id)],
  run(given) {
    const [certificates, checks] = given.read;
    if (!certificates.length && !checks.length) conflict(LACKS_PROOF);
    const { event, files } = eventOf("release", given);
    return { set: released, event, around: (update) => [...files, update] };
  },
  message: "Released from quarantine",
  summary:
    "Release a calibrator from quarantine, by another person than who put it there, after an accepted certificate or a passed check",
  example: { reason: "Recalibrated, within its limits" },
});

/** Nobody uses it again before another person has released it. */
const heldBack = ({ quarantinedAt }: Calibrator) => quarantinedAt !== null;

const rulesOfFlow = {
  name: "calibrator",
  label: "Calibrator",
  noun: "calibrator",
  table,
  column: "status",
  rules: calibratorRules,
  events: { table: calibratorEvents, of: "calibratorId" },
  title: ({ calibratorNo, name }: Calibrator) => `${calibratorNo} ${name}`,
} as const;

const machine = flow({
  ...rulesOfFlow,
  moves: {
    send: noted("sent", "Sent out", "Send a calibrator out for calibration", "To the laboratory"),
    "bring-back": work({
      fields,
      run(given) {
        const { event, files } = eventOf("returned", given);
        return {
          to: heldBack(given.before) ? "quarantined" : "in_service",
          event,
          around: (update) => [...files, update],
        };
      },
      message: "Brought back",
      summary:
        "Bring a calibrator back; one that was in quarantine or damaged comes back into quarantine",
      example: {},
    }),
    quarantine,
    release,
    repair: noted("repair", "Repair noted", "Note a repair of a calibrator", "Battery replaced"),
    adjustment: noted(
      "adjust",
      "Adjustment noted",
      "Note an adjustment of a calibrator",
      "Zero adjusted",
    ),
    "transport-check": noted(
      "transport_check",
      "Check noted",
      "Note that a calibrator was looked at after transport",
      "No damage",
    ),
    damage: work({
      fields,
      run(given) {
        const { session, before, values, at } = given;
        const { event, files } = eventOf("damage", given);
        return {
          set: heldBack(before) ? {} : quarantined(session.actor.userId, values.reason!, at),
          event,
          around: (update) => [...files, update],
        };
      },
      message: "Marked as damaged",
      summary: "Mark a calibrator as damaged",
      example: { reason: "It fell" },
    }),
    retire: noted("retire", "Retired", "Retire a calibrator: it is used no more", "Worn out"),
  },
});

/** A calibrator from its first day to its last. Quarantine is written into the ledger, again where others were first. */
export const calibratorFlow: typeof machine = {
  ...machine,
  move: (...sent) => onHead(() => machine.move(...sent)),
};
