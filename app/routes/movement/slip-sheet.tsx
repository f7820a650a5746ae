import { SlipFacts, SlipFoot, SlipHead, SlipTexts } from "#app/ui/slip.tsx";
import type { Slip } from "#worker/web/slip.ts";

type Props = {
  slip: Slip;
  /** The address of the logo. */
  logo: string | null;
  /** A further copy of the same paper. */
  isCopy?: boolean;
};

/** A document on paper, with lines to sign: A4 or Letter, always light. */
export function SlipSheet({ slip, logo, isCopy = false }: Props) {
  const { host, header, footer, number, table } = slip;
  const Title = isCopy ? "h2" : "h1";
  return (
    <article className="slip" aria-label={`${number}, ${slip.under}`}>
      <SlipHead {...slip} logo={logo} header={header || host} />
      <div className="slip-title">
        <Title>{slip.title}</Title>
        <span>{slip.state}</span>
      </div>
      <SlipFacts facts={slip.facts} />
      <SlipTexts texts={slip.texts} />
      <h2>{table.title}</h2>
      <table>
        <thead>
          <tr>
            {table.heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, at) => (
                <td key={table.heads[at]} className={at === 1 ? "slip-text" : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="slip-last">
        <div className="slip-sign">
          {slip.signatures.map(({ role, name }) => (
            <div key={role}>
              {role}
              <small>{name || "\u00a0"}</small>
            </div>
          ))}
        </div>
        {footer && <p className="slip-text slip-end">{footer}</p>}
      </div>
      <SlipFoot host={host} number={number} last={slip.written} />
    </article>
  );
}
