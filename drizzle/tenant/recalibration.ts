import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  inCompany,
  nocase,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { certificateReports } from "./certificates.ts";
import { consumerContacts, consumers } from "./consumers.ts";
import { machines } from "./machines.ts";

export const recalibrationStatuses = [
  "requested",
  "accepted",
  "declined",
  "done",
  "withdrawn",
] as const;

/** What a consumer asks for in the portal: that machines are calibrated again. */
export const recalibrationRequests = sqliteTable(
  "recalibration_requests",
  {
    ...owned,
    requestNo: nocase().notNull(),
    consumerId: text().notNull(),
    contactId: uncounted(text().notNull(), "who asked"),
    wishedOn: day(),
    note: text(),
    lineCount: integer().notNull(),
    status: text({ enum: recalibrationStatuses }).notNull().default("requested"),
    /** What the laboratory answered, as the contact reads it. */
    answer: text(),
    acceptedAt: integer(),
    acceptedBy: text(),
    declinedAt: integer(),
    declinedBy: text(),
    doneAt: integer(),
    doneBy: text(),
    withdrawnAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.consumerId, () => consumers),
    inCompany(t, t.contactId, () => consumerContacts),
    uniqueIndex("recalibration_requests_number").on(t.companyId, t.requestNo),
    index("recalibration_requests_by_status").on(t.companyId, t.status, t.id),
    index("recalibration_requests_by_consumer").on(t.companyId, t.consumerId, t.id),
    index("recalibration_requests_by_contact").on(t.companyId, t.contactId),
    oneOf("recalibration_requests_status_known", t.status, recalibrationStatuses),
    ...whole("recalibration_requests", t.version, t.lineCount),
  ],
);

/** A machine of a request, and the certificate that was begun for it. */
export const recalibrationRequestLines = sqliteTable(
  "recalibration_request_lines",
  {
    ...bare,
    recalibrationRequestId: uncounted(text().notNull(), "a line of the request"),
    machineId: text().notNull(),
    certificateReportId: uncounted(text(), "the certificate begun for it"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.recalibrationRequestId, () => recalibrationRequests),
    inCompany(t, t.machineId, () => machines),
    inCompany(t, t.certificateReportId, () => certificateReports),
    uniqueIndex("recalibration_request_lines_once").on(
      ...([t.companyId, t.recalibrationRequestId, t.machineId] as const),
    ),
    index("recalibration_request_lines_by_machine").on(t.companyId, t.machineId),
    index("recalibration_request_lines_by_certificate")
      .on(t.companyId, t.certificateReportId)
      .where(filled(t.certificateReportId)),
  ],
);
