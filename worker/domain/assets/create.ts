import { eq, isNull, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { assetDetails, assets, companyProfiles } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../changes.ts";
import { checked } from "../fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../numbers.ts";
import { countAsset } from "./effects.ts";
import { assetInput, emScoreOf, splitDetails } from "./input.ts";
import { logged, proven, provenStill } from "./proof.ts";
import { indexedAsset } from "./searching.ts";

export type CreatedAsset = { id: string; asset_code?: string };

/** 128 random bits: the QR label's address tells nothing and cannot be guessed. */
const newQrToken = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Adds a device. Without a code it gets the company's next number, taken in SQL in the same batch.
 * @throws Response 403, 404 for an id that is not the company's, 409 at the plan's limit, 422 with every message
 */
export async function createAsset(session: Session, input: unknown): Promise<Answer<CreatedAsset>> {
  const db = session.authorize("create-asset");
  const values = checked(assetInput, input);
  const id = newId();
  const prove = () => proven(session, db, id, values, [formatQuery(db, "asset")], () => null);
  const { proof, rows } = await prove();
  const numbering = numberingOf("asset", session.company, rows[0][0]);
  const limit = session.company.limits.max_assets;

  const { main, details } = splitDetails(values);
  const row = {
    ...main,
    id,
    assetCode: values.assetCode ?? takenNumber(db, numbering),
    qrToken: newQrToken(),
    machineTypeName: proof.machineTypeName,
    criticality: values.criticality ?? proof.category?.defaultCriticality ?? "medium",
    emScore: emScoreOf(values),
    lifecycle: values.lifecycle ?? (values.putToUseOn ? "in_service" : "received"),
    condition: values.condition ?? "working",
    ownership: values.ownership ?? "owned",
  } as const;
  const placed = { categoryId: values.categoryId, departmentId: values.departmentId, condition: row.condition };
  const { assetCode: _, ...known } = row;

  try {
    return await db.commit<CreatedAsset>({
      writes: [
        ...(limit === undefined || limit === null
          ? []
          : [
              db.assert(
                "asset_limit",
                sql`(select "asset_count" from ${companyProfiles} where ${db.mine(companyProfiles)}) < cast(${limit} as integer)`,
              ),
            ]),
        ...provenStill(db, id, values, null),
        ...(values.assetCode
          ? []
          : [takeNumber(db, numbering, { table: assets, column: assets.assetCode, living: isNull(assets.deletedAt) })]),
        db.inserting(assets, row),
        db.inserting(assetDetails, { ...details, id }),
        ...indexedAsset(db, id),
        ...countAsset(db, placed, 1),
      ],
      activity: {
        action: "create.asset",
        kind: "asset",
        id,
        assetId: id,
        label: [values.assetCode, values.name].filter(Boolean).join(" "),
        changes: changesBetween(
          {},
          logged({ ...(values.assetCode ? { assetCode: values.assetCode } : {}), ...known, ...details, id: null }, proof.names),
        ),
      },
      answer: { status: 201, message: "Asset added", data: { id } },
      assigned: (data) =>
        db
          .select({ asset_code: assets.assetCode })
          .from(assets)
          .where(db.mine(assets, eq(assets.id, data.id))),
    });
  } catch (refusal) {
    if (brokenRule(refusal)?.name === "assert_asset_limit") conflict(`Your plan allows ${limit} assets`);
    await prove();
    throw refusal;
  }
}
