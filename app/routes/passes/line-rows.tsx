import { useContext, useEffect, useState } from "react";
import { lineField, linesIn } from "#app/shared/document-lines.ts";
import { lineConditionChoices } from "#app/shared/line-conditions.ts";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { MoneyField, NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import { FormContext, useField } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { FormDevice } from "#worker/domain/gate-passes/form.ts";
import { searchChoices } from "../masters/choices.ts";
import { AlongFields, LineHead } from "../movement/line-parts.tsx";

type Row = {
  key: number;
  device: FormDevice | null;
  item: Choice | null;
};

const findAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });
const askDevices = (ids: string) => ask<FormDevice[]>("/gate-pass/devices", { query: { ids } });

type Props = {
  devices: readonly FormDevice[];
  items: readonly { id: string; name: string }[];
  /** Lines the form opens with: those of a draft, or one for each device. */
  first: readonly { assetId: string | null; stockItemId: string | null }[];
  most: number;
};

/** The rows that a form was sent or left with; none where it has no lines yet. */
const typedRows = (values: Record<string, unknown>): Props["first"] =>
  linesIn(values).map(({ fields: { assetId, stockItemId } }) => ({
    assetId: assetId ? String(assetId) : null,
    stockItemId: stockItemId ? String(stockItemId) : null,
  }));

/** What leaves the site, a row each: a device, something from a store, or a thing in words. */
export function LineRows({ devices, items, first, most }: Props) {
  const { values, touch, errors } = useContext(FormContext);
  const [known, setKnown] = useState(devices);
  const rowOf = ({ assetId, stockItemId }: Props["first"][number], key: number): Row => {
    const label = String(values[lineField(key, "label")] ?? "");
    const item = items.find(({ id }) => id === stockItemId);
    return {
      key,
      device: assetId
        ? (known.find(({ id }) => id === assetId) ?? {
            ...{ id: assetId, label, serialNo: null, accessories: [], why: null },
          })
        : null,
      item: stockItemId ? { value: stockItemId, label: item?.name ?? label } : null,
    };
  };
  const [rows, setRows] = useState<Row[]>(() => {
    const typed = typedRows(values);
    const asked = typed.length ? typed : first;
    return (asked.length ? asked : [{ assetId: null, stockItemId: null }]).map(rowOf);
  });
  const next = () => Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  const add = (more: Partial<Row>) => {
    setRows((before) => [...before, { key: next(), device: null, item: null, ...more }]);
    touch();
  };
  // What a restored form knows of its devices is their ids.
  useEffect(() => {
    const unknown = rows.flatMap(({ device }) =>
      device && !known.some(({ id }) => id === device.id) ? [device.id] : [],
    );
    if (!unknown.length) return;
    void askDevices(unknown.join(",")).then((found) => {
      setKnown((before) => [...before, ...found]);
      setRows((before) =>
        before.map((row) => ({
          ...row,
          device: found.find(({ id }) => id === row.device?.id) ?? row.device,
        })),
      );
    });
  }, [rows, known]);

  const addDevice = async (choice: Choice | null) => {
    if (!choice) return;
    if (rows.some(({ device }) => device?.id === choice.value))
      return notify.info(`${choice.label} is on the pass already`);
    const [device] = await askDevices(choice.value).catch(() => []);
    if (!device) return notify.error("Something went wrong. Please try again.");
    if (device.why) return notify.error(`${device.label} cannot go out. ${device.why}.`);
    setKnown((before) => [...before, device]);
    const empty = rows.length === 1 && !rows[0]!.device && !rows[0]!.item;
    if (empty) setRows([{ key: next(), device, item: null }]);
    else add({ device });
  };

  return (
    <>
      <ul className="pass-lines">
        {rows.map((row, at) => (
          <li key={row.key}>
            <Line
              row={row}
              at={at}
              onRemove={() => {
                setRows((before) => before.filter(({ key }) => key !== row.key));
                touch();
              }}
            />
          </li>
        ))}
      </ul>
      {errors.lines && (
        <p className="error">
          <Icon name="alert" size="s" />
          {errors.lines.join(" ")}
        </p>
      )}
      {rows.length < most && (
        <div className="form form-3 until-scripts-gone">
          <Combobox
            key={`asset-${rows.length}`}
            name="add.asset"
            label="Add an asset"
            placeholder="Code, name or serial number"
            load={findAssets}
            scan="asset"
            onChange={(choice) => void addDevice(choice)}
          />
          <Combobox
            key={`item-${rows.length}`}
            name="add.item"
            label="Add from a store"
            placeholder="Part or consumable"
            load={searchChoices("spares")}
            scan="stock_item"
            onChange={(item) => item && add({ item })}
          />
          <div className="field field-end">
            <button className="btn" type="button" onClick={() => add({})}>
              <Icon name="plus" />
              Something else
            </button>
          </div>
        </div>
      )}
    </>
  );
}

function Line({ row, at, onRemove }: { row: Row; at: number; onRemove: () => void }) {
  const { device, item } = row;
  const name = (field: string) => lineField(at, field);
  const what = useField(name("description"));
  const title = device?.label ?? item?.label;
  const label = title ?? `Line ${at + 1}`;
  return (
    <fieldset className="pass-line">
      <legend className="sr-only">{label}</legend>
      <LineHead title={label} label={label} onRemove={onRemove} />
      {device && <input type="hidden" name={name("assetId")} value={device.id} />}
      {item && <input type="hidden" name={name("stockItemId")} value={item.value} />}
      {title && <input type="hidden" name={name("label")} value={title} />}
      {title && what.errors && <p className="error">{what.errors.join(" ")}</p>}
      <div className="form form-4">
        {!title && (
          <TextField name={name("description")} label="What it is" required maxLength={200} />
        )}
        <TextField
          name={name("serialNo")}
          label="Serial no"
          mono
          maxLength={100}
          required={device !== null}
          {...(device?.serialNo ? { defaultValue: device.serialNo } : {})}
        />
        {device ? (
          <input type="hidden" name={name("qty")} value="1" />
        ) : (
          <NumberField name={name("qty")} label="Quantity" min={1} required defaultValue="1" />
        )}
        <MoneyField name={name("estValueMinor")} label="Value" />
        <SelectField
          name={name("conditionOut")}
          label="Condition"
          required
          options={lineConditionChoices}
          placeholder={false}
          defaultValue="good"
        />
        <TextField name={name("remark")} label="Remark" maxLength={300} />
      </div>
      {device && <AlongFields line={at} accessories={device.accessories} />}
    </fieldset>
  );
}
