import { useState } from "react";
import { useFetcher } from "react-router";
import { isMeasuredCheck } from "#app/shared/measuring/checks.ts";
import {
  contentOf,
  draftOf,
  likelyDraft,
  type MapDraft,
} from "#app/shared/measuring/instrument-draft.ts";
import { type FileRow, type FileTable, tableOf } from "#app/shared/measuring/instrument-file.ts";
import {
  type InstrumentMap,
  type MapKind,
  mapKinds,
  mapKindWords,
} from "#app/shared/measuring/instrument-map.ts";
import { plural } from "#app/shared/plural.ts";
import { SegmentedField, SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useMeasuring } from "../measuring/measure-context.ts";
import { FirstRows } from "./first-rows.tsx";
import { LoggerColumns, ReadingColumns, TestRows } from "./map-choices.tsx";

const kindChoices = mapKinds.map((value) => ({ value, label: mapKindWords[value] }));
const MOST_HEADS = 60;

type Props = {
  rows: readonly FileRow[];
  head: number;
  /** The map that is changed; null for a new one. */
  map: InstrumentMap | null;
  /** Where it is kept. */
  keepsAt: string;
  onHead: (head: number) => void;
  onSaved: (id: string) => void;
  onClose: () => void;
};
type Answer = Refused | { success: true; data?: { id: string } };

/** What of this measurement values may go to, by the names that the procedure gives. */
function useNames() {
  const { setup, checks, parameters } = useMeasuring();
  return {
    checks: checks.filter(({ check }) => isMeasuredCheck(check)).map(({ check }) => check.name),
    parameters: parameters.map(({ parameter }) => parameter.name),
    room: setup.content.environment.map(({ quantity }) => quantity),
  };
}
export type Names = ReturnType<typeof useNames>;

/** The kind that a file most likely is of: that of which most is found in it. */
function likelyKind(table: FileTable, names: Names): MapKind {
  const found = (kind: MapKind) => {
    const { rows, columns, main } = likelyDraft(table, kind, names);
    return kind === "data_logger"
      ? Number(main !== "") + Object.keys(columns).length
      : kind === "measurements"
        ? Number(main !== "") * 2
        : Object.keys(rows).length;
  };
  return mapKinds.reduce((best, one) => (found(one) > found(best) ? one : best));
}

/** Says once what the columns and rows of a kind of file are. */
export function MapForm({ rows, head, map, keepsAt, onHead, onSaved, onClose }: Props) {
  const names = useNames();
  const [table] = useState(() => tableOf(rows, head));
  const [draft, setDraft] = useState<MapDraft>(() =>
    map
      ? draftOf(map.kind, map.content, table)
      : likelyDraft(table, likelyKind(table, names), names),
  );
  const put = (more: Partial<MapDraft>) => setDraft((before) => ({ ...before, ...more }));
  const content = contentOf(draft, table, map?.content ?? null);
  const fetcher = useFetcher<Answer>();
  const answer = fetcher.data;
  const refused = answer?.success === false ? answer : undefined;
  const heads = rows.slice(0, MOST_HEADS).map(({ rowNo, cells }, at) => ({
    value: String(at),
    label: `${rowNo}: ${cells.filter(Boolean).join(", ").slice(0, 60)}`,
  }));
  return (
    <>
      <div className="form form-2">
        <SegmentedField
          name="map-kind"
          label="What it is of"
          options={kindChoices}
          value={draft.kind}
          onChange={(kind) => setDraft(likelyDraft(table, kind as MapKind, names))}
          className="span-all"
          disabled={map !== null}
        />
        <SelectField
          name="map-head"
          label="Line with the names of the columns"
          options={heads}
          placeholder={false}
          value={String(head)}
          disabled={map !== null}
          onChange={({ currentTarget }) => onHead(Number(currentTarget.value))}
        />
        <SegmentedField
          name="map-decimal"
          label="Decimal mark"
          options={[
            { value: "point", label: "0.25" },
            { value: "comma", label: "0,25" },
          ]}
          value={draft.decimal}
          onChange={(decimal) => put({ decimal: decimal as MapDraft["decimal"] })}
        />
      </div>
      <FirstRows table={table} />
      {draft.kind === "safety_analyser" && <TestRows {...{ table, draft, names, put }} />}
      {draft.kind === "measurements" && <ReadingColumns {...{ table, draft, names, put }} />}
      {draft.kind === "data_logger" && <LoggerColumns {...{ table, draft, names, put }} />}
      <PlainForm
        fetcher={fetcher}
        problem={refused}
        action={keepsAt}
        values={map ?? {}}
        onDone={() => {
          const id = answer?.success ? answer.data?.id : undefined;
          if (id) onSaved(id);
        }}
      >
        <input type="hidden" name="intent" value={map ? "update" : "create"} />
        {map && <input type="hidden" name="id" value={map.id} />}
        {map && <input type="hidden" name="version" value={map.version} />}
        <input type="hidden" name="kind" value={draft.kind} />
        <input type="hidden" name="content" value={JSON.stringify(content)} />
        <div className="form form-2">
          <TextField
            name="name"
            label="Name of this kind of file"
            required
            maxLength={120}
            hint="By its columns it is recognised from now on, in the whole company."
          />
          <TextField
            name="instrument"
            label="Instrument"
            maxLength={120}
            hint="Maker and model, such as Fluke ESA615."
          />
        </div>
        <p className="muted">
          {plural(content.rules.length, "1 value is mapped", "{n} values are mapped")}
        </p>
        <div className="dialog-foot">
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton>Save map and preview</SubmitButton>
        </div>
      </PlainForm>
    </>
  );
}
