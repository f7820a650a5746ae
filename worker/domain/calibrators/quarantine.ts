import { calibratorEvents, type calibrators } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { Proved } from "../ledger/ledger.ts";
import type { NoticeKind } from "../notifications/kinds.ts";
import type { Notice } from "../notifications/notify.ts";

type Calibrator = Row<typeof calibrators>;
type Told = readonly [NoticeKind, readonly Notice[]];

/** What is noted about a calibrator that goes into quarantine. */
export const quarantined = (by: string | null, reason: string, at: number) => ({
  quarantineReason: reason,
  quarantinedAt: at,
  quarantinedBy: by,
});

/** Its entry of the ledger. */
export const provedQuarantine = (
  { id, calibratorNo, serialNo }: Calibrator,
  reason: string,
): Proved => ({
  fact: "calibrator.quarantined",
  entity: "calibrator",
  entityId: id,
  payload: { calibrator_no: calibratorNo, serial_no: serialNo, reason },
});

/** Tells those who look after calibrators, and its custodian. */
export const tellOfQuarantine = (
  { id, calibratorNo, name, custodianId }: Calibrator,
  reason: string,
  at: number,
): Told => [
  "calibrator.quarantined",
  [
    {
      key: `calibrator.quarantined:${id}:${at}`,
      title: `${calibratorNo} ${name} is in quarantine`,
      body: reason,
      link: `/calibrator/${id}`,
      entityKind: "calibrator",
      entityId: id,
      userIds: [custodianId],
    },
  ],
];

type Event = Pick<
  typeof calibratorEvents.$inferInsert,
  "kind" | "status" | "onDay" | "note" | "at" | "actorName"
> & { calibratorId: string; actorId: string | null };
/** An event of a calibrator that comes with another record's move. */
export const noting = (db: CompanyDb, event: Event): Statement =>
  db.inserting(calibratorEvents, event);
