import { and, eq, sql } from "drizzle-orm";
import { formatMinor } from "#app/shared/money.ts";
import { assets, contractAssets, contracts, counters } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { bump, counted } from "../entity/counters.ts";
import { checked } from "../entity/fields.ts";
import { assertAgreed, counterOf } from "./effects.ts";
import { shareInput } from "./input.ts";
import { lineLogged, linesOf } from "./lines.ts";

const all = () => acrossLocations(contractAssets, "it counts for the whole company");

/** What is said when shares exceed what they are shares of. @param sum and value in minor units */
export const overShared = (sum: number, value: number | null): string[] =>
  value !== null && sum > value
    ? [`The shares are ${formatMinor(sum)} together, more than the value of ${formatMinor(value)}`]
    : [];

/**
 * Sets what a device's share of the contract's value is; empty takes it away.
 * @throws Response 403; 404; 409 when it is terminated or the device was taken off it; 422
 */
export async function setShare(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-vendor");
  const { assetId, valueShareMinor } = checked(shareInput, sent);
  const [[contract], [line], [device]] = await db.read(
    db.byId(contracts, id),
    db
      .select()
      .from(contractAssets)
      .where(db.ofOwner(contractAssets, linesOf(id, [assetId]))),
    db.byId(assets, assetId),
  );
  if (!contract || !line || !device) return notFound(contract ? "asset" : "contract");
  if (contract.terminatedOn !== null) conflict("This contract is terminated");
  if (line.toOn !== null) conflict("This asset was taken off the contract");
  if (version !== undefined && version !== "" && Number(version) !== line.version)
    conflict("Someone else changed this record", line);
  const answer = await db.commit<{ id: string; name?: string; value?: number }>({
    writes: [
      assertAgreed(db, id),
      db.assertUnchanged(contractAssets, line),
      db.updating(contractAssets, eq(contractAssets.id, line.id), { valueShareMinor }),
      bump(db, counterOf.shared(id), (valueShareMinor ?? 0) - (line.valueShareMinor ?? 0)),
    ],
    activity: lineLogged("share", contract, device, [
      { field: "valueShareMinor", from: line.valueShareMinor, to: valueShareMinor },
    ]),
    answer: { status: 200, message: "Share saved", data: { id } },
    // A limited person is told no sum over other Locations.
    assigned: () => counted(db, counterOf.shared(id)),
  });
  const { name: _, value: sum = 0, ...data } = answer.data;
  const warnings = overShared(sum, contract.valueMinor);
  return { ...answer, data, ...(warnings.length ? { warnings } : {}) };
}

/**
 * Shares the contract's value equally among the devices on it; what does not divide goes to the first of them, a hundredth each.
 * @throws Response 403; 404; 409 when it is terminated; 422 without a value or devices
 */
export async function splitEqually(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-vendor");
  const open = and(eq(contractAssets.contractId, id), sql`${contractAssets.toOn} is null`)!;
  const [[contract], some] = await db.read(
    db.byId(contracts, id),
    db.rows<{ some: number }>(sql`select ${db.existsAnywhere(contractAssets, open)} as "some"`),
  );
  if (!contract) return notFound("contract");
  if (contract.terminatedOn !== null) conflict("This contract is terminated");
  if (contract.valueMinor === null) invalid({ form: ["The contract has no value to share"] });
  if (!some[0]?.some) invalid({ form: ["No assets are on this contract"] });
  const value = sql`cast(${contract.valueMinor} as integer)`;
  const lines = sql`${all()} as "line" where "line"."company_id" = ${db.companyId} and "line"."contract_id" = ${id} and "line"."to_on" is null`;
  const split =
    db.run(sql`with "of" as materialized (select ${value} / count(*) as "each", ${value} % count(*) as "rest" from ${lines}),
    "to" as materialized (select (select "line"."asset_id" from ${lines} order by "line"."asset_id" limit 1 offset (select "rest" from "of") - 1) as "last")
    update ${contractAssets} set "version" = ${contractAssets.version} + 1, "updated_at" = cast(${Date.now()} as integer),
      "value_share_minor" = "of"."each" + ("of"."rest" > 0 and ${contractAssets.assetId} <= "to"."last")
    from "of" cross join "to" where ${db.ofOwner(contractAssets, open)}`);
  return db.commit({
    writes: [
      db.assertUnchanged(contracts, contract),
      assertAgreed(db, id),
      db.assert("state", db.existsAnywhere(contractAssets, open)),
      split,
      db.run(sql`insert into ${counters} ("company_id", "id", "value") values (${db.companyId}, ${counterOf.shared(id)}, ${value})
        on conflict ("company_id", "id") do update set "value" = excluded."value"`),
    ],
    activity: {
      ...{ action: "split.contract", kind: "contract", id, label: contract.number },
      changes: [{ field: "valueMinor", from: null, to: contract.valueMinor }],
    },
    answer: { status: 200, message: "Value shared equally", data: { id } },
  });
}
