import { useContext, useEffect, useState } from "react";
import { Link } from "react-router";
import { lineField, linesIn } from "#app/shared/document-lines.ts";
import { lineConditionChoices } from "#app/shared/line-conditions.ts";
import type { Choice } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import { ask } from "#app/ui/ask.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { SegmentedField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { Picked, PickedLine } from "#worker/domain/transfers/picking.ts";
import { AlongFields, LineHead } from "../movement/line-parts.tsx";

const MOST = 50;
const searchAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });
const askDevices = (ids: string, of: string) =>
  ask<Picked[]>("/asset-transfer/devices", { query: { ids, of } });

const lineOf = (device: Picked): PickedLine => ({
  ...device,
  condition: "good",
  accessoryIds: device.accessories.map(({ id }) => id),
});
/** A device of which a restored form knows no more than its id and what it was called. */
const restored = (id: string, label: string): PickedLine => ({
  ...{ id, code: label, name: "", departmentId: "", department: "", place: null, why: null },
  ...{ hasOpenCall: false, accessories: [], condition: "good", accessoryIds: [] },
});
const isRestored = ({ departmentId }: PickedLine) => departmentId === "";

/** What stops a device among the others; null when it can go. */
const whyNot = (device: Picked, lines: readonly Picked[]) => {
  const other = lines.find((line) => line.why === null && line.id !== device.id);
  if (device.why) return device.why;
  return other && other.departmentId !== device.departmentId
    ? `${device.code} is of ${device.department}, ${other.code} of ${other.department}. Write a transfer for each Location.`
    : null;
};

type Props = {
  first: PickedLine[];
  transferId: string;
  /** How many were chosen that no transfer has room for. */
  leftOut?: number;
};

/** The assets of a transfer: found by search or scan, each with its condition and what goes along. Those that cannot go say why. */
export function FormLines({ first, transferId, leftOut = 0 }: Props) {
  const { values, errors, touch } = useContext(FormContext);
  const whyOf = (one: PickedLine) => whyNot(one, first.slice(0, first.indexOf(one)));
  const [lines, setLines] = useState<PickedLine[]>(() => {
    const typed = linesIn(values).flatMap(({ fields: { assetId, label } }) => {
      if (!assetId) return [];
      const id = String(assetId);
      return [first.find((one) => one.id === id) ?? restored(id, String(label ?? ""))];
    });
    return typed.length ? typed : first.filter((one) => whyOf(one) === null);
  });
  const [refused, setRefused] = useState(() => first.flatMap((one) => whyOf(one) ?? []));
  useEffect(() => {
    const unknown = lines.filter(isRestored).map(({ id }) => id);
    if (!unknown.length) return;
    void askDevices(unknown.join(","), transferId).then((found) =>
      setLines((before) =>
        before.flatMap((line) => {
          if (!isRestored(line)) return [line];
          const device = found.find(({ id }) => id === line.id);
          return device ? [lineOf(device)] : [];
        }),
      ),
    );
  }, [lines, transferId]);
  const add = async (id: string): Promise<string | undefined> => {
    if (lines.some((line) => line.id === id)) return "This asset is on the list already.";
    if (lines.length >= MOST) return `A transfer has at most ${MOST} assets.`;
    const [device] = await askDevices(id, transferId);
    if (!device) return "This asset was not found.";
    const why = whyNot(device, lines);
    if (why) return why;
    setLines((now) => [...now, lineOf(device)]);
    touch();
    return undefined;
  };
  const told = async (id: string) => {
    const why = await add(id).catch((error: Error) => error.message);
    setRefused(why ? [why] : []);
    if (why) notify.error(why);
  };
  return (
    <Panel
      title="1. Assets"
      actions={
        lines.length > 0 && (
          <span className="muted" role="status">
            {plural(lines.length, "{n} asset", "{n} assets")}
          </span>
        )
      }
    >
      <div className="stack">
        {leftOut > 0 && (
          <Note tone="amber">
            {plural(
              leftOut,
              "A transfer has at most 50 assets. {n} of those chosen is left out.",
              "A transfer has at most 50 assets. {n} of those chosen are left out.",
            )}
          </Note>
        )}
        {refused.map((why) => (
          <Note key={why} tone="amber">
            {why}
          </Note>
        ))}
        {errors.lines && <Note tone="overdue">{errors.lines.join(" ")}</Note>}
        <Combobox
          name="add"
          label="Add an asset"
          hint="Search by code, serial or name, or scan its label."
          load={searchAssets}
          scan="asset"
          value={null}
          placeholder="Add..."
          onChange={(choice) => choice && void told(choice.value)}
        />
        {lines.length === 0 && (
          <p className="muted">
            No assets yet. Find them here, or choose them in{" "}
            <Link to="/all-assets">All Assets</Link>.
          </p>
        )}
        <ul className="move-lines">
          {lines.map((line, at) => (
            <li key={`${line.id} ${isRestored(line)}`}>
              <LineFields
                line={line}
                at={at}
                onRemove={() => {
                  setLines(lines.filter(({ id }) => id !== line.id));
                  touch();
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

type LineProps = { line: PickedLine; at: number; onRemove: () => void };

function LineFields({ line, at, onRemove }: LineProps) {
  const { id, code, name, department, place, hasOpenCall, condition } = line;
  return (
    <>
      <LineHead
        title={name || code}
        about={
          name && (
            <>
              <span className="code">{code}</span>, {[department, place].filter(Boolean).join(", ")}
            </>
          )
        }
        label={code}
        onRemove={onRemove}
      />
      {hasOpenCall && <Note tone="amber">It has an open service call.</Note>}
      <input type="hidden" name={lineField(at, "assetId")} value={id} />
      <input type="hidden" name={lineField(at, "label")} value={code} />
      <SegmentedField
        name={lineField(at, "conditionOut")}
        label={`Condition of ${code}`}
        options={lineConditionChoices}
        defaultValue={condition}
      />
      <AlongFields line={at} accessories={line.accessories} ticked={line.accessoryIds} />
    </>
  );
}
