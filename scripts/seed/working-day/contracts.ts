import type { ContractKind } from "#app/shared/contracts.ts";
import { addDevices } from "#worker/domain/contracts/devices.ts";
import { contractFlow } from "#worker/domain/contracts/flow.ts";
import { createContract, renewContract } from "#worker/domain/contracts/save.ts";
import { DAY, type Day, type Device, dayAt, onDuty, type Vendor } from "./day.ts";

const YEAR = 365;
const MOST_DEVICES = 40;

/** A contract that is renewed each year: what it covers, by whom, and how it ends. */
type Chain = {
  covers: string;
  devices: readonly Device[];
  vendor: Vendor;
  kind: ContractKind;
  number: string;
  /** Days since its last year began. */
  last: number;
  years: number;
  /** Nobody renewed it after the year before. */
  isLapsed: boolean;
  isTerminated: boolean;
};

/** What a year costs, of what the devices have cost. */
const rates: Record<ContractKind, number> = {
  ...{ cmc: 0.075, amc: 0.045, warranty: 0.03, rental: 0.2, calibration: 0.012, insurance: 0.008 },
};
const exclusions: Partial<Record<ContractKind, string>> = {
  cmc: "Consumables, probes and damage by liquids",
  amc: "Spare parts",
  warranty: "Consumables and accessories",
  calibration: "Adjustment and repair",
  insurance: "First 10,000 rupees of each claim",
};

function written({ random, now }: Day, chain: Chain, startsAgo: number, rupees: number) {
  const from = now - startsAgo * DAY;
  const { kind, number, vendor, covers } = chain;
  const month = dayAt(from).slice(0, 7).replace("-", "");
  const isService = kind === "amc" || kind === "cmc" || kind === "warranty";
  return {
    ...{ kind, vendorId: vendor.id },
    number: `${kind.slice(0, 3).toUpperCase()}/${vendor.code}/${month}/${number}`,
    ...{ startOn: dayAt(from), endOn: dayAt(from + (YEAR - 1) * DAY) },
    billing: kind === "rental" ? "monthly" : rupees > 500_000 ? "quarterly" : "yearly",
    valueMinor: String(rupees),
    exclusions: exclusions[kind] ?? "",
    remarks: `Covers ${covers}`,
    ...(isService
      ? {
          pmVisitsPerYear: random.pick([2, 2, 4]),
          responseHours: random.pick([4, 8, 24]),
          resolveHours: random.pick([48, 72]),
        }
      : {}),
  };
}

const rounded = (rupees: number) => Math.max(4_000, Math.round(rupees / 500) * 500);

/** Plans the years of a chain. @returns how many contracts they are */
function planChain(day: Day, chain: Chain): number {
  const { history, desk, now } = day;
  const { devices, kind, last, years, isLapsed, isTerminated } = chain;
  let id = "";
  let rupees = 0;
  for (let back = years - 1; back >= (isLapsed ? 1 : 0); back--) {
    const startsAgo = last + back * YEAR;
    const isFirst = back === years - 1;
    history.plan(onDuty(day, now - (startsAgo + 9) * DAY), async () => {
      const covered = devices.filter(
        ({ id: one, since }) => since < Date.now() && !day.gone.has(one),
      );
      if (isFirst) {
        const cost = covered.reduce((sum, { costMinor }) => sum + costMinor / 100, 0);
        rupees = rounded(cost * rates[kind]);
        id = (await createContract(desk, written(day, chain, startsAgo, rupees))).data.id;
        if (covered.length)
          await addDevices(desk, id, { assetIds: covered.map((device) => device.id) });
        return;
      }
      rupees = rounded(rupees * 1.06);
      id = (await renewContract(desk, id, written(day, chain, startsAgo, rupees))).data.id;
    });
  }
  if (isTerminated)
    history.plan(onDuty(day, now - 25 * DAY), () =>
      contractFlow.move(desk, id, "terminate", {
        reason: "The vendor has given up service of this make.",
      }),
    );
  return years - (isLapsed ? 1 : 0);
}

/** What is covered besides service by type of device. */
function special(day: Day): Pick<Chain, "kind" | "covers" | "devices" | "vendor">[] {
  const { devices, vendors } = day;
  const of = (kind: string) => vendors.find(({ kinds }) => kinds.includes(kind));
  const [lab, agent] = [of("calibration"), of("supplier")];
  const costly = devices.filter(({ costMinor }) => costMinor >= 2_000_000_00);
  const calibrated = devices.filter(({ calRequired }) => calRequired);
  const rented = devices.filter(
    ({ ownership }) => ownership === "leased" || ownership === "placement",
  );
  const steam = devices.filter(({ type }) => /steriliser|refrigerator/i.test(type));
  return [
    ...(lab
      ? [
          {
            kind: "calibration" as const,
            covers: "calibration of measuring devices",
            devices: calibrated,
            vendor: lab,
          },
        ]
      : []),
    ...(agent
      ? [
          {
            kind: "rental" as const,
            covers: "equipment on rent and on placement",
            devices: rented,
            vendor: agent,
          },
          {
            kind: "warranty" as const,
            covers: "extended warranty of sterilisers and refrigerators",
            devices: steam,
            vendor: agent,
          },
          {
            kind: "insurance" as const,
            covers: "all-risk insurance of imaging equipment",
            devices: costly,
            vendor: agent,
          },
        ]
      : []),
  ];
}

/** How many days ago the last years began: some end within the next weeks. */
const begun = [346, 300, 215, 140, 260, 90, 318, 200, 40, 170] as const;

/** About so many contracts: chains of renewals, each for the devices of a type, and a few of other kinds. */
export function planContracts(day: Day, count: number): void {
  const { random, devices, vendors } = day;
  const partners = vendors.filter(({ kinds }) => kinds.includes("amc"));
  const types = [...new Set(devices.map(({ type }) => type))];
  const others = special(day).filter((one) => one.devices.length > 0);
  let made = 0;
  for (let place = 0; made < count && place < types.length + others.length; place++) {
    const type = types[place - others.length] ?? "";
    const isDear = devices.some(
      (device) => device.type === type && device.costMinor > 1_500_000_00,
    );
    const what = others[place] ?? {
      covers: type,
      devices: devices.filter((device) => device.type === type),
      vendor: partners[place % partners.length]!,
      kind: isDear || place % 4 === 2 ? ("cmc" as const) : ("amc" as const),
    };
    made += planChain(day, {
      ...what,
      devices: what.devices.slice(0, MOST_DEVICES),
      ...{ number: String(place + 1).padStart(2, "0"), last: begun[place % begun.length]! },
      years: random.int(1, 3),
      // Two that lapsed are of two years at least: one of them was there.
      ...(place % 6 === 5 ? { isLapsed: true, years: 2 } : { isLapsed: false }),
      isTerminated: place % 11 === 7 && place % 6 !== 5,
    });
  }
}
