import type { HoldReason } from "#app/shared/call-words.ts";
import { type Fault, mainsFaults } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Device } from "./day.ts";

/** What the words of a fault and of its repair tell of its cause. The first that fits counts. */
const told: readonly (readonly [RegExp, Record<string, number>])[] = [
  [/batter/i, { battery: 90, preventable_missed: 10 }],
  [/software|network|disk|DICOM/i, { network_software: 1 }],
  [/fuse|mains plug|earth/i, { power_environment: 70, wear_random: 30 }],
  [/cut by|cracked|broken|torn|knob|slides/i, { abuse_damage: 60, wear_random: 40 }],
  [/expir|exhausted|used up|paper|soda lime|pads/i, { consumable: 75, preventable_missed: 25 }],
  [
    /filter|gasket|o-ring|brushes|membrane/i,
    { pm_predictable: 60, wear_random: 30, consumable: 10 },
  ],
  [
    /sensor|cable|lead|cuff|hose|probe|pencil|footswitch|earphone/i,
    { accessory: 70, wear_random: 30 },
  ],
  [/drift|calibrat|out of range|adjust/i, { wear_random: 60, pm_predictable: 40 }],
];
const otherwise = { wear_random: 70, abuse_damage: 12, unknown: 8, service_induced: 2 };

/** Where nothing was broken after all. */
const harmless: readonly (readonly [cause: string, words: readonly string[]])[] = [
  [
    "user_error",
    [
      "Setting was wrong, nothing broken. Shown to the staff on duty.",
      "Connected the wrong way round. Put right, explained to the ward.",
      "Alarm limits were set too narrow. Set for the patient, staff shown how.",
    ],
  ],
  [
    "no_problem_found",
    [
      "Tested for two hours on the bench, no fault found. Returned, ward asked to watch it.",
      "All functions checked with the simulator, fault not seen again.",
      "Self-test and full check passed, could not be reproduced.",
    ],
  ],
];

const ofMains = new Set(mainsFaults.map(({ problem }) => problem));

/** One of a device's own faults; rarely one of its mains. */
export function failureOf(random: Random, { faults }: Device): Fault {
  const own = faults.filter(({ problem }) => !ofMains.has(problem));
  return random.pick(own.length && random.chance(0.92) ? own : mainsFaults);
}

/** Why a device failed, what was done about it, and whether nothing was broken after all. */
export function endOf(random: Random, { problem, action }: Fault) {
  if (random.chance(0.1)) {
    const [causeCode, words] =
      random.weighted({ "0": 60, "1": 40 }) === "0" ? harmless[0]! : harmless[1]!;
    return { causeCode, resolution: random.pick(words), isHarmless: true };
  }
  const [, causes] = told.find(([words]) => words.test(`${problem} ${action}`)) ?? [
    null,
    otherwise,
  ];
  return { causeCode: random.weighted(causes), resolution: action, isHarmless: false };
}

export type End = ReturnType<typeof endOf>;

/** Hours a call stands by the reason, and what its engineer writes. */
export const holds: Record<
  Exclude<HoldReason, "sent_out">,
  { weight: number; hours: readonly [number, number]; says: readonly string[] }
> = {
  awaiting_part: {
    weight: 40,
    hours: [20, 130],
    says: [
      "Part ordered from the maker, delivery promised this week",
      "Not in stock, purchase order raised",
      "Part is on its way from Chennai",
    ],
  },
  awaiting_vendor: {
    weight: 28,
    hours: [12, 90],
    says: [
      "Vendor's engineer comes tomorrow",
      "Call logged with the vendor",
      "Vendor informed, visit promised within two days",
    ],
  },
  asset_in_use: {
    weight: 14,
    hours: [2, 16],
    says: [
      "Patient connected, ward calls when it is free",
      "In use in theatre until the list ends",
    ],
  },
  awaiting_approval: {
    weight: 11,
    hours: [8, 60],
    says: ["Quotation sent to the purchase committee", "Estimate given, waiting for the go-ahead"],
  },
  other: {
    weight: 7,
    hours: [3, 30],
    says: ["Ward is closed for fumigation", "Lift out of order, unit cannot be moved"],
  },
};

export const holdWeights = Object.fromEntries(
  Object.entries(holds).map(([reason, { weight }]) => [reason, weight]),
) as Record<keyof typeof holds, number>;

/** How long things take by how urgent they are, in minutes: until work begins, and until it is done. */
export const paces = {
  critical: { begin: [6, 26], work: [35, 300] },
  high: { begin: [12, 100], work: [60, 720] },
  medium: { begin: [20, 230], work: [90, 1500] },
  low: { begin: [60, 660], work: [120, 3600] },
} as const satisfies Record<
  string,
  { begin: readonly [number, number]; work: readonly [number, number] }
>;

/** How often a device of a kind fails beside others. */
export const proneness = ({ id, criticality }: Device): number =>
  // Every sixteenth gives trouble again and again.
  (id.endsWith("7") ? 4 : 1) * (criticality === "low" ? 0.6 : 1);

export const ratings = { "5": 50, "4": 33, "3": 9, "2": 6, "1": 2 } as const;
export const thanks: Record<string, readonly string[]> = {
  "5": ["Came within minutes, thank you", "Very quick help", "Works like new", ""],
  "4": ["Good work", "Fine now", "", ""],
  "3": ["Took longer than expected, works now", ""],
  "2": ["Had to ask twice before somebody came", "Two days without the unit"],
  "1": ["Same fault again the next morning", "Nobody told us how long it would take"],
};
export const again = [
  "The same alarm came again in the evening",
  "Worked for an hour, then it failed again",
  "Still not right: same message as before",
  "Failed again while it was being set up",
];
export const remarks = {
  ward: [
    "We have moved the patient to another unit",
    "It is needed for tonight's list, please hurry",
    "Using the spare from the next ward until then",
    "Now it does not start at all",
  ],
  engineer: [
    "Looked at it on the ward, taken to the workshop",
    "Fault seen on the bench",
    "Spare unit lent to the ward meanwhile",
    "Spoke to the maker's hotline, they suspect the board",
    "Cleaned and tried again, needs another look",
  ],
  joined: [
    "Still happening, seen on the next shift too",
    "Same here this morning, the alarm does not stop",
    "Reported by the night shift as well",
  ],
} as const;
export const mistakes = [
  "Reported by mistake: the device was only switched off",
  "The plug was out, works",
  "Meant for the unit in the next room",
];
export const impacts = {
  delay: "Ward says that a procedure began an hour late",
  harm: "Ward reports a burn on the skin, incident form filled",
} as const;
