import { useContext, useState } from "react";
import { Link } from "react-router";
import { accessoryField, accessoryFieldOf, MOST_WITH_DEVICE } from "#app/shared/accessory-rows.ts";
import { NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { FormSection } from "./form-section.tsx";
import { accessoryKindChoices } from "./words.tsx";

/** What belongs to a new device, as rows that are saved with it; an existing device has a list of its own. */
export function AccessoriesSection({ id, fits }: { id: string | null; fits: boolean }) {
  return (
    <FormSection id="accessories">
      {id ? (
        <Link to={`/asset/detail/${id}?tab=accessory`}>Accessories of this asset</Link>
      ) : fits ? (
        <AccessoryRows />
      ) : (
        <p className="muted">Somebody who may edit assets adds them once the asset is saved.</p>
      )}
    </FormSection>
  );
}

function AccessoryRows() {
  const { values, touch } = useContext(FormContext);
  const hydrated = useHydrated();
  const [rows, setRows] = useState<number[]>(() => {
    const typed = Object.keys(values).map((name) => accessoryFieldOf(name)?.row ?? -1);
    return Array.from({ length: Math.max(-1, ...typed) + 1 }, (_, at) => at);
  });
  // Without scripts there is no button that adds one.
  const shown = hydrated || rows.length > 0 ? rows : [0];
  const add = () => {
    setRows((before) => [...before, Math.max(-1, ...before) + 1]);
    touch();
  };
  return (
    <div className="accessory-rows">
      {shown.map((row) => (
        <fieldset key={row} className="accessory-row">
          <legend className="sr-only">Accessory {row + 1}</legend>
          <TextField name={accessoryField(row, "name")} label="Name" maxLength={120} />
          <SelectField
            name={accessoryField(row, "kind")}
            label="Kind"
            options={accessoryKindChoices}
          />
          <TextField name={accessoryField(row, "partNo")} label="Part no" mono maxLength={60} />
          <TextField
            name={accessoryField(row, "serialNo")}
            label="Serial no"
            mono
            maxLength={100}
          />
          <NumberField
            name={accessoryField(row, "qty")}
            label="Quantity"
            min={1}
            max={10_000}
            placeholder="1"
          />
          {hydrated && (
            <button
              className="btn btn-ghost btn-icon"
              type="button"
              aria-label={`Remove accessory ${row + 1}`}
              onClick={() => {
                setRows((before) => before.filter((one) => one !== row));
                touch();
              }}
            >
              <Icon name="x" />
            </button>
          )}
        </fieldset>
      ))}
      {hydrated && rows.length < MOST_WITH_DEVICE && (
        <button className="btn btn-sm" type="button" onClick={add}>
          <Icon name="plus" />
          Add accessory
        </button>
      )}
    </div>
  );
}
