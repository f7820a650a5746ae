import type { CategoryName } from "./masters-data.ts";
import { rowsOf } from "./table.ts";

/** A kind of device as a hospital owns it. */
export type DeviceType = {
  name: string;
  category: CategoryName;
  /** Key of the PM checklist that fits; some have none in the catalogue. */
  checklist: string | null;
  /** Codes of departments where it stands. */
  homes: string[];
  /** How many the hospital has. */
  count: number;
  criticality: "life_support" | "high" | "medium" | "low";
  pmMonths: number;
  life: number;
  watts: number;
  em: readonly [emFunction: number, emRisk: number, emMaint: number];
  part: "B" | "BF" | "CF" | null;
  calibrated: boolean;
  models: { make: string; model: string; thousandRupees: number }[];
};

function typeOf(cells: readonly string[]): DeviceType {
  const [name, category, checklist, homes, count, criticality, ...more] = cells;
  const [pmMonths, life, watts, em, part, calibrated, models] = more;
  return {
    name: name!,
    category: category as CategoryName,
    checklist: checklist || null,
    homes: homes!.split(" "),
    count: Number(count),
    criticality: criticality as DeviceType["criticality"],
    pmMonths: Number(pmMonths),
    life: Number(life),
    watts: Number(watts),
    em: em!.split(" ").map(Number) as unknown as DeviceType["em"],
    part: (part || null) as DeviceType["part"],
    calibrated: calibrated === "yes",
    models: models!.split("; ").map((text) => {
      const [make, model, price] = text.split(" | ");
      return { make: make!, model: model!, thousandRupees: Number(price) };
    }),
  };
}

/** The kinds of device of devices.tsv. */
export const deviceTypes: DeviceType[] = rowsOf("devices.tsv").map(typeOf);
