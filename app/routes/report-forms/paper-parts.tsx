import { type Cell, cellOf, type Part, type Table } from "#app/shared/certificates/paper/parts.ts";
import { SIGNATURE } from "#app/shared/signature.ts";

/** The paper's contents on the screen in pixels, and on A4 in millimetres. */
const [PAPER_WIDTH, PRINTED_WIDTH] = [592, 180];

/** Parts of a block as the paper on the screen shows them. */
export const PaperParts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names and stand in their order
    <PaperPart part={part} key={nth} />
  ));

function PaperPart({ part }: { part: Part }) {
  switch (part.is) {
    case "heading":
      return <h4>{part.text}</h4>;
    case "text":
      return <p className={part.look ? `fd-${part.look}` : undefined}>{part.text}</p>;
    case "table":
      return (
        <>
          <PaperTable table={part.table} isDense={part.isDense} />
          {part.notes && part.notes.length > 0 && (
            <p className="fd-small">{part.notes.join(" ")}</p>
          )}
        </>
      );
    case "picture":
      return (
        <p className={`fd-${part.align}`}>
          <img
            src={`/media/${part.file.id}`}
            alt={part.alt}
            width={Math.round((part.width * PAPER_WIDTH) / PRINTED_WIDTH)}
          />
        </p>
      );
    case "pictures":
      return (
        <div className="fd-pictures">
          {part.pictures.map(({ file, caption }) => (
            <figure key={file.id}>
              <img src={`/media/${file.id}`} alt="" />
              <figcaption className="fd-small">{caption}</figcaption>
            </figure>
          ))}
        </div>
      );
    case "signed":
      return (
        <div className="fd-signs">
          {part.signed.map(({ name, path }) => (
            <span key={name}>
              <svg
                className="fd-ink"
                viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
                aria-hidden="true"
              >
                <path d={path} />
              </svg>
              {name}
            </span>
          ))}
        </div>
      );
    case "amendment":
      return <p>Amended: what this revision replaces, why, and what is new in it.</p>;
    default:
      return (
        <dl className={`fd-${part.is}`}>
          {part.facts
            .filter(({ text }) => text)
            .map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
      );
  }
}

const lines = (text: string) => text.split("\n").join(", ");
const lookOf = ({ isBold, isQuiet }: Cell) => (isBold ? "fd-bold" : isQuiet ? "fd-quiet" : "");

function PaperTable({ table, isDense }: { table: Table; isDense?: boolean | undefined }) {
  const { columns, over = [], rows } = table;
  return (
    <table className={isDense ? "fd-dense" : undefined}>
      <thead>
        {over.length > 0 && <OverRow table={table} />}
        <tr>
          {columns.map(({ head, isRight }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: heads may be the same and stand in their order
            <th scope="col" className={isRight ? "num" : undefined} key={nth}>
              {lines(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, nth) => {
          let at = 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names and stand in their order
            <tr key={nth}>
              {row.map((one) => {
                const cell = cellOf(one);
                const column = columns[at]!;
                const key = at;
                at += cell.span ?? 1;
                return (
                  <td
                    key={key}
                    colSpan={cell.span}
                    className={
                      `${column.isRight && !cell.span ? "num" : ""} ${lookOf(cell)} ${column.isBold ? "fd-bold" : ""}`.trim() ||
                      undefined
                    }
                  >
                    {cell.text}
                    {cell.mark && <sup>{cell.mark}</sup>}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Heads over several columns, with nothing over the others. */
function OverRow({ table: { columns, over = [] } }: { table: Table }) {
  const cells: { from: number; span: number; text: string }[] = [];
  for (let at = 0; at < columns.length; ) {
    const one = over.find(({ from }) => from === at);
    cells.push(one ?? { from: at, span: 1, text: "" });
    at += one?.span ?? 1;
  }
  return (
    <tr>
      {cells.map(({ from, span, text }) =>
        text ? (
          <th scope="colgroup" colSpan={span} key={from}>
            {text}
          </th>
        ) : (
          <td key={from} />
        ),
      )}
    </tr>
  );
}
