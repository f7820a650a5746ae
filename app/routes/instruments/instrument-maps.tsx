import {
  type MapKind,
  type MapTarget,
  mapKindWords,
} from "#app/shared/measuring/instrument-map.ts";
import { plural } from "#app/shared/plural.ts";
import { TextField } from "#app/ui/fields.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { instrumentMaps } from "#worker/domain/calibration/instrument-maps.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/instrument-maps";

export const loader = entityLoader(instrumentMaps);
export const action = entityActions(instrumentMaps);
export const meta = () => [{ title: "Instrument maps - Plumbline" }];

const kindText = (kind: MapKind) => mapKindWords[kind];
const targetText = (to: MapTarget) =>
  to.as === "check" ? to.name : to.as === "reading" ? to.parameter : to.quantity;

/** What a map brings, each name once. */
function bringsText(targets: readonly MapTarget[]): string {
  const names = [...new Set(targets.map(targetText))];
  const shown = names.slice(0, 6).join(", ");
  const more = names.length - 6;
  return more > 0 ? plural(more, `${shown} and 1 more`, `${shown} and {n} more`) : shown;
}

export default function InstrumentMaps({ loaderData, actionData }: Route.ComponentProps) {
  // A map is made where its file is first chosen.
  const list = { ...loaderData, may: { ...loaderData.may, create: false } };
  return (
    <>
      <RecordList
        list={list}
        searchLabel="Name or instrument"
        about="How files of safety analysers and data loggers are read. On a measuring page choose “From a file”: a file of a new kind is mapped there, once."
        isTwoLined
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "instrument", label: "Instrument", card: "c-meta" },
          { key: "kind", label: "Kind", card: "c-meta", show: ({ kind }) => kindText(kind) },
          {
            key: "content",
            label: "Brings",
            card: "c-due",
            wraps: true,
            show: ({ content }) => bringsText(content.rules.map(({ to }) => to)),
          },
        ]}
      />
      <RecordDialogs
        list={list}
        answer={actionData}
        archiving="Files are no longer recognised by it. What was taken stays."
      >
        {(record) => (
          <>
            <TextField name="name" label="Name" required maxLength={120} autoFocus />
            <TextField
              name="instrument"
              label="Instrument"
              maxLength={120}
              hint="Maker and model, such as Fluke ESA615."
            />
            <input type="hidden" name="kind" value={record?.kind ?? ""} />
            <input
              type="hidden"
              name="content"
              value={record ? JSON.stringify(record.content) : ""}
            />
          </>
        )}
      </RecordDialogs>
    </>
  );
}
