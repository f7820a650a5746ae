import { and, eq, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { contractAssets, contracts } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { checked } from "../entity/fields.ts";
import { assertUsable, explainReferences } from "../entity/references.ts";
import { indexing } from "../search/search.ts";
import { coverOfContracts } from "./cover.ts";
import { counterOf, countLines, recountContracts } from "./effects.ts";
import { columnsOf, contractInput, contractReferences } from "./input.ts";

type Contract = Row<typeof contracts>;
type Columns = ReturnType<typeof columnsOf> & { id: string; renewedFromId: string | null };

/** What of a contract decides which devices it covers, and until when. */
const covers = ["kind", "startOn", "endOn"] as const;
const TERMINATED = "This contract is terminated";

/** A new contract: its row, its counters and its entry in the log. */
function adding(db: CompanyDb, contract: Columns, on: string) {
  const { id, number } = contract;
  const writes: Statement[] = [
    ...assertUsable(db, contractReferences, contract, null),
    db.inserting(contracts, contract),
    ...indexing(db, "contract", id, [number], [number]),
    bump(db, counterOf.total, 1),
    recountContracts(db, on),
  ];
  const { id: _, ...shown } = contract;
  const activity = {
    ...{ action: "create.contract", kind: "contract", id, label: number },
    changes: changesBetween({}, shown),
  };
  return { writes, activity };
}

/** What a refused command is told of the vendor it names. @throws Response 404, 422 */
const explained = (db: CompanyDb, values: object) => (refusal: unknown) =>
  explainReferences(db, contractReferences, values as Record<string, unknown>).then(() => {
    throw refusal;
  });

/**
 * Adds a contract, yet without devices.
 * @throws Response 403; 404 for a vendor that is not the company's; 422
 */
export async function createContract(
  session: Session,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("create-vendor");
  const values = checked(contractInput, sent);
  const id = newId();
  const today = dayIn(session.company.timeZone);
  const contract = { ...columnsOf(values), id, renewedFromId: null };
  return db
    .commit({
      ...adding(db, contract, today),
      answer: { status: 201, message: "Contract added", data: { id } },
    })
    .catch(explained(db, values));
}

/**
 * Saves a changed contract; the cover of its devices follows.
 * @throws Response 403; 404; 409 when someone else changed it or it is terminated; 422
 */
export async function updateContract(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-vendor");
  const [[row]] = await db.read(db.byId(contracts, id));
  const before = row ?? notFound("contract");
  const values = checked(contractInput, sent);
  refuseStale(before, version);
  if (before.terminatedOn !== null) conflict(TERMINATED);
  const today = dayIn(session.company.timeZone);
  const columns = columnsOf(values);
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(contracts, before),
        ...assertUsable(db, contractReferences, columns, before),
        db.updating(contracts, eq(contracts.id, id), columns),
        ...indexing(db, "contract", id, [columns.number], [columns.number]),
        ...(covers.some((one) => before[one] !== columns[one])
          ? [coverOfContracts(db, eq(contracts.id, id), today)]
          : []),
        recountContracts(db, today),
      ],
      activity: {
        ...{ action: "update.contract", kind: "contract", id, label: columns.number },
        changes: changesBetween(before, columns),
      },
      answer: { status: 200, message: "Contract saved", data: { id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      const [[now]] = await db.read(db.byId(contracts, id));
      if (now) refuseStale(now, before.version);
    }
    return explained(db, values)(refusal);
  }
}

/** The devices that a renewal takes along: those that were not taken off the contract and are still in use. */
const carried = (db: CompanyDb, id: string) =>
  db.rows<{ assetId: string; share: number | null }>(
    sql`select "line"."asset_id" as "assetId", "line"."value_share_minor" as "share"
      from ${acrossLocations(contractAssets, "it counts for the whole company")} as "line"
      where "line"."company_id" = ${db.companyId} and "line"."contract_id" = ${id} and "line"."to_on" is null`,
  );

/** The contract that renews another and was not terminated. */
const renewalOf = (id: string) =>
  and(eq(contracts.renewedFromId, id), sql`${contracts.terminatedOn} is null`)!;
const renewal = (db: CompanyDb, id: string) =>
  db
    .select({ number: contracts.number })
    .from(contracts)
    .where(db.ofOwner(contracts, renewalOf(id)))
    .limit(1);

/**
 * Makes the contract that follows another one, with its devices. Their shares come along where the value stays.
 * @throws Response 403; 404; 409 when it is terminated, or renewed already, by which; 422
 */
export async function renewContract(
  session: Session,
  id: string,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("create-vendor");
  const values = checked(contractInput, sent);
  const [[row], [next], lines] = await db.read(
    db.byId(contracts, id),
    renewal(db, id),
    carried(db, id),
  );
  const before: Contract = row ?? notFound("contract");
  const columns = columnsOf(values);
  const taken = next && `${before.number} is already renewed by ${next.number}`;
  if (taken) return (await db.firstAnswer<{ id: string }>()) ?? conflict(taken);
  if (before.terminatedOn !== null) conflict(TERMINATED);
  if (columns.startOn <= before.startOn)
    invalid({ startOn: ["A renewal starts after the contract that it renews"] });
  const today = dayIn(session.company.timeZone);
  const contract = { ...columns, id: newId(), renewedFromId: id };
  const { writes, activity } = adding(db, contract, today);
  const keepsShares = columns.valueMinor === before.valueMinor;
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(contracts, before),
        db.assert("state", sql`not ${db.exists(contracts, renewalOf(id))}`),
        ...writes,
        ...(lines.length
          ? [
              db.insertingAll(
                contractAssets,
                lines.map(({ assetId, share }) => ({
                  ...{ contractId: contract.id, assetId },
                  valueShareMinor: keepsShares ? share : null,
                })),
              ),
              countLines(db, 1, sql`"line"."contract_id" = ${contract.id}`),
            ]
          : []),
        // One that begins later covers nothing yet: the morning of that day sees to it.
        ...(columns.startOn <= today
          ? [coverOfContracts(db, eq(contracts.id, contract.id), today)]
          : []),
      ],
      activity: [
        activity,
        {
          ...{ action: "renew.contract", kind: "contract", id, label: before.number },
          changes: [{ field: "renewedBy", from: null, to: contract.number }],
        },
      ],
      answer: { status: 201, message: "Contract renewed", data: { id: contract.id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      const [[now]] = await db.read(renewal(db, id));
      if (now) conflict(`${before.number} is already renewed by ${now.number}`);
    }
    return explained(db, values)(refusal);
  }
}
