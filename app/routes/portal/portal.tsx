import { EmptyState, Tabs } from "#app/ui/states.tsx";
import { portalCertificates } from "#worker/domain/portal/read.ts";
import { contactContext } from "#worker/web/context.ts";
import type { Route } from "./+types/portal";
import { CertificateRow } from "./certificate-row.tsx";
import { PackFields } from "./pack-fields.tsx";
import { More, PortalSearch } from "./search.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  portalCertificates(context.get(contactContext), new URL(request.url).searchParams);
export const meta = () => [{ title: "Certificates" }];

const empty = {
  valid: {
    title: "No certificate yet",
    text: "Once the laboratory has issued a certificate of one of your machines, it is here.",
  },
  ended: {
    title: "All certificates are valid",
    text: "Certificates that were replaced by another one, or are void, are here.",
  },
};

/** The certificates of the contact's consumer. */
export default function PortalCertificates({ loaderData }: Route.ComponentProps) {
  const { rows, next, q, tab, today } = loaderData;
  return (
    <>
      <h1>Certificates</h1>
      <Tabs
        label="Certificates"
        tabs={[
          { label: "Valid", to: "/portal", current: tab === "valid" },
          { label: "No longer valid", to: "/portal?tab=ended", current: tab === "ended" },
        ]}
      />
      <PortalSearch
        label="Number, machine or serial no"
        q={q}
        kept={tab === "ended" ? { tab } : {}}
      />
      {rows.length === 0 ? (
        q ? (
          <EmptyState
            title={`Nothing matches “${q}”`}
            text="The newest 500 certificates are looked through."
          />
        ) : (
          <EmptyState {...empty[tab]} />
        )
      ) : (
        <form action="/portal/certificates.zip" className="stack">
          <ul className="portal-list" aria-label="Certificates">
            {rows.map((row) => (
              <CertificateRow key={row.id} row={row} today={today} />
            ))}
          </ul>
          <PackFields />
        </form>
      )}
      <More next={next} />
      <PeriodForm today={today} />
    </>
  );
}

/** What was issued in a period, as one archive. */
function PeriodForm({ today }: { today: string }) {
  return (
    <section className="panel portal-period" aria-labelledby="period">
      <h2 id="period">Download a period</h2>
      <p className="muted">Certificates issued in it, at most 200, as one ZIP file.</p>
      <form action="/portal/certificates.zip" className="portal-days">
        <label>
          From
          <input
            className="input"
            type="date"
            name="from"
            required
            max={today}
            defaultValue={`${today.slice(0, 4)}-01-01`}
          />
        </label>
        <label>
          To
          <input className="input" type="date" name="to" required defaultValue={today} />
        </label>
        <PackFields />
      </form>
    </section>
  );
}
