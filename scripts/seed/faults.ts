import { rowsOf } from "./table.ts";

/** A fault in the words of a service log, and what its repair takes. */
export type Fault = {
  problem: string;
  action: string;
  /** Parts that the repair used up. */
  parts: { partNo: string; qty: number }[];
  /** What help from outside costs, in thousand rupees. */
  cost: number;
};

/** Part numbers with their quantities, written as "SPO2-A DEF-PAD*2". */
export const partsIn = (text: string) =>
  text.match(/\S+/g)?.map((part) => {
    const [partNo, qty = "1"] = part.split("*");
    return { partNo: partNo!, qty: Number(qty) };
  }) ?? [];

const faults = new Map<string, Fault[]>();
for (const [of, problem, action, parts, cost] of rowsOf("faults.tsv") as [
  string,
  string,
  string,
  string,
  string,
][])
  faults.set(of, [
    ...(faults.get(of) ?? []),
    { problem, action, parts: partsIn(parts), cost: Number(cost) },
  ]);

/** Faults of a kind of device, by its checklist or else its category, in the words of a service log. */
export const faultsOf = (kind: string): readonly Fault[] => faults.get(kind) ?? [];
/** Faults that anything on mains may have. */
export const mainsFaults = faultsOf("mains");
