import type { FileTable } from "#app/shared/measuring/instrument-file.ts";

const SHOWN = 4;

/** The first rows of a file, and what stands before them. */
export function FirstRows({ table: { columns, rows, preamble } }: { table: FileTable }) {
  return (
    <>
      {preamble.length > 0 && (
        <details>
          <summary>What stands before the table</summary>
          <dl className="ff-before">
            {preamble.slice(0, 40).map(({ name, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file may be alike
              <div key={at}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className="ff-scroll" aria-label="First rows of the file" tabIndex={0}>
        <table className="ff-rows">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ rowNo, cells }) => (
              <tr key={rowNo}>
                {columns.map((name, at) => (
                  <td key={name}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
