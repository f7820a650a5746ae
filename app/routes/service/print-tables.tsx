import { quantityText } from "#app/shared/quantity.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { amount, Money } from "#app/ui/money.tsx";
import type { ReportLine, ReportView } from "#worker/domain/service-reports/index.ts";

const status = { yes: ["check", "Yes"], no: ["x", "No"], na: ["minus", "N/A"] } as const;

/** The checklist on paper. */
export function Checks({ report: { pmLists, pmChecklistName } }: { report: ReportView }) {
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

/** Parts and the three sums on paper. Parts that went back with a cancellation are listed, and are in no sum. */
export function Costs({ report }: { report: ReportView }) {
  const { lines, returned, partsCostMinor, serviceCostMinor, totalCostMinor } = report;
  const sums: [string, number][] = [
    ["Parts", partsCostMinor],
    ["Service Cost", serviceCostMinor],
    ["Total Cost", totalCostMinor],
  ];
  return (
    <>
      <Parts title="Used Part &amp; Accessories" lines={lines} />
      <Parts title="Returned to stock with the cancellation" lines={returned} />
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

function Parts({ title, lines }: { title: string; lines: ReportLine[] }) {
  const { locale } = useFormat();
  if (lines.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
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
            <tr key={line.id}>
              <td>{line.name}</td>
              <td className="num">{quantityText(line.qty, line.unit)}</td>
              <td className="num">{amount(line.costMinor, locale)}</td>
              <td className="num">{amount(line.totalMinor, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
