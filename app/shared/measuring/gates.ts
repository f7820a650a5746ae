/** What must hold before a record is signed. The page shows all of it as a list; the server asks again at submission, approval and issue. */
import { roleName } from "../calibration/role-name.ts";
import {
  at,
  concedable,
  type Gate,
  type GateCode,
  type GatedHead,
  type GatedMachine,
  type GateInput,
  type GateProblem,
  gateTitles,
  inHead,
  inStandards,
} from "./gate-types.ts";
import {
  complete,
  inRange,
  ruleAgreed,
  scopeMarked,
  turReached,
  unconfirmed,
  withUncertainty,
} from "./gates-of-lines.ts";
import type { UsedStandard } from "./setup.ts";

type Problems = GateProblem[];

const isMains = (supply: string | null) =>
  supply === "detachable_cord" || supply === "fixed_cord" || supply === "permanent";

function identified(machine: GatedMachine): Problems {
  const { manufacturer, model, serialNo, customerTag, hasOwner, supply } = machine;
  const missing = [
    !manufacturer.trim() && "The make is missing",
    !model.trim() && "The model is missing",
    !serialNo && !customerTag && "It has neither a serial number nor a tag",
    !hasOwner && "Its owner is missing",
    isMains(supply) && !machine.electricalClass && "The electrical class is missing",
    isMains(supply) && !machine.appliedPart && "The applied part is missing",
  ];
  return missing.flatMap((says) => (says ? [at("machine")(says)] : []));
}

/** Why a standard does not count for work on some days; null when it does. */
export function standardProblem(
  { calibratorNo: no, certificate, status, heldDuring }: UsedStandard,
  { calStartOn, calEndOn }: Pick<GatedHead, "calStartOn" | "calEndOn">,
): string | null {
  if (!certificate) return `${no} has no accepted certificate of these days`;
  const { status: stood, calibratedOn, dueOn, validUntil } = certificate;
  if (stood !== "accepted" && stood !== "superseded")
    return `${no}: its certificate is not accepted`;
  if (validUntil !== null && validUntil < calStartOn)
    return `${no}: its certificate was superseded before the work began`;
  if (calStartOn < calibratedOn) return `${no} was calibrated after the work began`;
  if (calEndOn > dueOn) return `${no} was due before the work ended`;
  if (status === "quarantined") return `${no} is in quarantine`;
  if (status === "damaged") return `${no} is damaged`;
  return heldDuring ? `${no} was not in use on these days` : null;
}

function inDate({ setup, head }: GateInput): Problems {
  const { standards, content } = setup;
  const wrong = standards.flatMap((standard) => {
    const problem = standardProblem(standard, head);
    return problem ? [inStandards(problem)] : [];
  });
  const few = content.roles.flatMap(({ role, count }) => {
    const chosen = standards.filter((standard) => standard.role === role).length;
    if (chosen >= Math.max(1, count)) return [];
    return [
      inStandards(
        count > 1 ? `${count} are needed as “${roleName(role)}”` : `“${roleName(role)}” is missing`,
      ),
    ];
  });
  const none = standards.length === 0 && few.length === 0;
  return [...(none ? [inStandards("No standard is chosen")] : []), ...few, ...wrong];
}

function traceable({ setup, head }: GateInput): Problems {
  return setup.standards.flatMap(({ calibratorNo, certificate }) => {
    if (certificate?.route === "none") return [inStandards(`${calibratorNo} is not traceable`)];
    return head.accredited && certificate?.route === "in_house"
      ? [
          inStandards(
            `${calibratorNo} was calibrated in house, which an accredited certificate does not take`,
          ),
        ]
      : [];
  });
}

function environmentHeld({ environment, head, setup }: GateInput): Problems {
  const excused = Boolean(head.deviations?.trim());
  const problems = environment.conditions.flatMap(({ condition, inside, problem }, place) => {
    if (problem === null || (inside === false && excused)) return [];
    return [at(`environment-${place}`)(`${condition.quantity}: ${problem}`)];
  });
  const { acclimatisation } = environment;
  const isTyped = setup.content.acclimatiseMinutes > 0 && acclimatisation !== null;
  return isTyped && !(excused && !acclimatisation.includes("missing"))
    ? [...problems, at("acclimatised")(acclimatisation)]
    : problems;
}

const filledIn = ({ own = [] }: GateInput): Problems =>
  own.map(({ key, label, says }) => at(`own-${key}`)(`${label}: ${says}`));

const dueAgreed = ({ head, agreed }: GateInput): Problems =>
  head.showDue && agreed && !agreed.interval
    ? [inHead("The customer has not agreed to a due date on the certificate")]
    : [];

/** Every gate of a record, in its order. */
export function gatesOf(input: GateInput): Gate[] {
  const { machine, whyNotSign, head } = input;
  // An accredited certificate takes no concession.
  const conceded = head.accredited ? [] : input.conceded;
  const problems: Record<GateCode, Problems> = {
    G1: identified(machine),
    G2: inDate(input),
    G3: inRange(input),
    G4: traceable(input),
    G5: environmentHeld(input),
    G6: [...complete(input), ...filledIn(input)],
    G7: withUncertainty(input),
    G8: ruleAgreed(input),
    G9: whyNotSign ? [at("signature")(whyNotSign)] : [],
    G10: turReached(input),
    G11: scopeMarked(input),
    G12: dueAgreed(input),
    G13: unconfirmed(input),
  };
  return (Object.keys(gateTitles) as GateCode[]).map((code) => {
    const isConceded =
      problems[code].length > 0 &&
      concedable.some((gate) => gate === code) &&
      conceded.includes(code);
    return {
      ...{ code, title: gateTitles[code], problems: problems[code], conceded: isConceded },
      ok: problems[code].length === 0 || isConceded,
    };
  });
}

/** What stands in the way, as one sentence each. */
export const gateSentences = (
  gates: readonly (Pick<Gate, "ok" | "title" | "problems"> & { code: string })[],
): string[] =>
  gates.flatMap(({ ok, code, title, problems }) =>
    ok ? [] : problems.map(({ says }) => `${title} (${code}): ${says}`),
  );
