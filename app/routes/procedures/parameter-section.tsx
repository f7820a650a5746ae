import { usualComponents } from "#app/shared/calibration/content-from-template.ts";
import { sequenceWords, settingWords } from "#app/shared/calibration/procedure-words.ts";
import { roleName } from "#app/shared/calibration/role-name.ts";
import type { Setting } from "#app/shared/metrology/point.ts";
import { quantities, type UnitCode, unitCodes, units } from "#app/shared/metrology/units.ts";
import { Panel } from "#app/ui/page.tsx";
import { ChoiceBox, TextBox } from "./boxes.tsx";
import { ComponentsGrid } from "./components-grid.tsx";
import { componentTyped } from "./editing.ts";
import { useEditor } from "./editor-context.ts";
import { PointsGrid } from "./points-grid.tsx";
import { WorkedExample } from "./worked-example.tsx";

const quantityChoices = quantities.map((value) => ({ value, label: value }));
const settings = Object.entries(settingWords).map(([value, label]) => ({ value, label }));
const sequences = Object.entries(sequenceWords).map(([value, label]) => ({ value, label }));

export type Place = { point: number; component: number };
type Props = { at: number; place: Place; onPlace: (place: Place) => void };

/** What is measured, at which points, with what uncertainty, and an example worked from it. */
export function ParameterSection({ at, place, onPlace }: Props) {
  const { draft, change } = useEditor();
  const parameter = draft.content.parameters[at]!;
  const path = ["content", "parameters", at] as const;
  const fitting = unitCodes.filter((code) => units[code].quantity === parameter.quantity);
  const roles = [...new Set([...draft.content.roles.map(({ role }) => role), parameter.role])];
  return (
    <>
      <Panel title={parameter.name || `Parameter ${at + 1}`}>
        <div className="form form-2">
          <TextBox
            path={[...path, "name"]}
            value={parameter.name}
            label="Name"
            required
            maxLength={120}
          />
          <ChoiceBox
            path={[...path, "role"]}
            value={parameter.role}
            label="Compared with"
            hint="One of the standards of the procedure."
            options={roles.filter(Boolean).map((value) => ({ value, label: roleName(value) }))}
          />
          <ChoiceBox
            path={[...path, "quantity"]}
            value={parameter.quantity}
            label="Quantity"
            placeholder={false}
            options={quantityChoices}
            onChosen={(quantity) =>
              change([...path], { ...parameter, quantity, unit: unitOf(quantity, parameter.unit) })
            }
          />
          <ChoiceBox
            path={[...path, "unit"]}
            value={parameter.unit}
            label="Unit"
            placeholder={false}
            options={fitting.map((code) => ({ value: code, label: units[code].symbol || "1" }))}
          />
          <ChoiceBox
            path={[...path, "setting"]}
            value={parameter.setting}
            label="How it is compared"
            placeholder={false}
            options={settings}
            onChosen={(setting) => change([...path], withSetting(parameter, setting as Setting))}
          />
          <ChoiceBox
            path={[...path, "sequence"]}
            value={parameter.sequence}
            label="Order of the points"
            placeholder={false}
            options={sequences}
          />
          <TextBox
            path={[...path, "model"]}
            value={parameter.model}
            label="Model of the error"
            mono
            maxLength={500}
            placeholder="indication - reference"
            hint="Empty: indication less reference. Components that it does not name add to it as they are."
          />
        </div>
      </Panel>
      <PointsGrid at={at} now={place.point} onNow={(point) => onPlace({ ...place, point })} />
      <ComponentsGrid
        at={at}
        now={place.component}
        onNow={(component) => onPlace({ ...place, component })}
      />
      <WorkedExample
        key={parameter.key}
        at={at}
        now={place.point}
        onNow={(point) => onPlace({ ...place, point })}
      />
    </>
  );
}

const unitOf = (quantity: string, unit: UnitCode): UnitCode =>
  units[unit].quantity === quantity
    ? unit
    : (unitCodes.find((code) => units[code].quantity === quantity) ?? unit);

/** The display that is read counts: with the usual components it changes with what is set. */
function withSetting<P extends { setting: Setting; components: readonly { source: string }[] }>(
  parameter: P,
  setting: Setting,
) {
  const [from, to] = [usualComponents(parameter.setting), usualComponents(setting)];
  const [old, display] = [from.at(-1)!, to.at(-1)!];
  const components = parameter.components.map((one) =>
    one.source === old.source ? componentTyped(display) : one,
  );
  return { ...parameter, setting, components };
}
