import { kindWord } from "#app/shared/contracts.ts";
import { ticketNow } from "#app/shared/ticket.ts";
import type { Cover } from "#worker/domain/contracts/cover.ts";
import { createReport } from "#worker/domain/service-reports/index.ts";
import type { Call } from "./call-moves.ts";
import type { End } from "./causes.ts";
import { DAY, type Day, dayAt } from "./day.ts";
import type { Shelf } from "./shelves.ts";

const LATE = 45 * DAY;
/** Whether a call gets a service report of its own: of late and in a small house more often. @param isWaiting whether it waits for its end today */
export const isReported = (
  { random, now, devices }: Day,
  at: number,
  isWaiting: boolean,
): boolean => {
  const often = devices.length < 100 ? 0.28 : 0.24;
  return random.chance(isWaiting ? 0.8 : at > now - LATE ? 0.35 : often);
};

/** What answered for the repairs of a call's device when it was reported. */
async function coverOf({ db, companyId }: Day, { id }: Call): Promise<Cover | null> {
  const call = await db
    .prepare("select cover_snapshot as cover from breakdowns where company_id = ? and id = ?")
    .bind(companyId, id)
    .first<{ cover: string | null }>();
  return call?.cover ? (JSON.parse(call.cover) as Cover) : null;
}

const named = ({ kind, number }: Cover) =>
  number ? `${kindWord(kind)} ${number}` : kindWord(kind);

/** The parts of a repair that are free in the store; a cover with spares brings them itself, but for consumables that it excludes. */
async function partsOf({ shelves }: Day, { fault }: Call, cover: Cover | null) {
  const found = { parts: [] as { item: Shelf; qty: number }[], isBrought: false };
  for (const { partNo, qty } of fault.parts) {
    const item = await shelves.find(partNo, qty);
    const isExcluded = item?.kind === "consumable" && cover?.exclusions;
    if (item && cover?.hasSpares && !isExcluded) found.isBrought = true;
    else if (item) found.parts.push({ item, qty });
  }
  return found;
}

/** What help from outside costs, in rupees, and what the report says of it. */
function helpOf(
  { random, vendors }: Day,
  { fault }: Call,
  cover: Cover | null,
  { parts, isBrought }: Awaited<ReturnType<typeof partsOf>>,
) {
  if (cover && isBrought)
    return { rupees: 0, remark: `Part supplied under ${named(cover)}, nothing charged.` };
  if (!fault.cost && !random.chance(parts.length ? 0.2 : 0.5)) return { rupees: 0, remark: "" };
  if (cover?.hasLabour && cover.vendorName)
    return {
      rupees: 0,
      remark: `${cover.vendorName} attended under ${named(cover)}, nothing charged.`,
    };
  const partners = vendors.filter(({ kinds }) => kinds.includes("service"));
  if (!partners.length) return { rupees: 0, remark: "" };
  const thousands = (fault.cost || random.int(2, 7)) * (0.8 + random.next() * 0.5);
  const remark = `${random.pick(partners).name} attended, visit billed on invoice ${random.digits(5)}.`;
  return { rupees: Math.round(thousands * 10) * 100, remark };
}

const nothing = { parts: [], rupees: 0, remark: "" };
/** What a repair takes: parts, and help from outside. */
async function takenFor(day: Day, call: Call) {
  const cover = await coverOf(day, call);
  const found = await partsOf(day, call, cover);
  return { parts: found.parts, ...helpOf(day, call, cover, found) };
}

/** The service report of a call, which its engineer writes before it is resolved. */
export const reporting = (day: Day, call: Call, end: End) => async () => {
  const { random, ward, shelves } = day;
  const { device, fault, engineer } = call;
  const { parts, rupees, remark } = end.isHarmless ? nothing : await takenFor(day, call);
  const form = new FormData();
  const fields = {
    service_ticket: ticketNow(engineer.company.timeZone),
    date: dayAt(Date.now()),
    service_type: "other",
    breakdown_id: call.id,
    complaint_by: engineer.actor.name,
    received_by: random.chance(0.6) ? ward.who(device) : "",
    problem_description: fault.problem,
    action_taken: end.resolution,
    condition_after: "working",
    service_cost: rupees ? String(rupees) : "",
    remark,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, { item, qty }] of parts.entries()) {
    form.set(`parts[${index}][id]`, item.id);
    form.set(`parts[${index}][qty]`, String(qty));
    form.set(`parts[${index}][cost]`, (item.rateMinor / 100).toFixed(2));
  }
  // No file is posted: nothing is stored.
  await createReport(engineer, { bucket: null as unknown as R2Bucket }, device.id, form);
  for (const { item, qty } of parts) shelves.used(day, item, qty);
};
