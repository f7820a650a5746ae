import type { Contact, DeviceNow, OpenContact } from "#app/shared/rounds.ts";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import { corrected } from "./clock.ts";
import { settleSent } from "./drafts.ts";
import { isFull } from "./keeping.ts";
import { meaningOf } from "./refusal-words.ts";
import { changeEntry, type Entry, nameOf, type Store, unsentOf } from "./store.ts";

/** How a try to send ended: all that could be sent is with the server, the line or the server failed, or the session did. */
export type Sent = "done" | "later" | "expired" | "none" | "signed_out" | "suspended" | "stranger";

/** What the server says of an entry that it took. */
type Taken = { message: string; warnings?: string[]; data?: { version?: number } };

const LOCK = "rounds sending";

/** Asks who is signed in here, and tells which devices reports wait for. @throws as `ask` does */
export const contact = (devices: readonly string[]): Promise<Contact> =>
  ask<Contact>("/rounds/contact", { form: {}, query: { devices: devices.join(",") } });

/**
 * Sends what waits, in order, one at a time; of pages and workers, one does it at a time.
 * @param changed is told whenever an entry has changed
 */
export async function sendAll(name: string, store: Store, changed: () => void): Promise<Sent> {
  return navigator.locks.request(LOCK, async () => {
    const waiting = (await unsentOf(store)).filter(({ status }) => status !== "needs");
    const devices = [...new Set(waiting.map(({ deviceId }) => deviceId).filter(Boolean))];
    let who: Contact;
    try {
      who = await contact(devices);
    } catch {
      return "later";
    }
    if (who.state !== "open") return who.state;
    if (nameOf(who.companyId, who.userId) !== name) return "stranger";
    for (const { key } of waiting) {
      // Opened again or dropped since the list was made: it waits no longer.
      const entry = await store.get("entries", key);
      if (entry?.status !== "waiting" && entry?.status !== "sending") continue;
      const end = await sendOne(store, entry, who, changed).catch(laterIfFull);
      if (end !== "done") return end;
    }
    return "done";
  });
}

/** A device without room for how an entry stands sends it once it has some: under the same key, so that it counts once. */
function laterIfFull(error: unknown): Sent {
  if (isFull(error)) return "later";
  throw error;
}

async function sendOne(
  store: Store,
  waiting: Entry,
  who: OpenContact,
  changed: () => void,
): Promise<Sent> {
  // Dropped or changed meanwhile: what the person did counts.
  const save = async (change: Partial<Entry> | ((now: Entry) => Partial<Entry>)) => {
    const after = await changeEntry(
      store,
      waiting.key,
      typeof change === "function" ? change : () => change,
    );
    changed();
    return after;
  };
  const known = waiting.kind === "measurement" || waiting.isTried;
  const first = known ? {} : await readied(store, waiting, who);
  const entry = await save({ ...first, status: "sending", isTried: true });
  if (!entry) return "done";
  try {
    const { message, warnings, data } = await ask<Taken>(entry.endpoint, {
      ...(await bodyOf(store, entry)),
      headers: { Authorization: `Bearer ${who.token}`, "Idempotency-Key": entry.key },
    });
    if (entry.kind === "measurement") {
      const next = await settleSent(store, entry, data?.version ?? 0);
      changed();
      return next ? sendOne(store, next, who, changed) : "done";
    }
    const notes = [...entry.notes, ...(warnings?.length ? [message, ...warnings] : [])];
    await save({ status: "sent", problem: null, notes });
    for (const id of await store.getAllKeysFromIndex("files", "byEntry", entry.key))
      await store.delete("files", id);
    return "done";
  } catch (error) {
    if (!(error instanceof RefusedAnswer) || !error.problem) {
      await save({ status: "waiting" });
      return "later";
    }
    const { status, problem } = error;
    const meaning = meaningOf(status);
    // A refusal changed nothing: the next try may be another report.
    if (meaning !== "person") {
      await save((now) => ({
        status: "waiting",
        isTried: meaning === "again",
        ...(meaning === "again" ? {} : withNext(now)),
      }));
      return meaning === "again" ? "later" : meaning === "session" ? "expired" : "suspended";
    }
    const { message, errors, data } = problem;
    await save((now) => ({
      status: "needs",
      isTried: false,
      problem: { status, message, ...(errors ? { errors } : {}), ...(data ? { data } : {}) },
      ...withNext(now),
    }));
    return "done";
  }
}

/** What was typed after a try that changed nothing takes its place. */
const withNext = ({ values, next }: Entry): Partial<Entry> =>
  next === undefined ? {} : { values: { ...values, draft: next }, next: undefined };

async function bodyOf(store: Store, entry: Entry) {
  if (entry.kind === "missed")
    return { json: { ...entry.values, version: entry.occurrence?.version } };
  const form = new FormData();
  for (const [name, value] of Object.entries(entry.values)) form.append(name, value);
  const files = await store.getAllFromIndex("files", "byEntry", entry.key);
  files.sort((one, other) => (one.field < other.field ? -1 : 1));
  for (const { field, name, blob } of files)
    form.append(field, new File([blob], name, { type: blob.type }));
  return { form };
}

/** An entry before its first try: its clock set right, and what became of its device told. */
async function readied(store: Store, entry: Entry, who: OpenContact): Promise<Entry> {
  const taken = await store.get("packages", entry.packageId);
  if (!taken) return entry;
  const device = taken.devices.find(({ id }) => id === entry.deviceId);
  const now = who.devices.find(({ id }) => id === entry.deviceId);
  const told = device && now ? movedWords(device.department, now) : [];
  const offset = who.now - Date.now();
  const values = entry.isSetRight
    ? null
    : corrected(entry.values, offset, entry.openedAt, taken.format.timeZone);
  const days = Math.abs(Math.round(offset / 86_400_000));
  return {
    ...entry,
    values: values ?? entry.values,
    isSetRight: entry.isSetRight || values !== null,
    notes: [
      ...entry.notes.filter((note) => !told.includes(note)),
      ...told,
      ...(values
        ? [
            `The clock of this device is wrong by ${days === 1 ? "1 day" : `${days} days`}. Date and ticket of the report were set right.`,
          ]
        : []),
    ],
  };
}

/** What a person is told of a device that is not as it was when the round was taken. */
function movedWords(department: string, { department: place, lifecycle }: DeviceNow): string[] {
  return [
    ...(place === department ? [] : [`This device has moved to ${place} meanwhile.`]),
    ...(lifecycle === "condemned" || lifecycle === "disposed"
      ? [`This device was ${lifecycle} meanwhile.`]
      : []),
  ];
}
