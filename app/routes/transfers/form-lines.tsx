import { useState } from "react";
import { Link } from "react-router";
import { conditionWords } from "#app/shared/flows/transfers.ts";
import type { Choice } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import { ask } from "#app/ui/ask.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { SegmentedField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { ScanButton } from "#app/ui/scanner.tsx";
import { Note } from "#app/ui/states.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { Picked, PickedLine } from "#worker/domain/transfers/picking.ts";

const MOST = 50;
const searchAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });
const conditions = Object.entries(conditionWords).map(([value, label]) => ({ value, label }));

type Props = { first: PickedLine[]; transferId: string; problem: Refused | undefined };

/** What stops a device among the others; null when it can go. */
const whyNot = (device: Picked, lines: readonly Picked[]) => {
  const other = lines.find((line) => line.why === null && line.id !== device.id);
  if (device.why) return device.why;
  return other && other.departmentId !== device.departmentId
    ? `${device.code} is of ${device.department}, ${other.code} of ${other.department}. Write a transfer for each Location.`
    : null;
};

/** The assets of a transfer: found by search or scan, each with its condition and what goes along. Those that cannot go say why. */
export function FormLines({ first, transferId, problem }: Props) {
  const [lines, setLines] = useState<PickedLine[]>(() => [
    ...first.filter((one) => whyNot(one, first.slice(0, first.indexOf(one))) === null),
  ]);
  const [refused, setRefused] = useState(() =>
    first.flatMap((one) => whyNot(one, first.slice(0, first.indexOf(one))) ?? []),
  );
  const add = async (id: string): Promise<string | undefined> => {
    if (lines.some((line) => line.id === id)) return "This asset is on the list already.";
    if (lines.length >= MOST) return `A transfer has at most ${MOST} assets.`;
    const [device] = await ask<Picked[]>("/asset-transfer/devices", {
      query: { ids: id, of: transferId },
    });
    if (!device) return "This asset was not found.";
    const why = whyNot(device, lines);
    if (why) return why;
    const accessoryIds = device.accessories.map((one) => one.id);
    setLines((now) => [...now, { ...device, condition: "good", accessoryIds }]);
    return undefined;
  };
  const told = async (id: string) => {
    const why = await add(id).catch((error: Error) => error.message);
    setRefused(why ? [why] : []);
    if (why) notify.error(why);
  };
  const [error] = problem?.errors?.lines ?? [];
  return (
    <Panel
      title={lines.length ? plural(lines.length, "1. {n} asset", "1. {n} assets") : "1. Assets"}
    >
      <div className="stack">
        {refused.map((why) => (
          <Note key={why} tone="amber">
            {why}
          </Note>
        ))}
        {error && <Note tone="overdue">{error}</Note>}
        <div className="scan-typed">
          <Combobox
            name="add"
            label="Add an asset"
            hint="Search by code, serial or name, or scan its label."
            load={searchAssets}
            value={null}
            placeholder="Add..."
            onChange={(choice) => choice && void told(choice.value)}
          />
          <ScanButton
            className="btn"
            text="Scan"
            onFound={({ kind, value, label }) => {
              if (kind !== "asset") return `${label} is no asset.`;
              void told(value);
              return undefined;
            }}
          />
        </div>
        {lines.length === 0 && (
          <p className="muted">
            No assets yet. Find them here, or choose them in{" "}
            <Link to="/all-assets">All Assets</Link>.
          </p>
        )}
        <ul className="move-lines">
          {lines.map((line) => (
            <li key={line.id}>
              <LineFields
                line={line}
                onRemove={() => setLines(lines.filter(({ id }) => id !== line.id))}
              />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function LineFields({ line, onRemove }: { line: PickedLine; onRemove: () => void }) {
  return (
    <>
      <div className="move-line-head">
        <p>
          <b>{line.name}</b>
          <span className="muted">
            <span className="code">{line.code}</span>,{" "}
            {[line.department, line.place].filter(Boolean).join(", ")}
          </span>
        </p>
        <button
          className="btn btn-ghost btn-sm btn-icon"
          type="button"
          aria-label={`Remove ${line.code}`}
          onClick={onRemove}
        >
          <Icon name="x" />
        </button>
      </div>
      {line.hasOpenCall && <Note tone="amber">It has an open service call.</Note>}
      <SegmentedField
        name={`condition.${line.id}`}
        label={`Condition of ${line.code}`}
        options={conditions}
        defaultValue={line.condition}
      />
      {line.accessories.length > 0 && (
        <fieldset className="move-along">
          <legend className="label">Goes along</legend>
          {line.accessories.map(({ id, name, serialNo, qty }) => (
            <label className="check" key={id}>
              <input
                type="checkbox"
                name={`accessory.${line.id}`}
                value={id}
                defaultChecked={line.accessoryIds.includes(id)}
              />
              {[name, serialNo].filter(Boolean).join(", ")}
              {qty > 1 && ` × ${qty}`}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
