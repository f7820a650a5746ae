import { and, eq, isNull } from "drizzle-orm";
import { type breakdowns, vendors } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, notFound } from "../../refusals.ts";
import { id, multiline, text } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";

const work = workOn<typeof breakdowns>();

const vendorOf = (db: CompanyDb, vendorId: string) =>
  db
    .select({ vendorName: vendors.name, email: vendors.email, altEmail: vendors.altEmail })
    .from(vendors)
    .where(db.ofOwner(vendors, and(eq(vendors.id, vendorId), isNull(vendors.deletedAt))))
    .limit(1);

/** A letter to the vendor, as it was edited. It goes to the vendor's own address only. */
export const tellVendor = work({
  fields: {
    vendorId: id("Choose the vendor", "Vendor"),
    subject: text("Subject", 200),
    letter: multiline("Letter", 5000),
  },
  stamp: "vendorTold",
  reads: (db, _, { vendorId }) => [vendorOf(db, vendorId)],
  run({ db, session, before, values: { vendorId, subject, letter }, read: [[vendor]] }) {
    if (!vendor) return notFound("vendor");
    const { vendorName, email, altEmail } = vendor;
    const to = email ?? altEmail ?? conflict(`${vendorName} has no e-mail address`);
    return {
      set: { vendorId },
      event: { kind: "letter" },
      note: `To ${vendorName}, ${to}\n${subject}\n\n${letter}`,
      changes: [{ field: "letter", from: null, to: vendorName }],
      writes: [
        mailing(
          db,
          { to, subject, text: letter, origin: session.origin },
          `call:${before.id}:${before.version}`,
        ),
      ],
      message: `Letter sent to ${vendorName}`,
    };
  },
  message: "Letter sent",
  summary: "Send the vendor a letter about a service call, to the vendor's own address",
  example: {
    vendor_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
    subject: "Service call SC-26-00018: ventilator",
    letter: "Please send an engineer.",
  },
});
