import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { settingOf } from "#worker/domain/settings/vocabulary.ts";
import { viewTransfer } from "#worker/domain/transfers/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { transferSheet } from "#worker/web/transfer-sheet.ts";
import type { Route } from "./+types/print";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const transfer = await viewTransfer(session, params.id);
  const hasLogo = settingOf(company, "logo_on_report") && company.logoMediaId;
  return {
    sheet: transferSheet(transfer, company, context.get(visitContext).env),
    id: transfer.id,
    logo: hasLogo ? `/media/${company.logoMediaId}` : null,
  };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.sheet.number ?? "Transfer"} - Plumbline` },
];

/** The slip of a transfer on paper, with lines to sign: A4 or Letter, always light. */
export default function PrintTransfer({ loaderData: { sheet, id, logo } }: Route.ComponentProps) {
  const { company, host, header, footer, number } = sheet;
  return (
    <div className="desk">
      <div className="desk-bar">
        <Link className="btn btn-ghost" to={`/asset-transfer/${id}`}>
          <Icon name="left" />
          Back
        </Link>
        <div className="end">
          <a className="btn" href={`/asset-transfer/pdf/${id}`}>
            <Icon name="dl" />
            PDF
          </a>
          <button className="btn btn-primary" type="button" onClick={() => print()}>
            <Icon name="print" />
            Print
          </button>
        </div>
      </div>
      <article className="slip">
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
            <small>Transfer</small>
            <b>{number}</b>
            <small>{sheet.entered}</small>
          </div>
        </header>
        <div className="slip-title">
          <h1>{sheet.title}</h1>
          <span>{sheet.state}</span>
        </div>
        <dl className="slip-grid">
          {sheet.facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {sheet.texts.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p className="slip-text">{text}</p>
          </section>
        ))}
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
        <footer className="slip-foot">
          <span>Plumbline, {host}</span>
          <span>{number}</span>
          <span>{sheet.written}</span>
        </footer>
      </article>
    </div>
  );
}
