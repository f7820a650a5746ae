import { and, eq, inArray, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import type { PassLine } from "./lines.ts";

type DeviceLine = PassLine & { assetId: string };
export const isDevice = (line: PassLine): line is DeviceLine => line.assetId !== null;

const logged = (
  action: string,
  lines: readonly DeviceLine[],
  changes: Activity["changes"],
  reason: string | null = null,
): Activity[] =>
  lines.map(({ assetId, assetCode, assetName }) => ({
    action,
    kind: "asset",
    id: assetId,
    assetId,
    label: `${assetCode} ${assetName}`,
    ...(changes ? { changes } : {}),
    reason,
  }));

/** What the history of devices says of their way out. */
export const wentOut = (lines: readonly PassLine[], number: string, party: string): Activity[] =>
  logged("go_out.asset", lines.filter(isDevice), [
    { field: "gatePass", from: null, to: number },
    { field: "party", from: null, to: party },
  ]);
export const cameBack = (lines: readonly PassLine[], number: string, party: string): Activity[] =>
  logged("come_back.asset", lines.filter(isDevice), [
    { field: "gatePass", from: number, to: null },
    { field: "party", from: party, to: null },
  ]);
export const gaveUp = (lines: readonly PassLine[], number: string, reason: string | null) =>
  logged(
    "write_off.asset",
    lines.filter(isDevice),
    [{ field: "gatePass", from: number, to: null }],
    reason,
  );

const idsOf = (lines: readonly PassLine[]) => lines.flatMap(({ assetId }) => assetId ?? []);

/** Devices are out on a pass from now on. */
export const badging = (db: CompanyDb, lines: readonly PassLine[], passId: string): Statement[] => {
  const ids = idsOf(lines);
  return ids.length
    ? [db.updating(assets, inArray(assets.id, among(ids)), { openGatePassId: passId })]
    : [];
};

/** Devices of a pass are no longer out. @param values what else becomes of them */
export const unbadging = (
  db: CompanyDb,
  lines: readonly PassLine[],
  passId: string,
  values: Record<string, unknown> = {},
): Statement[] => {
  const ids = idsOf(lines);
  const outOnIt = and(inArray(assets.id, among(ids)), eq(assets.openGatePassId, passId))!;
  return ids.length ? [db.updating(assets, outOnIt, { openGatePassId: null, ...values })] : [];
};

/** Since when nobody knows where a device is, where it was not known before. */
export const notLocated = (today: string) => ({
  notLocatedSince: sql`coalesce(${assets.notLocatedSince}, ${today})`,
});
