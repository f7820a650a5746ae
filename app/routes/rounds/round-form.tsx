import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { keepEntry } from "#app/offline/keeping.ts";
import type { Entry, Store } from "#app/offline/store.ts";
import { problemsOf } from "#app/shared/report-post.ts";
import { step } from "#app/shared/report-steps.ts";
import type { RoundDevice, RoundPackage } from "#app/shared/rounds.ts";
import { focusWrong } from "#app/ui/focus-wrong.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Note } from "#app/ui/states.tsx";
import { useDates } from "#app/ui/time.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { Checklist } from "../service/checklist.tsx";
import { PartsTable } from "../service/parts-table.tsx";
import type { ReportRows } from "../service/use-report.ts";
import { itemsFor, lastTimes, rowsFor } from "./begun.ts";
import { CloseRound, OccurrenceField, StockNote, WorkRound } from "./round-fields.tsx";
import { RoundPhotos } from "./round-photos.tsx";

const FORM = "report";
const FULL =
  "This device is full: what you type is not kept. Send what waits, or remove an old round, and go on.";

type Props = {
  taken: RoundPackage;
  device: RoundDevice;
  first: Entry;
  store: Store;
  onFinish: (entry: Entry) => Promise<void>;
  onCouldNot: (() => void) | null;
};

/** The form of a report on a round: the rows and rules of the report page, kept on this device with every change. */
export function RoundForm({ taken, device, first, store, onFinish, onCouldNot }: Props) {
  const box = useRef<HTMLFormElement>(null);
  const entry = useRef(first);
  const [form, dispatch] = useReducer(step, null, () => rowsFor(taken, device, first));
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [isFull, setFull] = useState(false);
  const [isKept, setKept] = useState(first.finishedAt > 0 || first.values.pm_lists !== undefined);
  /** Changes since the draft began to be written; none while it is not. */
  const writing = useRef(0);
  const isDone = useRef(false);

  const valuesNow = useCallback((): Record<string, string> => {
    const data = new FormData(box.current ?? undefined);
    return Object.fromEntries(
      [...data].filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    );
  }, []);
  /** Keeps the draft at once; what changes while it is written is written after it. */
  const touch = useCallback(async () => {
    writing.current += 1;
    if (writing.current > 1) return;
    for (let seen = 0; seen < writing.current && box.current && !isDone.current; ) {
      seen = writing.current;
      entry.current = { ...entry.current, status: "draft", values: valuesNow() };
      setFull(!(await keepEntry(store, entry.current)));
    }
    writing.current = 0;
    setKept(true);
  }, [store, valuesNow]);

  // Rows are no inputs of the form: their change is one, too.
  const opened = useRef(form);
  useEffect(() => {
    if (form !== opened.current) void touch();
  }, [form, touch]);
  const finish = async () => {
    const values = valuesNow();
    const found = problemsOf(form, values);
    setErrors(found);
    const [message] = Object.values(found)[0] ?? [];
    if (message) {
      notify.error(message);
      requestAnimationFrame(() => box.current && focusWrong(box.current));
      return;
    }
    const { due_occurrence_id: chosen, ...rest } = values;
    const occurrence = device.occurrences.find(({ id }) => id === chosen);
    const done: Entry = {
      ...entry.current,
      status: "waiting",
      finishedAt: Date.now(),
      problem: null,
      values: occurrence && taken.takes.occurrence ? values : rest,
      occurrence: occurrence ? { id: occurrence.id, version: occurrence.version } : null,
    };
    isDone.current = true;
    if (await keepEntry(store, done)) return onFinish(done);
    isDone.current = false;
    setFull(true);
  };

  const { date } = useDates();
  const lastTime = lastTimes(device, form.machine?.id, date);
  const items = useMemo(() => itemsFor(taken, device), [taken, device]);
  const problem = useMemo(
    () =>
      Object.keys(errors).length ? { success: false as const, message: "", errors } : undefined,
    [errors],
  );
  const report: ReportRows = {
    form,
    dispatch,
    lists: {
      items: { list: items, loading: false },
      types: { list: taken.machineTypes, loading: false },
      machines: {
        list: taken.checklists.filter(({ machineTypeId }) => machineTypeId === form.machineTypeId),
        loading: false,
      },
      restock: () => {},
    },
    problem,
    refusedParts: problem ? form.parts : [],
  };
  const context = useMemo(
    () => ({
      ...{ id: FORM, values: first.values, saved: first.values, errors, busy: false },
      ...{ sending: undefined, isDraft: false, touch: () => void touch() },
    }),
    [first.values, errors, touch],
  );

  return (
    <FormContext value={context}>
      <form
        ref={box}
        id={FORM}
        className="stack"
        noValidate
        onInput={() => void touch()}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        {isFull && <Note tone="overdue">{FULL}</Note>}
        <OccurrenceField device={device} />
        <Checklist report={report} isEdit={false} lastTime={lastTime} />
        <WorkRound />
        <StockNote items={items} />
        <PartsTable report={report} isEdit={false} />
        <RoundPhotos store={store} entryKey={first.key} />
        <CloseRound report={report} />
        <div className="thumb-bar">
          {onCouldNot && (
            <button className="btn" type="button" onClick={onCouldNot}>
              Could not do
            </button>
          )}
          <span className="muted round-kept" role="status">
            {isKept && !isFull ? "Kept on this device" : ""}
          </span>
          <button className="btn btn-primary" type="submit">
            Finish, next device
          </button>
        </div>
      </form>
    </FormContext>
  );
}
