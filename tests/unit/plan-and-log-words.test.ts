import { expect, test } from "vitest";
import { doorText } from "#app/routes/records/words.ts";
import { exceeding } from "#worker/domain/billing/limits.ts";

const MEGABYTE = 1024 * 1024;

test("what is too much for a plan is said in the words of its limits", () => {
  const used = { assets: 40, users: 6, storageBytes: 1536 * MEGABYTE };
  expect(exceeding({ max_assets: 30, max_users: 6, max_storage_mb: 1024 }, used)).toEqual([
    "40 assets, 30 allowed",
    "1.5 GB of files, 1 GB allowed",
  ]);
  expect(exceeding({ max_certificates_per_month: 0 }, used)).toEqual([]);
});

test.each([
  ["system", "system", "by itself"],
  ["system", "staff", ""],
  ["qr", "public", "by a QR label"],
  ["web", "user", ""],
])("what came by %s from %s is said to be %j", (via, actorKind, said) => {
  expect(doorText({ via, actorKind })).toBe(said);
});
