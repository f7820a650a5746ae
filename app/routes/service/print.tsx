import { reportsOf } from "#app/shared/report-post.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { PrintDesk, SlipFacts, SlipFoot, SlipHead, SlipTexts } from "#app/ui/slip.tsx";
import { findReport } from "#worker/domain/service-reports/index.ts";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { reportSheet } from "#worker/web/report-sheet.ts";
import type { Route } from "./+types/print";
import { Checks, Files, Parts, Signatures, Sums } from "./print-tables.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const report = await findReport(session, params.id);
  return {
    sheet: reportSheet(report, company, context.get(visitContext).env),
    back: reportsOf(report.asset.id),
    pdf: `/asset/service-report/pdf/${report.id}`,
    logo: paperLogoAddress(company),
  };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.sheet.ticket ?? "Report"} - Plumbline` },
];

/** The report on paper: A4 or Letter, always light. */
export default function Print({ loaderData: { sheet, back, pdf, logo } }: Route.ComponentProps) {
  const { host, header, footer, ticket, cancelled } = sheet;
  return (
    <PrintDesk
      back={
        <BackLink className="btn btn-ghost" to={back} icon>
          Back
        </BackLink>
      }
      pdf={pdf}
    >
      <article className="slip" data-cancelled={cancelled ? true : undefined}>
        <SlipHead
          {...sheet}
          logo={logo}
          header={header || host}
          numberName="Service Ticket No"
          number={ticket}
          under={sheet.entered}
        />
        <div className="slip-title">
          <h1>{sheet.title}</h1>
          <span>{sheet.kind}</span>
        </div>
        {cancelled && <p className="slip-text slip-cancelled">{cancelled}</p>}
        <SlipFacts facts={sheet.facts} />
        <SlipTexts texts={sheet.texts} />
        <Checks sheet={sheet} />
        <Parts sheet={sheet} />
        <div className="slip-last">
          <Sums sheet={sheet} />
          <Signatures sheet={sheet} />
          {footer && <p className="slip-text slip-end">{footer}</p>}
        </div>
        <Files sheet={sheet} />
        <SlipFoot host={host} number={ticket} last={sheet.written} />
      </article>
    </PrintDesk>
  );
}
