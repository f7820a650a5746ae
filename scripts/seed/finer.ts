import { assetAccessories, subCategories } from "#drizzle/tenant/index.ts";
import type { Seeded } from "./assets.ts";
import { type Filling, newRow } from "./context.ts";
import { insert } from "./insert.ts";
import type { CategoryName } from "./masters-data.ts";
import { Random } from "./random.ts";
import { saveSearch } from "./search.ts";

/** Sub-categories with the types of device in them. */
const finer: Partial<Record<CategoryName, Record<string, readonly string[]>>> = {
  "Patient Monitoring": {
    "Bedside monitors": ["Multi-parameter Patient Monitor"],
    "Pulse oximeters": ["Pulse Oximeter"],
    "Blood pressure": ["Automatic Blood Pressure Monitor", "Aneroid Sphygmomanometer"],
  },
  "Infusion Therapy": {
    "Infusion pumps": ["Volumetric Infusion Pump"],
    "Syringe pumps": ["Syringe Pump"],
    "Feeding pumps": ["Enteral Feeding Pump"],
  },
  "Life Support": {
    Ventilation: ["Critical-care Ventilator"],
    Anaesthesia: ["Anaesthesia Workstation"],
    Defibrillation: ["Biphasic Defibrillator", "Automated External Defibrillator"],
  },
  "Diagnostic Imaging": {
    "X-ray": ["Digital Radiography System", "Mobile X-ray Unit", "Mobile C-arm"],
    Ultrasound: ["Ultrasound Scanner"],
    "CT and MRI": ["CT Scanner", "MRI Scanner 1.5 T"],
  },
};

type Accessory = typeof assetAccessories.$inferInsert;
type Kind = Accessory["kind"];

/** The accessories of a type of device; "serial" where the accessory has a serial number. */
const accessories: Record<string, readonly [name: string, kind: Kind, hasSerial?: "serial"][]> = {
  "Multi-parameter Patient Monitor": [
    ["SpO2 sensor, adult", "sensor"],
    ["ECG cable, 5 leads", "cable"],
    ["NIBP cuff, adult", "other"],
  ],
  "Pulse Oximeter": [["SpO2 finger probe", "probe"]],
  "Critical-care Ventilator": [
    ["Expiratory flow sensor", "sensor"],
    ["Heated humidifier", "peripheral", "serial"],
  ],
  "Biphasic Defibrillator": [
    ["Battery pack", "battery", "serial"],
    ["External paddles", "peripheral"],
  ],
  "Automated External Defibrillator": [["Battery pack", "battery", "serial"]],
  "Ultrasound Scanner": [
    ["Convex transducer", "transducer", "serial"],
    ["Linear transducer", "transducer", "serial"],
  ],
  "12-channel Electrocardiograph": [["Patient cable, 10 leads", "cable"]],
  "Volumetric Infusion Pump": [["Pole clamp", "adapter"]],
};

/** Adds sub-categories and assigns the devices to them, before the devices are saved. */
export async function seedSubCategories(
  filling: Filling,
  categories: ReadonlyMap<string, string>,
  seeded: readonly Seeded[],
): Promise<void> {
  const apart = { ...filling, random: new Random(`sub-categories:${filling.companyId}`) };
  const rows = Object.entries(finer).flatMap(([category, parts]) =>
    Object.entries(parts).flatMap(([name, types]) => {
      const categoryId = categories.get(category);
      const devices = seeded.filter(({ type }) => types.includes(type.name));
      if (!categoryId || !devices.length) return [];
      const row = { ...newRow(apart), categoryId, name };
      for (const { asset } of devices) asset.subCategoryId = row.id;
      return [row];
    }),
  );
  await insert(filling.db, subCategories, rows);
  await saveSearch(filling, "sub_category", rows, ({ name }) => [[name]]);
}

/** Adds the accessories of the devices. */
export async function seedAccessories(filling: Filling, seeded: readonly Seeded[]): Promise<void> {
  const random = new Random(`accessories:${filling.companyId}`);
  const rows = seeded.flatMap(({ asset, type }) =>
    (accessories[type.name] ?? []).map(
      ([name, kind, hasSerial]): Accessory => ({
        ...newRow({ ...filling, random }, asset.createdAt),
        assetId: asset.id,
        name,
        kind,
        serialNo: hasSerial ? `${kind.slice(0, 2).toUpperCase()}-${random.digits(6)}` : null,
        condition: random.weighted({ good: 84, fair: 12, needs_replacement: 4 }),
        installedOn: asset.putToUseOn ?? null,
        replaceEveryMonths: null,
      }),
    ),
  );
  await insert(filling.db, assetAccessories, rows);
}
