import { useMemo, useState } from "react";
import type { FileTable } from "#app/shared/measuring/instrument-file.ts";
import type { InstrumentMap } from "#app/shared/measuring/instrument-map.ts";
import { likelyBetween, timesOf } from "#app/shared/measuring/instrument-room.ts";
import { proposalOf, withTaken } from "#app/shared/measuring/instrument-taken.ts";
import type { Dataset } from "#app/shared/measuring/measured.ts";
import { plural } from "#app/shared/plural.ts";
import { CheckField, SegmentedField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Note } from "#app/ui/states.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { useMeasuring } from "../measuring/measure-context.ts";
import { FirstRows } from "./first-rows.tsx";
import { LeftList } from "./left-list.tsx";
import { TakeTable } from "./take-table.tsx";

const NEW = "new";

type Props = {
  fileName: string;
  table: FileTable;
  map: InstrumentMap;
  maps: readonly InstrumentMap[];
  /** Another map reads the file; null maps it anew. */
  onMap: (map: InstrumentMap | null) => void;
  onChange: () => void;
  onClose: () => void;
};

/** What of a file would be taken, what it would replace and what is left, before anything is changed. */
export function Preview({ fileName, table, map, maps, onMap, onChange, onClose }: Props) {
  const { setup, measured, parameters, checks, change } = useMeasuring();
  const [dataset, setDataset] = useState<Dataset>("as_found");
  const [replaces, setReplaces] = useState(true);
  const times = useMemo(() => timesOf(table, map.content), [table, map]);
  const [between, setBetween] = useState(() => likelyBetween(times, setup.on));
  const proposal = useMemo(
    () =>
      proposalOf(table, map.content, {
        ...{ parameters, checks, measured, dataset, between },
        conditions: setup.content.environment,
      }),
    [table, map, parameters, checks, measured, dataset, between, setup],
  );
  const replacing = proposal.takes.filter(({ now }) => now.trim() !== "").length;
  const takes = replaces ? proposal.takes : proposal.takes.filter(({ now }) => now.trim() === "");
  const isAdjusted = map.kind === "measurements" && measured.adjusted.length > 0;
  return (
    <>
      <div className="form form-2">
        <SelectField
          name="map"
          label="Map"
          placeholder={false}
          options={[
            ...maps.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW, label: "+ New map" },
          ]}
          value={map.id}
          onChange={({ currentTarget: { value } }) =>
            onMap(value === NEW ? null : (maps.find(({ id }) => id === value) ?? null))
          }
        />
        {isAdjusted && (
          <SegmentedField
            name="map-dataset"
            label="Readings of what was adjusted"
            options={[
              { value: "as_found", label: "As found" },
              { value: "as_left", label: "As left" },
            ]}
            value={dataset}
            onChange={(chosen) => setDataset(chosen === "as_left" ? "as_left" : "as_found")}
          />
        )}
        {times && (
          <>
            <TextField
              name="map-from"
              label="From, by the logger's clock"
              type="datetime-local"
              value={between.from}
              onChange={({ currentTarget }) =>
                setBetween({ ...between, from: currentTarget.value })
              }
            />
            <TextField
              name="map-to"
              label="To"
              type="datetime-local"
              value={between.to}
              onChange={({ currentTarget }) => setBetween({ ...between, to: currentTarget.value })}
            />
          </>
        )}
      </div>
      <FirstRows table={table} />
      {proposal.takes.length > 0 ? (
        <TakeTable takes={proposal.takes} replaces={replaces} />
      ) : (
        <Note tone="info">
          {proposal.same > 0
            ? "All that the file holds for this measurement is typed already."
            : "Nothing of this file is taken."}
        </Note>
      )}
      {replacing > 0 && (
        <CheckField
          name="map-replaces"
          label={plural(
            replacing,
            "Replace 1 value that is typed already",
            "Replace {n} values that are typed already",
          )}
          checked={replaces}
          onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
        />
      )}
      <LeftList proposal={proposal} />
      <div className="dialog-foot">
        <button className="btn" type="button" onClick={onChange}>
          Change the map
        </button>
        <button className="btn" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn btn-primary"
          type="button"
          disabled={takes.length === 0}
          onClick={() => {
            change((before) => withTaken(before, takes));
            const says = plural(
              takes.length,
              "1 value taken from {file}",
              "{n} values taken from {file}",
            );
            notify.success(says.replace("{file}", () => fileName));
            onClose();
          }}
        >
          {plural(takes.length, "Take 1 value", "Take {n} values")}
        </button>
      </div>
    </>
  );
}
