import { checkGroups } from "#app/shared/calibration/procedure-words.ts";
import { unitCodes, units } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";
import { inOneRow, useOneRow } from "#app/ui/one-row.ts";
import { Panel } from "#app/ui/page.tsx";
import { ChoiceCell, TextCell, TickCell } from "./boxes.tsx";
import { useEditor } from "./editor-context.ts";
import { Grid, RemoveRow } from "./grid.tsx";
import { freshKey, type Path } from "./put.ts";

const unitChoices = unitCodes.map((value) => ({ value, label: units[value].symbol || "1" }));
const groupChoices = Object.entries(checkGroups).map(([value, label]) => ({ value, label }));
const logs = [
  { value: "start_end", label: "At start and end" },
  { value: "continuous", label: "All the time" },
];

/** The rows of a list of the draft: which one a phone shows, and how one is added and taken out. */
function useRows<R>(field: "environment" | "roles" | "checks", fresh: () => R) {
  const { draft, change } = useEditor();
  const rows = draft.content[field] as unknown as readonly R[];
  const shown = useOneRow(rows.length);
  const path = ["content", field] as const;
  return {
    rows,
    pathOf: (at: number, key: keyof R & string): Path => [...path, at, key],
    grid: { ...shown, count: rows.length },
    row: (at: number) => inOneRow(shown, at),
    add: () => {
      change(path, [...rows, fresh()]);
      shown.onNow(rows.length);
    },
    remove: (at: number) =>
      change(
        path,
        rows.filter((_, other) => other !== at),
      ),
  };
}

const Add = ({ onAdd, children }: { onAdd: () => void; children: string }) => (
  <button className="btn btn-sm" type="button" onClick={onAdd}>
    <Icon name="plus" />
    {children}
  </button>
);

type Condition = { quantity: string; unit: string; lo: string; hi: string; log: string };
/** Within which surroundings is measured. */
function Surroundings() {
  const { rows, pathOf, grid, row, add, remove } = useRows<Condition>("environment", () => ({
    ...{ quantity: "", unit: "degC", lo: "", hi: "", log: "start_end" },
  }));
  return (
    <Panel title="Surroundings" flush foot={<Add onAdd={add}>Add condition</Add>}>
      {rows.length > 0 && (
        <Grid
          label="Surroundings"
          heads={[
            { label: "Quantity" },
            { label: "Unit", look: "w-n" },
            { label: "Lowest", look: "w-n" },
            { label: "Highest", look: "w-n" },
            { label: "Recorded" },
          ]}
          {...grid}
          thing="Condition"
        >
          {rows.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its name is typed in the row itself
            <tr key={at} {...row(at)}>
              <td data-label="Quantity">
                <TextCell
                  path={pathOf(at, "quantity")}
                  value={one.quantity}
                  label={`Quantity ${at + 1}`}
                  maxLength={60}
                />
              </td>
              <td data-label="Unit">
                <ChoiceCell
                  path={pathOf(at, "unit")}
                  value={one.unit}
                  label={`Unit of ${one.quantity}`}
                  options={unitChoices}
                />
              </td>
              <td data-label="Lowest">
                <TextCell
                  path={pathOf(at, "lo")}
                  value={one.lo}
                  label={`Lowest ${one.quantity}`}
                  inputMode="decimal"
                  maxLength={24}
                />
              </td>
              <td data-label="Highest">
                <TextCell
                  path={pathOf(at, "hi")}
                  value={one.hi}
                  label={`Highest ${one.quantity}`}
                  inputMode="decimal"
                  maxLength={24}
                />
              </td>
              <td data-label="Recorded">
                <ChoiceCell
                  path={pathOf(at, "log")}
                  value={one.log}
                  label={`When ${one.quantity} is recorded`}
                  options={logs}
                />
              </td>
              <RemoveRow name={one.quantity || "condition"} onRemove={() => remove(at)} />
            </tr>
          ))}
        </Grid>
      )}
    </Panel>
  );
}

type Role = { role: string; count: string; minTur: string };
/** Which standards are needed. */
function Standards() {
  const { rows, pathOf, grid, row, add, remove } = useRows<Role>("roles", () => ({
    ...{ role: "", count: "1", minTur: "" },
  }));
  return (
    <Panel title="Standards" flush foot={<Add onAdd={add}>Add standard</Add>}>
      {rows.length > 0 && (
        <Grid
          label="Standards"
          heads={[
            { label: "Role" },
            { label: "Count", look: "w-n" },
            { label: "Least TUR", look: "w-n" },
          ]}
          {...grid}
          thing="Standard"
        >
          {rows.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its name is typed in the row itself
            <tr key={at} {...row(at)}>
              <td data-label="Role">
                <TextCell
                  path={pathOf(at, "role")}
                  value={one.role}
                  label={`Role of standard ${at + 1}`}
                  maxLength={60}
                  placeholder="defibrillator_analyser"
                />
              </td>
              <td data-label="Count">
                <TextCell
                  path={pathOf(at, "count")}
                  value={one.count}
                  label={`Count of ${one.role}`}
                  inputMode="decimal"
                  maxLength={2}
                />
              </td>
              <td data-label="Least TUR">
                <TextCell
                  path={pathOf(at, "minTur")}
                  value={one.minTur}
                  label={`Least TUR of ${one.role}`}
                  inputMode="decimal"
                  maxLength={24}
                />
              </td>
              <RemoveRow name={one.role || "standard"} onRemove={() => remove(at)} />
            </tr>
          ))}
        </Grid>
      )}
    </Panel>
  );
}

type Check = {
  key: string;
  group: string;
  name: string;
  mandatory: boolean;
  quantity: string;
  condition: string;
};
/** What is looked at and tried, without a figure or with a limit of electrical safety. */
export function ChecksSection() {
  const { draft } = useEditor();
  const { rows, pathOf, grid, row, add, remove } = useRows<Check>("checks", () => ({
    key: freshKey(
      draft.content.checks.map(({ key }) => key),
      "c",
    ),
    ...{ group: "visual", name: "", mandatory: true, quantity: "", condition: "" },
  }));
  return (
    <Panel title="Checks" flush foot={<Add onAdd={add}>Add check</Add>}>
      {rows.length > 0 && (
        <Grid
          label="Checks"
          heads={[
            { label: "Check", look: "w-l" },
            { label: "Group" },
            { label: "Quantity of the limit" },
            { label: "Condition" },
            { label: "Mandatory", look: "w-s" },
          ]}
          {...grid}
          thing="Check"
        >
          {rows.map((one, at) => (
            <tr key={one.key} {...row(at)}>
              <td data-label="Check">
                <TextCell
                  path={pathOf(at, "name")}
                  value={one.name}
                  label={`Check ${at + 1}`}
                  maxLength={200}
                />
              </td>
              <td data-label="Group">
                <ChoiceCell
                  path={pathOf(at, "group")}
                  value={one.group}
                  label={`Group of check ${at + 1}`}
                  options={groupChoices}
                />
              </td>
              <td data-label="Quantity of the limit">
                {one.group === "electrical" ? (
                  <TextCell
                    path={pathOf(at, "quantity")}
                    value={one.quantity}
                    label={`Quantity of check ${at + 1}`}
                    maxLength={60}
                  />
                ) : (
                  <span className="quiet">–</span>
                )}
              </td>
              <td data-label="Condition">
                {one.group === "electrical" ? (
                  <TextCell
                    path={pathOf(at, "condition")}
                    value={one.condition}
                    label={`Condition of check ${at + 1}`}
                    maxLength={120}
                  />
                ) : (
                  <span className="quiet">–</span>
                )}
              </td>
              <td data-label="Mandatory">
                <TickCell
                  path={pathOf(at, "mandatory")}
                  checked={one.mandatory}
                  label={`Check ${at + 1} is mandatory`}
                />
              </td>
              <RemoveRow name={one.name || "check"} onRemove={() => remove(at)} />
            </tr>
          ))}
        </Grid>
      )}
    </Panel>
  );
}

/** Standards and surroundings. */
export const NeedsSection = () => (
  <>
    <Standards />
    <Surroundings />
  </>
);
