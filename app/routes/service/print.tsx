import type { ReactNode } from "react";
import { reportsOf } from "#app/shared/report-post.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { amount, Money } from "#app/ui/money.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { findReport } from "#worker/domain/service-reports/index.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/print";
import { BackLink } from "./back-link.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { name, primaryHost } = session.company;
  return { report: await findReport(session, params.id), company: { name, host: primaryHost } };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `${loaderData?.report.serviceTicket ?? "Report"} - Plumbline` }];

const status = { yes: ["check", "Yes"], no: ["x", "No"], na: ["minus", "N/A"] } as const;

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
            <div className="co">{company.name}</div>
            <small>{company.host}</small>
          </div>
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
          <span>{report.cancelledAt ? "Cancelled" : report.serviceType === "pm" ? "PM" : "Other"}</span>
        </div>
        <dl className="slip-grid">
          <Fact name="Asset">{asset.name}</Fact>
          <Fact name="Code">
            <span className="code">{asset.assetCode}</span>
          </Fact>
          <Fact name="Make and model">{[asset.make, asset.model].filter(Boolean).join(" ") || "–"}</Fact>
          <Fact name="Serial No">{asset.serialNo ? <span className="code">{asset.serialNo}</span> : "–"}</Fact>
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
        <footer className="slip-foot">
          <span>Plumbline, {company.host}</span>
          <span>{report.serviceTicket}</span>
          <span>
            Written by {report.createdByName ?? report.doneBy}, changed <TimeText at={report.updatedAt} />
          </span>
        </footer>
      </article>
    </div>
  );
}

type Report = Route.ComponentProps["loaderData"]["report"];

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

function Checks({ report: { pmLists, pmChecklistName } }: { report: Report }) {
  if (pmLists.length === 0) return null;
  return (
    <>
      <h2>Check list of Machine{pmChecklistName && `: ${pmChecklistName}`}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Number</span>
            </th>
            <th scope="col">Checking Process</th>
            <th scope="col">Status</th>
            <th scope="col">Remark</th>
          </tr>
        </thead>
        <tbody>
          {pmLists.map((check, at) => {
            const [icon, word] = status[check.status];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a printed list does not change
              <tr key={at}>
                <td className="no">{at + 1}</td>
                <td>{check.name}</td>
                <td className="st">
                  <Icon name={icon} />
                  {word}
                </td>
                <td>{check.remark}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function Costs({ report: { lines, partsCostMinor, serviceCostMinor, totalCostMinor } }: { report: Report }) {
  const { locale } = useFormat();
  const sums: [string, number][] = [
    ["Parts", partsCostMinor],
    ["Service Cost", serviceCostMinor],
    ["Total Cost", totalCostMinor],
  ];
  return (
    <>
      {lines.length > 0 && (
        <>
          <h2>Used Part &amp; Accessories</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Part</th>
                {["QTY", "Cost", "Total"].map((head) => (
                  <th scope="col" className="num" key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.storeItemId}>
                  <td>{line.name}</td>
                  <td className="num">
                    {line.qty} {line.unit}
                  </td>
                  <td className="num">{amount(line.costMinor, locale)}</td>
                  <td className="num">{amount(line.totalMinor, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <table className="sums">
        <tbody>
          {sums.map(([name, minor]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">
                <Money minor={minor} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
