import { addDevices } from "#worker/domain/contracts/devices.ts";
import { contractFlow } from "#worker/domain/contracts/flow.ts";
import { createContract, renewContract } from "#worker/domain/contracts/save.ts";
import { DAY, type Day, dayAt, type Vendor } from "./day.ts";

const YEAR = 365;

/** What a contract for devices of one type is called, until when it runs, and what it costs. */
function written(
  { random, now }: Day,
  chain: { type: string; vendor: Vendor; kind: "amc" | "cmc"; number: string; price: number },
  startsAgo: number,
) {
  const from = now - startsAgo * DAY;
  const { kind, number, vendor, price } = chain;
  const month = dayAt(from).slice(0, 7).replace("-", "");
  return {
    ...{
      kind,
      vendorId: vendor.id,
      number: `${kind.toUpperCase()}/${vendor.code}/${month}/${number}`,
    },
    ...{ startOn: dayAt(from), endOn: dayAt(from + (YEAR - 1) * DAY), billing: "yearly" },
    valueMinor: String(price),
    pmVisitsPerYear: random.pick([2, 2, 4]),
    responseHours: random.pick([4, 8, 24]),
    resolveHours: random.pick([48, 72]),
    exclusions: kind === "cmc" ? "Consumables, probes and damage by liquids" : "Spare parts",
    remarks: `Covers ${chain.type}`,
  };
}

/** A contract for the devices of a type, renewed each year until now or until nobody renewed it. */
function planChain(day: Day, type: string, place: number): number {
  const { history, random, desk, devices, vendors } = day;
  const partners = vendors.filter(({ kinds }) => kinds.includes("amc"));
  const kind = random.weighted({ amc: 60, cmc: 40 });
  let price = random.int(6, 60) * 5_000;
  const vendor = partners[place % partners.length]!;
  const number = String(place + 1).padStart(2, "0");
  // The last year of some ends within the next weeks.
  const last = random.pick([350, 342, 330, 300, 260, 200, 140, 90, 40]);
  const years = random.int(2, 4);
  const isEnded = place % 6 === 5;
  let id = "";
  for (let back = years - 1; back >= (isEnded ? 1 : 0); back--) {
    const startsAgo = last + back * YEAR;
    const isFirst = back === years - 1;
    const values = () => written(day, { type, vendor, kind, number, price }, startsAgo);
    history.plan(day.now - (startsAgo + 9) * DAY, async () => {
      const { data } = isFirst
        ? await createContract(desk, values())
        : await renewContract(desk, id, values());
      id = data.id;
      price = Math.round((price * 1.06) / 500) * 500;
      const covered = devices.filter((device) => device.type === type && device.since < Date.now());
      if (isFirst && covered.length)
        await addDevices(desk, id, { assetIds: covered.slice(0, 40).map((device) => device.id) });
    });
  }
  if (place % 11 === 7)
    history.plan(day.now - 25 * DAY, () =>
      contractFlow.move(desk, id, "terminate", {
        reason: "The vendor has given up service of this make.",
      }),
    );
  return years - (isEnded ? 1 : 0);
}

/** About so many contracts: chains of renewals, each for the devices of a type. */
export function planContracts(day: Day, count: number): void {
  const types = [...new Set(day.devices.map(({ type }) => type))];
  let made = 0;
  for (let place = 0; made < count && place < types.length; place++)
    made += planChain(day, types[place]!, place);
}
