import type { ReactNode } from "react";
import { Badge, DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { vendors } from "#drizzle/tenant/masters.ts";
import { kindsOf } from "./vendor-fields.tsx";
import { telHref } from "./words.ts";

type Props = { vendor: typeof vendors.$inferSelect; today: string };
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

export function VendorOverview({ vendor, today }: Props) {
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
