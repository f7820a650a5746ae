import { z } from "zod";
import type { MachineParameter } from "#app/shared/calibration/machine-parameters.ts";
import { MOST_PARAMETERS, rangeProblem } from "#app/shared/calibration/parameter-rows.ts";
import { isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { limitsOf, ToleranceError } from "#app/shared/metrology/tolerance.ts";
import { units } from "#app/shared/metrology/units.ts";
import { optionalText, text, word } from "../entity/fields.ts";
import { decimalText, tolerance, unitCode } from "./fields.ts";

const parameter = z.strictObject({
  /** Assigned by the server; a new one has none yet. */
  key: z
    .string()
    .max(60)
    .regex(/^[a-z0-9_]*$/, "It is not a key of a parameter")
    .nullish(),
  name: text("Name", 80),
  quantity: optionalText(60, "Quantity"),
  unit: unitCode(),
  direction: word("Direction", ["measure", "source", "both"], "Choose a direction"),
  lo: decimalText("From"),
  hi: decimalText("To"),
  resolution: decimalText("Resolution", { above: "0" }),
  display: word("Display", ["digital", "analog"], "Choose a display"),
  tolerance: tolerance(),
  reference: optionalText(120, "Reference"),
});
type Sent = z.output<typeof parameter>;
type Problem = [field: keyof Sent, message: string];

/** What is wrong with a parameter beyond its cells: its range, and limits that do not follow from its tolerance. */
function wrongWith({ lo, hi, resolution, tolerance }: Sent): Problem | null {
  const range = { lo, hi };
  if (![lo, hi, resolution].every(isTypedNumber)) return null;
  const wrong = rangeProblem(lo, hi, tolerance);
  if (wrong !== null) return ["hi", wrong];
  // Steps of a rule are known where it is applied.
  if (tolerance.op === "rule") return null;
  try {
    for (const setpoint of [lo, hi])
      limitsOf(tolerance, { setpoint, reference: setpoint, range, resolution });
    return null;
  } catch (error) {
    if (error instanceof ToleranceError) return ["tolerance", error.message];
    throw error;
  }
}

const slugOf = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40) || "parameter";

/** Each with its key: a new one gets one from its name, which stays when the name changes. */
function keyed(parameters: readonly Sent[]): MachineParameter[] {
  const taken = new Set(parameters.flatMap(({ key }) => (key ? [key] : [])));
  return parameters.map(({ key, quantity, ...rest }) => {
    let own = key || slugOf(rest.name);
    for (let nth = 2; !key && taken.has(own); nth++) own = `${slugOf(rest.name)}_${nth}`;
    taken.add(own);
    return { ...rest, key: own, quantity: quantity ?? units[rest.unit].quantity };
  });
}

/** Room for every parameter with every cell filled. */
const LONGEST_LIST = 100_000;
const fromText = (value: unknown) => {
  if (typeof value !== "string" || value.length > LONGEST_LIST) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const list = z
  .array(parameter, "Parameters must be a list")
  .max(MOST_PARAMETERS, `At most ${MOST_PARAMETERS} parameters`)
  .superRefine((parameters, ctx) => {
    const seen = { name: new Set<string>(), key: new Set<string>() };
    for (const [at, one] of parameters.entries()) {
      const say = ([field, message]: Problem) =>
        ctx.addIssue({ code: "custom", path: [at, field], message });
      const name = one.name.toLowerCase();
      if (seen.name.has(name)) say(["name", `There are two parameters called ${one.name}`]);
      if (one.key && seen.key.has(one.key)) say(["key", "A parameter is there twice"]);
      seen.name.add(name);
      seen.key.add(one.key ?? "");
      const wrong = wrongWith(one);
      if (wrong) say(wrong);
    }
  })
  .transform(keyed);

const about = { type: "array", items: { type: "object" }, maxItems: MOST_PARAMETERS } as const;
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** What a device measures and delivers, in its order: a list, or its JSON. */
export const parameterList = () =>
  z
    .unknown()
    .optional()
    .meta(about)
    .transform((sent) => (isEmpty(sent) ? [] : fromText(sent)))
    .pipe(list);

/** The same where nothing means those of the model. */
export const optionalParameterList = () =>
  z
    .unknown()
    .optional()
    .meta({ anyOf: [about, { type: "null" }] })
    .transform((sent) => (isEmpty(sent) ? null : fromText(sent)))
    .pipe(z.union([z.null(), list]));
