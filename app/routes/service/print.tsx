import { reportsOf } from "#app/shared/report-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { findReport } from "#worker/domain/service-reports/index.ts";
import { settingOf } from "#worker/domain/settings/vocabulary.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { reportSheet } from "#worker/web/report-sheet.ts";
import type { Route } from "./+types/print";
import { BackLink } from "./back-link.tsx";
import { Checks, Files, Parts, Signatures, Sums } from "./print-tables.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const report = await findReport(session, params.id);
  const hasLogo = settingOf(company, "logo_on_report") && company.logoMediaId;
  return {
    sheet: reportSheet(report, company, context.get(visitContext).env),
    back: reportsOf(report.asset.id),
    pdf: `/asset/service-report/pdf/${report.id}`,
    logo: hasLogo ? `/media/${company.logoMediaId}` : null,
  };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.sheet.ticket ?? "Report"} - Plumbline` },
];

/** The report on paper: A4 or Letter, always light. */
export default function Print({ loaderData: { sheet, back, pdf, logo } }: Route.ComponentProps) {
  const { company, host, header, footer, ticket, cancelled } = sheet;
  return (
    <div className="desk">
      <div className="desk-bar">
        <BackLink className="btn btn-ghost" to={back} icon>
          Back
        </BackLink>
        <div className="end">
          <a className="btn" href={pdf}>
            <Icon name="dl" />
            PDF
          </a>
          <button className="btn btn-primary" type="button" onClick={() => print()}>
            <Icon name="print" />
            Print
          </button>
        </div>
      </div>
      <article className="slip" data-cancelled={cancelled ? true : undefined}>
        <header className="slip-head">
          <div>
            {logo && <img className="slip-logo" src={logo} alt="" />}
            <div className="co">{company}</div>
            <small className="slip-text">{header || host}</small>
          </div>
          <span className="slip-qr">
            <QrCode qr={sheet.qr} title={sheet.qrName} />
          </span>
          <div className="tk">
            <small>Service Ticket No</small>
            <b>{ticket}</b>
            <small>{sheet.entered}</small>
          </div>
        </header>
        <div className="slip-title">
          <h1>{sheet.title}</h1>
          <span>{sheet.kind}</span>
        </div>
        {cancelled && <p className="slip-text slip-cancelled">{cancelled}</p>}
        <dl className="slip-grid">
          {sheet.facts.map(({ name, text, isCode }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={isCode ? "code" : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
        {sheet.texts.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p className="slip-text">{text}</p>
          </section>
        ))}
        <Checks sheet={sheet} />
        <Parts sheet={sheet} />
        <div className="slip-last">
          <Sums sheet={sheet} />
          <Signatures sheet={sheet} />
          {footer && <p className="slip-text slip-end">{footer}</p>}
        </div>
        <Files sheet={sheet} />
        <footer className="slip-foot">
          <span>Plumbline, {host}</span>
          <span>{ticket}</span>
          <span>{sheet.written}</span>
        </footer>
      </article>
    </div>
  );
}
