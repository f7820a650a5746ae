import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  passkeyColumns,
  recoveryCodeColumns,
  rememberedDeviceColumns,
  spentProofColumns,
} from "../both.ts";
import { bare, inCompany, ownedKey } from "../columns.ts";
import { users } from "./people.ts";

const ofUser = { ...bare, userId: text().notNull() };

export const passkeys = sqliteTable("passkeys", { ...ofUser, ...passkeyColumns }, (t) => [
  ownedKey(t),
  inCompany(t, t.userId, () => users),
  uniqueIndex("passkeys_credential").on(t.companyId, t.credentialId),
  index("passkeys_by_user").on(t.companyId, t.userId),
]);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  { ...ofUser, ...recoveryCodeColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("recovery_codes_code").on(t.companyId, t.userId, t.codeHash),
  ],
);

export const rememberedDevices = sqliteTable(
  "remembered_devices",
  { ...ofUser, ...rememberedDeviceColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("remembered_devices_device").on(t.companyId, t.userId, t.deviceHash),
  ],
);

export const spentProofs = sqliteTable("spent_proofs", { ...ofUser, ...spentProofColumns }, (t) => [
  ownedKey(t),
  inCompany(t, t.userId, () => users),
  uniqueIndex("spent_proofs_proof").on(t.companyId, t.proofHash),
  index("spent_proofs_by_user").on(t.companyId, t.userId),
]);
