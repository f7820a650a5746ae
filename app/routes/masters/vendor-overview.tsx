import type { ReactNode } from "react";
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { Badge, DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { vendors } from "#drizzle/tenant/masters.ts";
import type { DaysOut } from "#worker/domain/gate-passes/days-out.ts";
import { kindsOf } from "./vendor-fields.tsx";
import { telHref } from "./words.ts";

type Props = { vendor: typeof vendors.$inferSelect; today: string; out: DaysOut | null };
const tel = (phone: string | null) => phone && <a href={telHref(phone)}>{phone}</a>;
const mail = (email: string | null) => email && <a href={`mailto:${email}`}>{email}</a>;

/** A date until which something holds: over when it is past. */
export function ValidUntil({ on, today }: { on: string | null; today: string }): ReactNode {
  if (!on) return null;
  return on < today ? (
    <Badge tone="overdue" icon="alert">
      Ended <DateText on={on} />
    </Badge>
  ) : (
    <DateText on={on} />
  );
}

export function VendorOverview({ vendor, today, out }: Props) {
  const { address, city, region, postalCode, country, website } = vendor;
  const place = [address, [city, region, postalCode].filter(Boolean).join(", "), country]
    .filter(Boolean)
    .join("\n");
  return (
    <div className="cols cols-2">
      <Panel title="Contacts">
        <DefinitionList
          entries={[
            ["Contact", vendor.contactName],
            ["Phone", tel(vendor.phone)],
            ["E-mail", mail(vendor.email)],
            ["Second contact", vendor.altContactName],
            ["Second phone", tel(vendor.altPhone)],
            ["Second e-mail", mail(vendor.altEmail)],
            ["Address", place && <span className="said">{place}</span>],
            [
              "Website",
              website && (
                <a href={website} target="_blank" rel="noreferrer">
                  {website}
                </a>
              ),
            ],
          ]}
        />
      </Panel>
      <Panel title="Business">
        <DefinitionList
          entries={[
            ["Kind", kindsOf(vendor)],
            ["Days out", out && <TimesOut vendorId={vendor.id} out={out} />],
            ["Code", vendor.code && <span className="code">{vendor.code}</span>],
            ...vendor.taxIds.map(({ label, value }): [string, ReactNode] => [
              label,
              <span key={value} className="code">
                {value}
              </span>,
            ]),
            ["Bank details", vendor.bankNote && <span className="said">{vendor.bankNote}</span>],
            [
              "Accreditation no",
              vendor.accreditationNo && <span className="code">{vendor.accreditationNo}</span>,
            ],
            [
              "Accreditation valid until",
              vendor.accreditationValidUntil && (
                <ValidUntil on={vendor.accreditationValidUntil} today={today} />
              ),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

/** How long what goes out to the vendor stays there. */
function TimesOut({ vendorId, out }: { vendorId: string; out: DaysOut }) {
  const { back, average, longest, isOutNow } = out;
  const link = <Link to={`/gate-passes?tab=all&vendor=${vendorId}`}>Gate passes</Link>;
  const days = (n: number) => plural(n, "1 day", "{n} days");
  return (
    <>
      {back > 0 &&
        plural(
          back,
          `${days(average)} for the one pass that came back. `,
          `${days(average)} on average over the last {n} passes that came back, ${days(longest)} at most. `,
        )}
      {isOutNow > 0 && plural(isOutNow, "1 pass is out now. ", "{n} passes are out now. ")}
      {link}
    </>
  );
}
