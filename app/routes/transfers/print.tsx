import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { PrintDesk, SlipFacts, SlipFoot, SlipHead, SlipTexts } from "#app/ui/slip.tsx";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { viewTransfer } from "#worker/domain/transfers/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { transferSheet } from "#worker/web/transfer-sheet.ts";
import type { Route } from "./+types/print";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const transfer = await viewTransfer(session, params.id);
  return {
    sheet: transferSheet(transfer, company, context.get(visitContext).env),
    id: transfer.id,
    logo: paperLogoAddress(company),
  };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.sheet.number ?? "Transfer"} - Plumbline` },
];

/** The slip of a transfer on paper, with lines to sign: A4 or Letter, always light. */
export default function PrintTransfer({ loaderData: { sheet, id, logo } }: Route.ComponentProps) {
  const { host, header, footer } = sheet;
  return (
    <PrintDesk
      back={
        <Link className="btn btn-ghost" to={`/asset-transfer/${id}`}>
          <Icon name="left" />
          Back
        </Link>
      }
      pdf={`/asset-transfer/pdf/${id}`}
    >
      <article className="slip">
        <SlipHead
          {...sheet}
          logo={logo}
          header={header || host}
          numberName="Transfer"
          under={sheet.entered}
        />
        <div className="slip-title">
          <h1>{sheet.title}</h1>
          <span>{sheet.state}</span>
        </div>
        <SlipFacts facts={sheet.facts} />
        <SlipTexts texts={sheet.texts} />
        <h2>Assets</h2>
        <table>
          <thead>
            <tr>
              {sheet.heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((cells) => (
              <tr key={cells[0]}>
                {cells.map((cell, at) => (
                  <td key={sheet.heads[at]} className={at === 1 ? "slip-text" : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="slip-last">
          <div className="slip-sign">
            {sheet.signatures.map(({ role, name }) => (
              <div key={role}>
                {role}
                <small>{name || "\u00a0"}</small>
              </div>
            ))}
          </div>
          {footer && <p className="slip-text slip-end">{footer}</p>}
        </div>
        <SlipFoot host={host} number={sheet.number} last={sheet.written} />
      </article>
    </PrintDesk>
  );
}
