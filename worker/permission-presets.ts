import type { Level } from "#app/shared/permission-levels.ts";
import type { Subject } from "./permissions.ts";

type Preset = {
  label: string;
  /** What somebody with it does. */
  about: string;
  gives: Partial<Record<Subject, Level>>;
};

const engineer = {
  asset: "full",
  "asset-transfer": "full",
  "gate-pass": "full",
  "asset-comparison": "full",
  "inhouse-calibration": "full",
  breakdown: "full",
  category: "edit",
  department: "edit",
  location: "edit",
  vendor: "edit",
  store: "view",
  stock: "edit",
  user: "view",
  machine: "full",
  calibrator: "full",
  "calibrator-certificate": "full",
  procedure: "full",
  "safety-limit": "edit",
  consumer: "edit",
  signature: "view",
  "certificate-report": "full",
  "report-form": "edit",
  "support-ticket": "edit",
} as const satisfies Partial<Record<Subject, Level>>;

const atLevel = (level: Level, subjects: readonly Subject[]) =>
  Object.fromEntries(subjects.map((subject) => [subject, level]));
const records = (Object.keys(engineer) as Subject[]).filter(
  (subject) => subject !== "user" && subject !== "support-ticket",
);

/** Rights that are given together, by the work somebody does. */
export const presets = {
  engineer: {
    label: "Engineer",
    about: "Keeps assets, calls, reports and parts, and the lists they name.",
    gives: engineer,
  },
  "store-keeper": {
    label: "Store keeper",
    about: "Keeps stores and stock, and sees what parts are for.",
    gives: {
      store: "full",
      stock: "full",
      vendor: "edit",
      "gate-pass": "edit",
      ...atLevel("view", ["asset", "category", "department", "location", "breakdown"]),
    },
  },
  ward: {
    label: "Ward",
    about: "Sees the assets and reports what does not work.",
    gives: { asset: "view", breakdown: "add", "asset-transfer": "add", department: "view" },
  },
  viewer: {
    label: "Viewer",
    about: "Sees every record and changes none.",
    gives: atLevel("view", records),
  },
  auditor: {
    label: "Auditor",
    about: "Sees and exports every record, people and settings too.",
    gives: atLevel("read", [...records, "user", "settings"]),
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as [PresetName, ...PresetName[]];
