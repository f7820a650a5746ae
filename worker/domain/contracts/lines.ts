import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { kindWord, lineDays } from "#app/shared/contracts.ts";
import { dateText } from "#app/shared/dates.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { assets, contractAssets, contracts } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row } from "../../db/db.ts";
import { among, rare } from "../../db/predicates.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";

export type Contract = Row<typeof contracts>;
export type LineRow = Row<typeof contractAssets>;
export type Device = Pick<Row<typeof assets>, "id" | "assetCode" | "name" | "lifecycle">;
export type LineFailure = { id: string; label: string; reason: string };
/** What became of the devices of one step. */
export type LinesDone = { changed: number; same: number; failed: LineFailure[] };

export const titleOf = ({ assetCode, name }: Device) => `${assetCode} ${name}`;

export const linesOf = (contractId: string, assetIds: readonly string[]): SQL =>
  and(eq(contractAssets.contractId, contractId), inArray(contractAssets.assetId, among(assetIds)))!;

/** The contract, the devices that are named, their lines and what else covers them, in one trip. @throws Response 404; 409 when it is terminated */
export async function contractWith(db: CompanyDb, id: string, assetIds: readonly string[]) {
  const [[contract], devices, lines, rivals] = await db.read(
    db.byId(contracts, id),
    db
      .select(pick(assets, ["id", "assetCode", "name", "lifecycle"]))
      .from(assets)
      .where(
        db.ofOwner(assets, and(inArray(assets.id, among(assetIds)), isNull(assets.deletedAt))),
      ),
    db
      .select()
      .from(contractAssets)
      .where(db.ofOwner(contractAssets, linesOf(id, assetIds))),
    rivalsOf(db, id, assetIds),
  );
  if (!contract) return notFound("contract");
  if (contract.terminatedOn !== null) conflict("This contract is terminated");
  return {
    contract,
    rivals,
    devices: new Map(devices.map((device) => [device.id, device])),
    lines: new Map(lines.map((line) => [line.assetId, line])),
  };
}

/** Why a device cannot come under a contract; null when it can. */
export function whyNot(device: Device | undefined): string | null {
  if (!device) return "This asset was not found";
  const { lifecycle } = device;
  return lifecycle === "condemned" || lifecycle === "disposed"
    ? `It is ${assetRules.states[lifecycle].toLowerCase()}`
    : null;
}

/** A device's entry in the log about a contract: it is in the history of both. */
export const lineLogged = (
  action: string,
  contract: Contract,
  device: Device,
  changes: Activity["changes"] = [],
): Activity => ({
  action: `${action}.contract`,
  kind: "contract",
  id: contract.id,
  assetId: device.id,
  label: contract.number,
  changes: [{ field: "asset", from: null, to: titleOf(device) }, ...(changes ?? [])],
});

const MOST_NAMED = 3;

/** Other contracts of the same kind that cover devices in the same days, as statement of a read: two of them is one too many. */
const rivalsOf = (db: CompanyDb, contractId: string, assetIds: readonly string[]) => {
  const own = (column: "kind" | "start_on" | "end_on") =>
    sql`(select "own".${sql.identifier(column)} from ${contracts} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${contractId})`;
  return db
    .select({
      assetId: contractAssets.assetId,
      assetCode: assets.assetCode,
      number: contracts.number,
      ...pick(contracts, ["startOn", "endOn", "terminatedOn"]),
      ...pick(contractAssets, ["fromOn", "toOn"]),
    })
    .from(sql`json_each(${JSON.stringify(assetIds)}) as "asked"`)
    .crossJoin(contractAssets)
    .innerJoin(
      contracts,
      and(
        eq(contracts.companyId, contractAssets.companyId),
        eq(contracts.id, contractAssets.contractId),
      ),
    )
    .innerJoin(
      assets,
      and(eq(assets.companyId, contractAssets.companyId), eq(assets.id, contractAssets.assetId)),
    )
    .where(
      and(
        db.ofOwner(contractAssets, rare(sql`${contractAssets.assetId} = "asked"."value"`)),
        sql`${contracts.kind} = ${own("kind")} and ${contracts.id} <> ${contractId}
          and ${contracts.startOn} <= ${own("end_on")} and ${contracts.endOn} >= ${own("start_on")}`,
      ),
    )
    .limit(1000);
};
type Rival = Awaited<ReturnType<typeof rivalsOf>>[number];

/** The sentences that warn of devices with two covers of one kind. */
export function rivalWarnings(
  session: Session,
  contract: Contract,
  rivals: readonly Rival[],
): string[] {
  const mine = { since: contract.startOn, until: contract.endOn };
  const both = rivals
    .map((rival) => ({ ...rival, ...lineDays(rival, rival) }))
    .filter(({ since, until }) => since <= until && since <= mine.until && until >= mine.since);
  const format = settingOf(session.company, "date_format");
  const named = both
    .slice(0, MOST_NAMED)
    .map(
      ({ assetCode, number, until }) =>
        `${assetCode} is also covered by ${kindWord(contract.kind)} ${number} until ${dateText(until, format)}`,
    );
  const rest = both.length - named.length;
  return rest > 0
    ? [
        ...named,
        plural(rest, "1 more asset has two such covers", "{n} more assets have two such covers"),
      ]
    : named;
}
