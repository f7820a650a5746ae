import { pick } from "#app/shared/pick.ts";
import type { Asset } from "./find.ts";
import { assetInput } from "./input.ts";

/** Fields of one device only, which a clone does not take over. */
const itsOwn = new Set([
  "assetCode",
  "serialNo",
  "udi",
  "ip",
  "mac",
  "lifecycle",
  "condition",
  "disposalRef",
]);
const wanted = Object.keys(assetInput.shape).filter((name) => !itsOwn.has(name));

/** First values of a form for a device like another one. */
export const likeOriginal = (asset: Asset) => ({
  ...pick(asset as Record<string, unknown>, wanted),
  machineTypeName: asset.machineTypeName,
});

/** What the form for the next device keeps of the last one. */
export const likeLast = (asset: Asset) =>
  pick(asset, [
    "categoryId",
    "subCategoryId",
    "departmentId",
    "locationId",
    "machineTypeId",
    "machineTypeName",
    "make",
    "model",
    "vendorId",
  ]);
