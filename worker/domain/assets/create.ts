import { eq } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { coverOfDevices } from "../contracts/cover.ts";
import { settingPlans } from "../due/plan.ts";
import { formatQuery, numberingOf } from "../entity/numbers.ts";
import { accessoriesWithSchedules } from "./accessories.ts";
import { readAccessories } from "./accessory-input.ts";
import { countAssets } from "./effects.ts";
import { assetInput, readForm } from "./input.ts";
import { addingAsset, assertRoomFor } from "./prepare.ts";
import { proven } from "./proof.ts";
import { indexedAsset } from "./searching.ts";

type CreatedAsset = { id: string; asset_code?: string };

/**
 * Adds a device, with the accessories that its form names. Without a code it gets the company's next number, taken in SQL in the same batch.
 * @throws Response 403, 404 for an id that is not the company's, 409 at the plan's limit, 422 with every message
 */
export async function createAsset(
  session: Session,
  input: unknown,
  accessoryRows: readonly Record<string, string>[] = [],
): Promise<Answer<CreatedAsset>> {
  const db = session.authorize("create-asset");
  const accessories = readAccessories(accessoryRows);
  if (accessories.values.length) session.authorize("edit-asset");
  const form = readForm(assetInput, input);
  const { values } = form;
  const errors = { ...form.errors, ...accessories.errors };
  const id = newId();
  const prove = () =>
    proven(session, db, id, { values, errors }, [formatQuery(db, "asset")], () => null);
  const codeOf = (asset: { id: string }) =>
    db
      .select({ asset_code: assets.assetCode })
      .from(assets)
      .where(db.ofOwner(assets, eq(assets.id, asset.id)));
  const proved = await prove().catch(async (refusal) => {
    // A repeated request may find its own first result in the way.
    const first = await db.firstAnswer<CreatedAsset>();
    if (!first) throw refusal;
    const [[code]] = await db.read(codeOf(first.data));
    return { ...first, data: { ...first.data, ...code } };
  });
  if ("status" in proved) return proved;
  const { proof, rows } = proved;
  const numbering = numberingOf("asset", session.company, rows[0][0]);
  const limit = session.company.limits.max_assets;
  const { writes, activity, plans } = addingAsset(db, id, values, proof, numbering);
  const accessoryEntity = accessoriesWithSchedules(session.company);
  const fitted = accessories.values.map((accessory) =>
    accessoryEntity.adding(db, newId(), { ...accessory, assetId: id }),
  );
  try {
    return await db.commit<CreatedAsset>({
      writes: [
        ...assertRoomFor(db, limit),
        ...writes,
        ...fitted.flatMap((one) => one.writes),
        ...settingPlans(db, plans, session.company, { isNew: true }),
        ...indexedAsset(db, id),
        ...countAssets(db, [id], 1),
        ...(values.warrantyEndOn
          ? [coverOfDevices(db, [id], dayIn(session.company.timeZone))]
          : []),
      ],
      activity: [activity, ...fitted.map((one) => one.activity)],
      answer: { status: 201, message: "Asset added", data: { id } },
      assigned: codeOf,
    });
  } catch (refusal) {
    if (brokenRule(refusal)?.name === "assert_asset_limit")
      conflict(`Your plan allows ${limit} assets`);
    await prove();
    throw refusal;
  }
}
