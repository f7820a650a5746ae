import type { Take } from "#app/shared/measuring/instrument-rows.ts";
import { units } from "#app/shared/metrology/units.ts";

const keyOf = ({ place }: Take) => Object.values(place).join(" ");

/** The values of a file beside what is typed now. */
export function TakeTable({ takes, replaces }: { takes: readonly Take[]; replaces: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="ff-scroll ff-takes" aria-label="What is taken" tabIndex={0}>
      <table className="ff-rows">
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Typed now</th>
            <th scope="col">From the file</th>
          </tr>
        </thead>
        <tbody>
          {takes.map((take) => {
            const isTyped = take.now.trim() !== "";
            const symbol = take.unit === null ? "" : units[take.unit].symbol;
            const cell = take.cell === null ? "" : `, ${take.cell}`;
            return (
              <tr key={keyOf(take)}>
                <th scope="row">{take.name}</th>
                <td>
                  {isTyped ? replaces ? <del>{take.now}</del> : take.now : "–"}
                  {isTyped && <small>{replaces ? "Replaced" : "Stays"}</small>}
                </td>
                <td>
                  {isTyped && !replaces ? (
                    take.value
                  ) : (
                    <b>{symbol ? `${take.value} ${symbol}` : take.value}</b>
                  )}
                  <small>{`Row ${take.rowNo}${cell}`}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
