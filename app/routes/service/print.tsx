import type { ReactNode } from "react";
import { reportsOf } from "#app/shared/report-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { findReport } from "#worker/domain/service-reports/index.ts";
import { settingOf } from "#worker/domain/settings/vocabulary.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/print";
import { BackLink } from "./back-link.tsx";
import { Checks, Costs } from "./print-tables.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const hasLogo = settingOf(company, "logo_on_report") && company.logoMediaId;
  return {
    report: await findReport(session, params.id),
    company: {
      name: company.name,
      host: company.primaryHost,
      logo: hasLogo ? `/media/${company.logoMediaId}` : null,
      header: settingOf(company, "report_header"),
      footer: settingOf(company, "report_footer"),
    },
  };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.report.serviceTicket ?? "Report"} - Plumbline` },
];

/** The report on paper: A4 or Letter, always light. */
export default function Print({ loaderData: { report, company } }: Route.ComponentProps) {
  const { asset } = report;
  return (
    <div className="desk">
      <div className="desk-bar">
        <BackLink className="btn btn-ghost" to={reportsOf(asset.id)} icon>
          Back
        </BackLink>
        <div className="end">
          <a className="btn" href={`/asset/service-report/pdf/${report.id}`}>
            <Icon name="dl" />
            PDF
          </a>
          <button className="btn btn-primary" type="button" onClick={() => print()}>
            <Icon name="print" />
            Print
          </button>
        </div>
      </div>
      <article className="slip" data-cancelled={report.cancelledAt ? true : undefined}>
        <header className="slip-head">
          <div>
            {company.logo && <img className="slip-logo" src={company.logo} alt="" />}
            <div className="co">{company.name}</div>
            {company.header ? (
              <small className="slip-text">{company.header}</small>
            ) : (
              <small>{company.host}</small>
            )}
          </div>
          <img
            className="slip-qr"
            src={`/asset/qr/${asset.id}`}
            alt={`QR code of ${asset.assetCode}`}
          />
          <div className="tk">
            <small>Service Ticket No</small>
            <b>{report.serviceTicket}</b>
            <small>
              <TimeText at={report.createdAt} />
            </small>
          </div>
        </header>
        <div className="slip-title">
          <h1>Service/PM Report</h1>
          <span>
            {report.cancelledAt ? "Cancelled" : report.serviceType === "pm" ? "PM" : "Other"}
          </span>
        </div>
        {report.cancelledAt && (
          <p className="slip-text slip-cancelled">
            <b>Cancelled</b> <TimeText at={report.cancelledAt} />
            {report.cancelledByName && ` by ${report.cancelledByName}`}: {report.cancelReason}
          </p>
        )}
        <dl className="slip-grid">
          <Fact name="Asset">{asset.name}</Fact>
          <Fact name="Code">
            <span className="code">{asset.assetCode}</span>
          </Fact>
          <Fact name="Make and model">
            {[asset.make, asset.model].filter(Boolean).join(" ") || "–"}
          </Fact>
          <Fact name="Serial No">
            {asset.serialNo ? <span className="code">{asset.serialNo}</span> : "–"}
          </Fact>
          <Fact name="Location">{asset.departmentName}</Fact>
          <Fact name="Date">
            <DateText on={report.serviceOn} />
          </Fact>
          <Fact name="Type">{report.serviceType === "pm" ? "PM" : "Other"}</Fact>
          <Fact name="Done By">{report.doneBy}</Fact>
        </dl>
        <Words title="Problem Reported" text={report.problemDescription} />
        <Words title="Action Taken" text={report.actionTaken} />
        <Words title="Remarks" text={report.remark} />
        <Checks report={report} />
        <Costs report={report} />
        <div className="slip-sign">
          <div>
            Done By
            <small>
              {report.doneBy}, <DateText on={report.serviceOn} />
            </small>
          </div>
          <div>
            Verified by<small>&nbsp;</small>
          </div>
          <div>
            Received by, {asset.departmentName}
            <small>&nbsp;</small>
          </div>
        </div>
        {company.footer && <p className="slip-text slip-end">{company.footer}</p>}
        <footer className="slip-foot">
          <span>Plumbline, {company.host}</span>
          <span>{report.serviceTicket}</span>
          <span>
            Written by {report.createdByName ?? report.doneBy}, changed{" "}
            <TimeText at={report.updatedAt} />
          </span>
        </footer>
      </article>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Words = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <>
      <h2>{title}</h2>
      <p className="slip-text">{text}</p>
    </>
  );
