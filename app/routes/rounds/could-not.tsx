import { type FormEvent, useState } from "react";
import { keepEntry } from "#app/offline/keeping.ts";
import { dropEntry, type Entry, type Store } from "#app/offline/store.ts";
import { type DueKind, dueExceptions, dueKinds } from "#app/shared/due-standing.ts";
import type { RoundDevice, RoundPackage } from "#app/shared/rounds.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { useDates } from "#app/ui/time.tsx";
import { newEntry } from "./begun.ts";

type Props = {
  taken: RoundPackage;
  device: RoundDevice;
  store: Store;
  onClose: () => void;
  onFinish: (entry: Entry) => Promise<void>;
};

/** Why the planned service of a device could not be done: it counts as not completed. */
export function CouldNot({ taken, device, store, onClose, onFinish }: Props) {
  const [problem, setProblem] = useState("");
  const { date } = useDates();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const exception = String(data.get("exception") ?? "");
    const reason = String(data.get("reason") ?? "").trim();
    if (!exception) return setProblem("Choose what kept it from being done");
    if (!reason) return setProblem("Say why it could not be done");
    const chosen = device.occurrences.find(({ id }) => id === data.get("occurrence"));
    const begun = newEntry(taken, device, "missed", chosen);
    const entry: Entry = {
      ...begun,
      status: "waiting",
      finishedAt: Date.now(),
      values: { exception, reason },
    };
    if (await keepEntry(store, entry)) {
      const all = await store.getAllFromIndex("entries", "byPackage", taken.packageId);
      for (const { key, status, deviceId } of all)
        if (status === "draft" && deviceId === device.id) await dropEntry(store, key);
      await onFinish(entry);
    } else setProblem("This device is full. Send what waits, or remove an old round.");
  };
  return (
    <Dialog
      open
      title={`Could not do ${device.name}`}
      onClose={onClose}
      footer={
        <>
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn btn-primary" type="submit" form="could-not">
            Could not be done
          </button>
        </>
      }
    >
      <form id="could-not" className="form" noValidate onSubmit={submit}>
        <p className="muted">
          It counts as not completed. Plan another visit in Due Services, where the network is. A
          report that you began here is removed.
        </p>
        {device.occurrences.length > 1 && (
          <label className="field">
            <span className="label">Planned service</span>
            <span className="pick">
              <select className="select" name="occurrence">
                {device.occurrences.map(({ id, kind, title, planOn }) => (
                  <option key={id} value={id}>
                    {`${title || dueKinds[kind as DueKind]}, due on ${date(planOn)}`}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </label>
        )}
        <label className="field">
          <span className="label">What kept it from being done</span>
          <span className="pick">
            <select className="select" name="exception" defaultValue="">
              <option value="">Select...</option>
              {Object.entries(dueExceptions).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </label>
        <label className="field">
          <span className="label">Reason</span>
          <textarea className="textarea" name="reason" maxLength={500} required />
        </label>
        <p className="error round-problem" role="status">
          {problem}
        </p>
      </form>
    </Dialog>
  );
}
