/** What sample data is called and holds. Amounts are left out: the first one that is entered fixes the company's currency. */

export const sampleDepartments = {
  icu: { name: "Intensive care", kind: "clinical" },
  emergency: { name: "Emergency", kind: "clinical" },
  theatre: { name: "Operating theatre", kind: "clinical" },
} as const;

export const sampleCategories = {
  monitoring: { name: "Patient monitoring", icon: "gauge", defaultPmMonths: 12 },
  infusion: { name: "Infusion therapy", icon: "drop", defaultPmMonths: 12 },
  support: { name: "Life support", icon: "wrench", defaultPmMonths: 6 },
} as const;

export const sampleVendor = {
  name: "Northline Medical Service",
  contactName: "Robin Hale",
  phone: "+1 202 555 0100",
  isSupplier: true,
  isService: true,
} as const;

const velmora = "Velmora Medical";
const aster = "Aster Biomedical";
/** What each device is, where it stands, and in how many days from today its PM is due. */
export const sampleDevices: readonly (readonly [
  name: string,
  make: string,
  model: string,
  category: keyof typeof sampleCategories,
  department: keyof typeof sampleDepartments,
  criticality: "medium" | "high" | "life_support",
  pmInDays: number,
])[] = [
  ["Patient monitor", velmora, "VM-M8", "monitoring", "icu", "high", -12],
  ["Patient monitor", velmora, "VM-M8", "monitoring", "icu", "high", 0],
  ["Patient monitor", velmora, "VM-M5", "monitoring", "emergency", "high", 20],
  ["Pulse oximeter", aster, "OX-2", "monitoring", "emergency", "medium", 75],
  ["Infusion pump", velmora, "VM-I2", "infusion", "icu", "high", -3],
  ["Infusion pump", velmora, "VM-I2", "infusion", "emergency", "high", 2],
  ["Syringe pump", velmora, "VM-S2", "infusion", "theatre", "high", 45],
  ["Ventilator", aster, "AV-30", "support", "icu", "life_support", 11],
  ["Defibrillator", aster, "AD-7", "support", "emergency", "life_support", 5],
  ["Anaesthesia workstation", aster, "AW-4", "support", "theatre", "life_support", 130],
];

/** The problem that somebody has reported of one of the devices, by its place among them. */
export const sampleProblem = {
  device: 5,
  problem: "The pump alarms for air in the line although the line is full.",
} as const;

export const sampleStore = { name: "Workshop store" } as const;
/** The last one is at its minimum, so that it is shown as low. */
export const sampleItems = [
  { name: "SpO2 finger sensor, adult", partNo: "SPO2-A", openingQuantity: 12, minQty: 4 },
  { name: "ECG trunk cable, 5 lead", partNo: "ECG-5L", openingQuantity: 6, minQty: 2 },
  { name: "Pump battery, 7.2 V", partNo: "PUMP-BATT", openingQuantity: 5, minQty: 2 },
  { name: "Ventilator fan filter", partNo: "VENT-FILT", openingQuantity: 20, minQty: 6 },
  { name: "Oxygen cell", partNo: "VENT-O2", openingQuantity: 2, minQty: 2 },
] as const;

export const sampleConsumer = { name: "Riverside Clinic", city: "Riverside" } as const;
/** The product's template that the procedure and the machine model say the same as. */
export const SAMPLE_TEMPLATE = "infusion_pump";
export const sampleModel = { manufacturer: velmora, model: "VM-I2" } as const;
/** When each machine was calibrated last, in days before today: one is overdue, one falls due soon. */
export const sampleMachines = [
  { name: "Infusion pump", locationText: "Ward 1", calibratedDaysAgo: 380 },
  { name: "Infusion pump", locationText: "Ward 2", calibratedDaysAgo: 350 },
  { name: "Infusion pump", locationText: "Day care", calibratedDaysAgo: 120 },
] as const;
export const sampleStandard = {
  name: "Infusion pump analyser",
  kind: "analyser",
  manufacturer: "Calibrex",
  model: "IPA-4",
  roleCodes: ["infusion_analyser"],
} as const;
