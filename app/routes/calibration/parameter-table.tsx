import type { MachineParameter } from "#app/shared/calibration/machine-parameters.ts";
import { directionWords, displayWords } from "#app/shared/calibration/machine-words.ts";
import {
  limitsAtEnds,
  limitsText,
  rangeText,
  rowOf,
} from "#app/shared/calibration/parameter-rows.ts";
import { toleranceWords } from "#app/shared/metrology/tolerance-text.ts";
import { units } from "#app/shared/metrology/units.ts";
import { DataTable } from "#app/ui/data-table.tsx";

type Props = {
  parameters: readonly MachineParameter[];
  /** Said where there are none. */
  none: string;
};

const symbolOf = ({ unit }: MachineParameter) => units[unit].symbol;

/** What a device measures and delivers, to be read. */
export function ParameterTable({ parameters, none }: Props) {
  if (parameters.length === 0) return <p className="hint">{none}</p>;
  return (
    <DataTable
      label="Parameters"
      sticky={false}
      rows={parameters.map((one) => ({ ...one, id: one.key }))}
      columns={[
        {
          key: "name",
          label: "Parameter",
          card: "c-name",
          wraps: true,
          show: (row) => (
            <>
              {row.name} <small className="muted">{directionWords[row.direction]}</small>
            </>
          ),
        },
        {
          key: "range",
          label: "Range",
          card: "c-due",
          show: (row) => `${rangeText(row.lo, row.hi)} ${symbolOf(row)}`,
        },
        {
          key: "resolution",
          label: "Resolution",
          card: "c-due",
          show: (row) => (
            <span title={displayWords[row.display]}>
              {row.resolution} {symbolOf(row)}
            </span>
          ),
        },
        {
          key: "tolerance",
          label: "Tolerance",
          card: "c-due",
          wraps: true,
          show: (row) => toleranceWords(row.tolerance, symbolOf(row)),
        },
        {
          key: "limits",
          label: "Limits at both ends",
          card: "c-due",
          wraps: true,
          show: (row) => bothEnds(row),
        },
        { key: "reference", label: "Reference", card: "c-due", wraps: true, field: "reference" },
      ]}
    />
  );
}

/** The limits at either end of the range; of one value alone they are told once. */
const bothEnds = (parameter: MachineParameter) => {
  const told = limitsAtEnds(rowOf(parameter)).ends.flatMap((end) => limitsText(end) ?? []);
  return [...new Set(told)].join("; ");
};
