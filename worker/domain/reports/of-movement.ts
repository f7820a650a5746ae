import { and, sql } from "drizzle-orm";
import { passKinds, passPurposes, passRules } from "#app/shared/flows/gate-passes.ts";
import { lineWords, transferKinds, transferRules } from "#app/shared/flows/transfers.ts";
import {
  assetTransferLines,
  assetTransfers,
  departments,
  gatePasses,
  gatePassLines,
  vendors,
} from "#drizzle/tenant/index.ts";
import { is, named, onInstants, type Report, type ReportColumn, wordsOf } from "./declaration.ts";

const assetSide = [0, 2] as const;

export const gatePassRegister: Report = {
  title: "Gate pass register",
  about: "What was on gate passes, line by line, with when it left and when it came back",
  subject: "gate-pass",
  services: assetSide,
  from: sql`${gatePasses} join ${gatePassLines} on ${and(
    sql`${gatePassLines.companyId} = ${gatePasses.companyId}`,
    sql`${gatePassLines.gatePassId} = ${gatePasses.id}`,
  )}`,
  where: ({ db }) => db.ofOwner(gatePasses),
  filters: { ...onInstants(gatePasses.outAt), vendor: is(gatePasses.vendorId) },
  key: [gatePasses.id, gatePassLines.id],
  columns: (): ReportColumn[] => [
    { label: "Number", as: "code", value: gatePasses.number },
    { label: "Kind", value: gatePasses.kind, words: wordsOf(passKinds) },
    { label: "Purpose", value: gatePasses.purpose, words: wordsOf(passPurposes) },
    {
      label: "Party",
      value: sql`coalesce(${named(vendors.name, gatePasses.vendorId)}, ${gatePasses.partyName})`,
    },
    { label: "Item", value: gatePassLines.name, wide: 2 },
    { label: "Serial no", as: "code", value: gatePassLines.serialNo },
    { label: "Quantity", as: "number", value: gatePassLines.qty, isSummed: true },
    { label: "Back", as: "number", value: gatePassLines.returnedQty, isSummed: true },
    { label: "Out at", as: "time", value: gatePasses.outAt },
    { label: "Expected back", as: "day", value: gatePasses.expectedReturnOn },
    { label: "Back at", as: "time", value: gatePassLines.returnedAt },
    { label: "Status", value: gatePasses.status, words: passRules.states },
    { label: "Value", as: "money", value: gatePassLines.estValueMinor, isSummed: true },
  ],
};

export const transferRegister: Report = {
  title: "Transfer register",
  about:
    "Devices that moved between Locations, line by line, with who asked for it and how it arrived",
  subject: "asset-transfer",
  services: assetSide,
  from: sql`${assetTransfers} join ${assetTransferLines} on ${and(
    sql`${assetTransferLines.companyId} = ${assetTransfers.companyId}`,
    sql`${assetTransferLines.transferId} = ${assetTransfers.id}`,
  )}`,
  where: ({ db }) => db.ofOwner(assetTransfers),
  filters: {
    ...onInstants(assetTransfers.requestedAt),
    department: (id) =>
      sql`(${assetTransfers.fromDepartmentId} = ${id} or ${assetTransfers.toDepartmentId} = ${id})`,
  },
  key: [assetTransfers.id, assetTransferLines.id],
  columns: (): ReportColumn[] => [
    { label: "Number", as: "code", value: assetTransfers.number },
    { label: "Kind", value: assetTransfers.kind, words: transferKinds },
    { label: "Code", as: "code", value: assetTransferLines.assetCode },
    { label: "Asset", value: assetTransferLines.assetName, wide: 2 },
    { label: "From", value: named(departments.name, assetTransfers.fromDepartmentId) },
    { label: "To", value: named(departments.name, assetTransfers.toDepartmentId) },
    { label: "Reason", value: assetTransfers.reason, wide: 2 },
    { label: "Requested", as: "time", value: assetTransfers.requestedAt },
    { label: "Sent", as: "time", value: assetTransfers.dispatchedAt },
    { label: "Received", as: "time", value: assetTransfers.receivedAt },
    { label: "Due back", as: "day", value: assetTransfers.dueBackOn },
    { label: "Line", value: assetTransferLines.status, words: lineWords },
    { label: "Status", value: assetTransfers.status, words: transferRules.states },
  ],
};
