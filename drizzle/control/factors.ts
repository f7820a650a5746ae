import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  passkeyColumns,
  recoveryCodeColumns,
  rememberedDeviceColumns,
  spentProofColumns,
} from "../both.ts";
import { newId } from "../columns.ts";
import { staff } from "./staff.ts";

const ofStaff = {
  id: text()
    .notNull()
    .primaryKey()
    .$defaultFn(() => newId()),
  userId: text()
    .notNull()
    .references(() => staff.id),
};

export const staffPasskeys = sqliteTable(
  "staff_passkeys",
  { ...ofStaff, ...passkeyColumns },
  (t) => [
    uniqueIndex("staff_passkeys_credential").on(t.credentialId),
    index("staff_passkeys_by_user").on(t.userId),
  ],
);

export const staffRecoveryCodes = sqliteTable(
  "staff_recovery_codes",
  { ...ofStaff, ...recoveryCodeColumns },
  (t) => [uniqueIndex("staff_recovery_codes_code").on(t.userId, t.codeHash)],
);

export const staffRememberedDevices = sqliteTable(
  "staff_remembered_devices",
  { ...ofStaff, ...rememberedDeviceColumns },
  (t) => [uniqueIndex("staff_remembered_devices_device").on(t.userId, t.deviceHash)],
);

export const staffSpentProofs = sqliteTable(
  "staff_spent_proofs",
  { ...ofStaff, ...spentProofColumns },
  (t) => [
    uniqueIndex("staff_spent_proofs_proof").on(t.proofHash),
    index("staff_spent_proofs_by_user").on(t.userId),
  ],
);
