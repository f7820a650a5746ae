import { useEffect, useRef, useState } from "react";
import {
  FILE_LIMITS,
  type FileRow,
  likelyHead,
  recognised,
  tableOf,
} from "#app/shared/measuring/instrument-file.ts";
import type { InstrumentMap } from "#app/shared/measuring/instrument-map.ts";
import { ask, RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { FileField } from "#app/ui/file-field.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { Note } from "#app/ui/states.tsx";
import type { MapDoor } from "./from-file.tsx";
import { MapForm } from "./map-form.tsx";
import { Preview } from "./preview.tsx";
import "../../css/instruments.css";

const endings = ["csv", "txt", "tsv", "log"];

type Opened = { name: string; rows: readonly FileRow[] };
/** Which map reads the file, from which line on. Null: it is mapped now. */
type Reading = { map: InstrumentMap | null; head: number; isMapping: boolean };

const readingOf = (rows: readonly FileRow[], maps: readonly InstrumentMap[]): Reading => {
  const found = recognised(rows, maps);
  return found
    ? { ...found, isMapping: false }
    : { map: null, head: likelyHead(rows), isMapping: true };
};

type Props = { door: MapDoor; onClose: () => void };
/** Chooses a file of an instrument, maps it where its kind is new, and shows what would be taken before it is. */
export default function FileDialog({ door, onClose }: Props) {
  const knownMaps = () => ask<InstrumentMap[]>(door.reads);
  const [maps, setMaps] = useState<InstrumentMap[] | null>(null);
  const [problem, setProblem] = useState("");
  const [file, setFile] = useState<Opened | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const chosen = useRef(0);
  const failed = (error: unknown) =>
    setProblem(error instanceof RefusedAnswer ? error.message : WENT_WRONG);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    knownMaps().then(setMaps, failed);
  }, []);
  // What was chosen before the maps came is read by them now.
  useEffect(() => {
    if (file && maps && !reading) setReading(readingOf(file.rows, maps));
  }, [file, maps, reading]);

  const open = async ([one]: File[]) => {
    chosen.current += 1;
    const mine = chosen.current;
    setFile(null);
    setReading(null);
    setProblem("");
    if (!one) return;
    try {
      const { rowsOfFile } = await import("#app/shared/measuring/instrument-read.ts");
      const read = await rowsOfFile(one);
      if (mine !== chosen.current) return;
      if ("problem" in read) setProblem(read.problem);
      else setFile({ name: one.name, rows: read.rows });
    } catch (error) {
      failed(error);
    }
  };

  const saved = async (id: string, head: number) => {
    try {
      const all = await knownMaps();
      setMaps(all);
      const map = all.find((one) => one.id === id) ?? null;
      setReading({ map, head, isMapping: map === null });
    } catch (error) {
      failed(error);
    }
  };

  return (
    <Dialog
      open
      title="Values from a file"
      onClose={onClose}
      className="dialog-form dialog-wide from-file"
    >
      <FileField
        name="instrument-file"
        label="File of a safety analyser or a data logger"
        accept={endings}
        maxSize={FILE_LIMITS.bytes}
        hint="It is read in this browser and not uploaded: only the values that you take are saved."
        onFiles={open}
      />
      <div role="status">
        {problem && <Note tone="overdue">{problem}</Note>}
        {reading?.map && !reading.isMapping && (
          <p>
            Read by the map <b>{reading.map.name}</b>.
          </p>
        )}
        {reading?.isMapping && !reading.map && (
          <p>Files of this kind are new here. Say once what is what.</p>
        )}
      </div>
      {file && reading && maps ? (
        reading.isMapping ? (
          <MapForm
            key={`${file.name} ${reading.head} ${reading.map?.id ?? ""}`}
            rows={file.rows}
            head={reading.head}
            map={reading.map}
            keepsAt={door.keeps}
            onHead={(head) => setReading({ ...reading, head })}
            onSaved={(id) => saved(id, reading.head)}
            onClose={onClose}
          />
        ) : (
          <Preview
            key={`${file.name} ${reading.map!.id} ${reading.map!.version}`}
            fileName={file.name}
            table={tableOf(file.rows, reading.head)}
            map={reading.map!}
            maps={maps}
            onMap={(map) =>
              setReading(
                map
                  ? {
                      map,
                      head: recognised(file.rows, [map])?.head ?? reading.head,
                      isMapping: false,
                    }
                  : { map: null, head: likelyHead(file.rows), isMapping: true },
              )
            }
            onChange={() => setReading({ ...reading, isMapping: true })}
            onClose={onClose}
          />
        )
      ) : (
        <div className="dialog-foot">
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      )}
    </Dialog>
  );
}
