import { plural } from "#app/shared/plural.ts";
import type { NoticeKind } from "../notifications/kinds.ts";
import type { Notice } from "../notifications/notify.ts";
import type { Transfer } from "./lines.ts";

type Told = readonly [NoticeKind, Notice[]];
type Named = Pick<
  Transfer,
  "id" | "version" | "fromDepartmentId" | "toDepartmentId" | "requestedBy" | "dispatchedBy"
>;

const about = (kind: string, { id, version }: Named, round = String(version)) => ({
  key: `${kind}:${id}:${round}`,
  link: `/asset-transfer/${id}`,
  entityKind: "asset_transfer",
  entityId: id,
});

/** A notice for people of either Location; each is told once under one key. */
const ofEither = (
  { fromDepartmentId, toDepartmentId }: Pick<Transfer, "fromDepartmentId" | "toDepartmentId">,
  notice: Notice,
): Notice[] =>
  [...new Set([fromDepartmentId, toDepartmentId])].map((departmentId) => ({
    ...notice,
    departmentId,
  }));

/** Those who approve transfers are told of one that is asked for, at either of its Locations. */
export function requestedNotice(
  transfer: Named,
  { assets, to, reason }: { assets: number; to: string; reason: string },
): Told {
  const title = plural(
    assets,
    "A transfer of {n} asset to {to} waits for approval",
    "A transfer of {n} assets to {to} waits for approval",
  ).replace("{to}", () => to);
  const notice = {
    ...about("transfer.requested", transfer),
    title: title.slice(0, 200),
    body: reason.slice(0, 300),
  };
  return ["transfer.requested", ofEither(transfer, notice)];
}

/** Who asked for a transfer is told how it was decided. */
export const decidedNotice = (
  transfer: Transfer,
  decision: "approved" | "rejected",
  reason: string | null,
): Told => [
  "transfer.decided",
  [
    {
      ...about("transfer.decided", transfer),
      title:
        decision === "approved"
          ? `Transfer ${transfer.number} was approved`
          : `Transfer ${transfer.number} was rejected`,
      body: (reason ?? "").slice(0, 300),
      severity: decision === "approved" ? "info" : "warning",
      userIds: [transfer.requestedBy],
    },
  ],
];

/** People of the Location that receives are told that devices are on their way. */
export const dispatchedNotice = (transfer: Transfer, to: string): Told => [
  "transfer.dispatched",
  [
    {
      ...about("transfer.dispatched", transfer),
      title: `Transfer ${transfer.number} is on its way to ${to}`.slice(0, 200),
      body: transfer.reason.slice(0, 300),
      departmentId: transfer.toDepartmentId,
    },
  ],
];

/** Those who asked for it and sent it are told that something did not arrive as it left. */
export const discrepancyNotice = (
  transfer: Transfer,
  assets: number,
  reason: string | null,
): Told => [
  "transfer.discrepancy",
  [
    {
      ...about("transfer.discrepancy", transfer),
      title: plural(
        assets,
        "Transfer {number} arrived with a discrepancy at {n} asset",
        "Transfer {number} arrived with discrepancies at {n} assets",
      ).replace("{number}", () => transfer.number),
      body: (reason ?? "").slice(0, 300),
      userIds: [transfer.requestedBy, transfer.dispatchedBy],
    },
  ],
];

/** What the notice of a late transfer is made of. */
export const lateColumns = [
  ...(["id", "number", "requestedBy", "receivedBy", "dueBackOn"] as const),
  ...(["fromDepartmentId", "toDepartmentId"] as const),
] as const;
/** Those who asked for it and received it, and who approve transfers of its Locations, are told once that it is late. @param due the day as people read it */
export const overdueNotices = (
  transfer: Pick<Transfer, (typeof lateColumns)[number]>,
  due: string,
): Notice[] =>
  ofEither(transfer, {
    key: `transfer.overdue:${transfer.id}:${transfer.dueBackOn}`,
    title: `Transfer ${transfer.number} was due back on ${due}`,
    link: `/asset-transfer/${transfer.id}`,
    entityKind: "asset_transfer",
    entityId: transfer.id,
    userIds: [transfer.requestedBy, transfer.receivedBy],
  });
