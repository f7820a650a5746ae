import type { Asset } from "./find.ts";
import { assetInput } from "./input.ts";

/** What is one device's alone: a clone does without it. */
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
export const likeOriginal = (asset: Asset) => {
  const values = asset as unknown as Record<string, unknown>;
  return {
    ...Object.fromEntries(wanted.map((name) => [name, values[name]])),
    machineTypeName: asset.machineTypeName,
  };
};

/** What the form for the next device keeps of the last one. */
export const likeLast = (asset: Asset) => {
  const {
    categoryId,
    subCategoryId,
    departmentId,
    locationId,
    machineTypeId,
    machineTypeName,
    make,
    model,
    vendorId,
  } = asset;
  return {
    categoryId,
    subCategoryId,
    departmentId,
    locationId,
    machineTypeId,
    machineTypeName,
    make,
    model,
    vendorId,
  };
};
