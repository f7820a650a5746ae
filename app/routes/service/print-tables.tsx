import { SIGNATURE } from "#app/shared/signature.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { ReportSheet } from "#worker/web/report-sheet.ts";

const icons = { yes: "check", no: "x", na: "minus" } as const;
type Props = { sheet: ReportSheet };

/** The checklist on paper. */
export function Checks({ sheet: { checks } }: Props) {
  if (!checks) return null;
  return (
    <>
      <h2>{checks.title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Number</span>
            </th>
            <th scope="col">Checking Process</th>
            <th scope="col">Status</th>
            {checks.isMeasured && <th scope="col">Reading</th>}
            <th scope="col">Remark</th>
          </tr>
        </thead>
        <tbody>
          {checks.rows.map(({ name, status, word, reading, remark }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed list does not change
            <tr key={at}>
              <td className="no">{at + 1}</td>
              <td>{name}</td>
              <td className="st">
                <Icon name={icons[status]} />
                {word}
              </td>
              {checks.isMeasured && <td>{reading}</td>}
              <td>{remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Used parts, and those that went back with a cancellation. */
export const Parts = ({ sheet: { parts } }: Props) =>
  parts.map(({ title, heads, rows }) => (
    <section key={title}>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th scope="col" className={at > 0 ? "num" : undefined} key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed list does not change
            <tr key={row}>
              {cells.map((cell, at) => (
                <td className={at > 0 ? "num" : undefined} key={heads[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));

/** The three sums on paper. */
export const Sums = ({ sheet: { sums } }: Props) => (
  <table className="sums">
    <tbody>
      {sums.map(({ name, text }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="num">{text}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A line for each signature, with what was drawn on the screen above it. */
export const Signatures = ({ sheet: { signatures } }: Props) => (
  <div className="slip-sign">
    {signatures.map(({ role, name, path }) => (
      <div key={role}>
        {path && (
          <svg
            className="slip-ink"
            viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
            role="img"
            aria-label={`Signature: ${role}`}
          >
            <path d={path} />
          </svg>
        )}
        {role}
        <small>{name || "\u00a0"}</small>
      </div>
    ))}
  </div>
);

/** The report's pictures, and the names of its other files. */
export function Files({ sheet: { pictures, otherFiles } }: Props) {
  if (pictures.length + otherFiles.length === 0) return null;
  return (
    <section id="files">
      <h2>Photos and files</h2>
      {otherFiles.length > 0 && <p>{otherFiles.join(", ")}</p>}
      <div className="slip-photos">
        {pictures.map(({ id, name }) => (
          <figure key={id}>
            <img src={`/media/${id}`} alt={name} loading="lazy" />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
