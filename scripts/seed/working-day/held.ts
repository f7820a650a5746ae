import type { HoldReason } from "#app/shared/call-words.ts";
import { among, type Call, moving } from "./call-moves.ts";
import { holds, holdWeights } from "./causes.ts";
import type { Course } from "./course.ts";
import { type Day, HOUR, MINUTE, type Vendor } from "./day.ts";
import { planPass } from "./passes.ts";

const letterTo = (vendor: Vendor, { device, fault, engineer }: Call) => ({
  vendorId: vendor.id,
  subject: `Service call: ${device.make} ${device.model}, serial no ${device.serialNo}`,
  letter: `Dear ${vendor.name},

our ${device.type} ${device.make} ${device.model}, serial no ${device.serialNo}, has failed:
${fault.problem}

Please send an engineer and tell us when to expect the visit.

${engineer.actor.name}`,
});

/** The vendor whose contract covers the device. */
async function coveredBy({ db, companyId, vendors }: Day, { id }: Call) {
  const call = await db
    .prepare("select vendor_id from breakdowns where company_id = ? and id = ?")
    .bind(companyId, id)
    .first<{ vendor_id: string | null }>();
  return vendors.find((vendor) => vendor.id === call?.vendor_id);
}

/** A call that stands for a while. @param isStill whether it does not go on within the play */
export function held(
  day: Day,
  call: Call,
  course: Course,
  asked: HoldReason | null,
  isStill: boolean,
): void {
  const { random } = day;
  const { engineer, device } = call;
  const partner = day.vendors.find(({ kinds }) => kinds.includes("service"));
  if (partner && (asked === "sent_out" || (asked === null && random.chance(0.16)))) {
    const back = planPass(day, course.at + 25 * MINUTE, isStill ? "out" : "back", () => ({
      ...{ purpose: "repair", vendorId: partner.id, breakdownId: call.id },
      ...{ days: 7, things: [{ device }] },
    }));
    course.until(back + 40 * MINUTE);
    return;
  }
  const reason = (asked ?? random.weighted(holdWeights)) as keyof typeof holds;
  const { hours, says } = holds[reason];
  course.after(
    15,
    moving(call, engineer, "hold", { holdReason: reason, reason: random.pick(says) }),
  );
  if (reason === "awaiting_vendor" && partner && random.chance(0.7))
    course.after(12, async () => {
      const vendor = (await coveredBy(day, call)) ?? partner;
      await moving(call, engineer, "tell-vendor", letterTo(vendor, call))();
    });
  if (isStill) return;
  course.until(course.at + among(random, hours) * HOUR);
  course.after(5, moving(call, engineer, "resume"));
}
