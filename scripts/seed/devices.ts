import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CategoryName } from "./masters-data.ts";

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

function typeOf(line: string): DeviceType {
  const [
    name,
    category,
    checklist,
    homes,
    count,
    criticality,
    pmMonths,
    life,
    watts,
    em,
    part,
    calibrated,
    models,
  ] = line.split("\t") as string[];
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

const [, ...lines] = readFileSync(join(import.meta.dirname, "devices.tsv"), "utf8")
  .trimEnd()
  .split("\n");

/** The kinds of device of devices.tsv. */
export const deviceTypes: DeviceType[] = lines.map(typeOf);
