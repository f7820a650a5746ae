import { componentOf } from "#app/shared/calibration/content-from-template.ts";
import { pointNames, repeatsSymbol } from "#app/shared/calibration/point-names.ts";
import {
  type DistributionWord,
  distributionWords,
  divisorWords,
  sourceWords,
} from "#app/shared/calibration/procedure-words.ts";
import { choicesOf } from "#app/shared/choices-of.ts";
import { unitCodes, units } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";
import { inOneRow, type OneRow } from "#app/ui/one-row.ts";
import { Panel } from "#app/ui/page.tsx";
import { ChoiceBox, ChoiceCell, TextBox, TextCell } from "./boxes.tsx";
import { componentTyped, type EditingComponent } from "./editing.ts";
import { useEditor } from "./editor-context.ts";
import { Grid, RemoveRow } from "./grid.tsx";
import { freshKey, type Path } from "./put.ts";

const MOST_COMPONENTS = 30;
const sources = choicesOf(sourceWords);
const distributions = choicesOf(distributionWords);
const ofReadings = (distribution: string) => distribution.startsWith("type_a");

type Props = OneRow & { at: number };

/** The budget of a parameter: what is uncertain, by how much, and how it is spread. The divisor is told, never typed. */
export function ComponentsGrid({ at, now, onNow }: Props) {
  const { draft, change } = useEditor();
  const parameter = draft.content.parameters[at]!;
  const { components } = parameter;
  const path = ["content", "parameters", at, "components"] as const;
  const add = () => {
    const symbol = freshKey(
      components.map((one) => one.symbol),
      "u",
    );
    const one = componentOf({
      ...{ symbol, name: "Component", source: "custom", distribution: "rectangular" },
    });
    change(path, [...components, componentTyped(one)]);
    onNow(components.length);
  };
  const current = components[now];
  return (
    <Panel
      title="Uncertainty"
      flush
      foot={
        <button
          className="btn btn-sm"
          type="button"
          disabled={components.length >= MOST_COMPONENTS}
          onClick={add}
        >
          <Icon name="plus" />
          Add component
        </button>
      }
    >
      {components.length > 0 && (
        <Grid
          label={`Uncertainty of ${parameter.name}`}
          heads={[
            { label: "Symbol", look: "w-s" },
            { label: "Name", look: "w-l" },
            { label: "Distribution" },
            { label: "Value", look: "w-v" },
            { label: "Divisor", look: "w-s" },
          ]}
          {...{ now, onNow, count: components.length, thing: "Component" }}
        >
          {components.map((one, place) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: its symbol is typed in the row itself
              key={place}
              {...inOneRow({ now, onNow }, place)}
            >
              <td data-label="Symbol">
                <TextCell
                  path={[...path, place, "symbol"]}
                  value={one.symbol}
                  label={`Symbol of component ${place + 1}`}
                  error={
                    repeatsSymbol(components, place) ? "Another component has this symbol" : null
                  }
                  maxLength={20}
                />
              </td>
              <td data-label="Name">
                <TextCell
                  path={[...path, place, "name"]}
                  value={one.name}
                  label={`Name of component ${place + 1}`}
                  maxLength={80}
                />
              </td>
              <td data-label="Distribution">
                <ChoiceCell
                  path={[...path, place, "distribution"]}
                  value={one.distribution}
                  label={`Distribution of ${one.name}`}
                  options={distributions}
                  onChosen={(distribution) =>
                    change([...path, place], {
                      ...one,
                      distribution,
                      evaluation: ofReadings(distribution) ? "A" : "B",
                    })
                  }
                />
              </td>
              <td data-label="Value">
                {ofReadings(one.distribution) ? (
                  <span className="muted">readings</span>
                ) : (
                  <TextCell
                    path={[...path, place, "value"]}
                    value={one.value}
                    label={`Value of ${one.name}`}
                    maxLength={500}
                  />
                )}
              </td>
              <td data-label="Divisor" className="tn">
                {divisorWords[one.distribution as DistributionWord]}
              </td>
              <RemoveRow
                name={one.name}
                onRemove={() => {
                  change(
                    path,
                    components.filter((_, other) => other !== place),
                  );
                  onNow(Math.max(0, Math.min(now, components.length - 2)));
                }}
              />
            </tr>
          ))}
        </Grid>
      )}
      {current && <Further one={current} path={[...path, now]} unit={parameter.unit} />}
    </Panel>
  );
}

/** What a component says besides, as its distribution asks. */
function Further({
  one,
  path,
  unit,
}: {
  one: EditingComponent;
  path: Path;
  unit: keyof typeof units;
}) {
  const { distribution } = one;
  const fitting = unitCodes.filter((code) => units[code].quantity === units[unit].quantity);
  const box = (field: keyof EditingComponent, label: string, hint?: string) => (
    <TextBox
      path={[...path, field]}
      value={String(one[field])}
      label={label}
      maxLength={500}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  return (
    <div className="panel-body stack">
      <h3 className="label">{`More of ${one.name}`}</h3>
      <div className="form form-2">
        <ChoiceBox
          path={[...path, "source"]}
          value={one.source}
          label="Source"
          placeholder={false}
          options={sources}
        />
        {distribution === "normal_k" && box("k", "k")}
        {distribution === "normal_p" && box("p", "p")}
        {distribution === "trapezoidal" && box("beta", "Top over base")}
        {distribution === "asymmetric" && box("minus", "Reach below")}
        {distribution === "type_a_pooled" && (
          <>
            {box("pooledS", "Pooled s")}
            {box("pooledN", "Readings of the pool")}
            {box("pooledDof", "Degrees of freedom of the pool")}
          </>
        )}
        <ChoiceBox
          path={[...path, "unit"]}
          value={one.unit}
          label="Unit"
          placeholder="As the parameter"
          options={fitting.map((code) => ({ value: code, label: units[code].symbol || "1" }))}
        />
        {box("sensitivity", "Sensitivity", "Empty: the derivative of the model.")}
        {box("dof", "Degrees of freedom", "Empty: infinite.")}
        {box("reliability_pct", "Uncertain by, %")}
        {box("correlationGroup", "Correlation group")}
        {box("r", "r")}
      </div>
      <details>
        <summary>Names that a value may use</summary>
        <dl className="dl">
          {Object.entries(pointNames).map(([name, meaning]) => (
            <div key={name}>
              <dt className="code">{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
