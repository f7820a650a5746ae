import {
  type DraftPackage,
  draftNamed,
  MOST_DRAFTS,
  savingAddress,
  type TakenDraft,
  takingAddress,
} from "#app/shared/drafts.ts";
import { ask } from "#app/ui/ask.ts";
import { newKey } from "#app/ui/form-context.ts";
import { changeEntry, type Entry, nameOf, openStore, type Store } from "./store.ts";

/** A draft cannot be taken along; the message says why. */
export class NotTaken extends Error {}

/** What was sent with no answer yet, as a page keeps it. */
export type Tried = { text: string; key: string; version: number; reason: string };
/** What was typed on a page of the server and not saved. */
export type Unsaved = { text: string; version: number; at: number; tried?: Tried | undefined };

/** Why no other draft finds a place on this device; null where one does. */
async function whyFull(store: Store, packageId: string): Promise<string | null> {
  const others = (await store.getAllKeys("drafts")).filter((key) => key !== packageId);
  return others.length < MOST_DRAFTS
    ? null
    : `At most ${MOST_DRAFTS} drafts are taken along. Remove one on the dashboard first.`;
}

/** Fetches a draft as it is on the server. @throws as `ask` does */
export const fetchDraft = (packageId: string) => {
  const { kind, id } = draftNamed(packageId)!;
  return ask<DraftPackage>(takingAddress(kind, id));
};

/** Keeps a draft on this device. @throws NotTaken where there are too many */
export async function keepDraft(draft: TakenDraft): Promise<void> {
  const store = await openStore(nameOf(draft.company.id, draft.person.id));
  try {
    const why = await whyFull(store, draft.packageId);
    if (why) throw new NotTaken(why);
    await store.put("drafts", draft);
  } finally {
    store.close();
  }
}

/** What of a draft waits to be sent; undefined where all of it is with the server. */
export const entryOf = async (store: Store, packageId: string): Promise<Entry | undefined> =>
  (await store.getAllFromIndex("entries", "byPackage", packageId)).find(
    ({ status }) => status !== "sent",
  );

/** What was typed last, sent or not. */
export const typedIn = (entry: Entry): string => entry.next ?? entry.values.draft ?? "";

type Told = { text: string; version: number; key?: string; reason?: string };
/** The entry that brings what was typed to the server. The names of its values are those of the page's own form, in its order. */
function entryWith(draft: TakenDraft, { text, version, key = newKey(), reason = "" }: Told): Entry {
  const now = Date.now();
  return {
    ...{ key, packageId: draft.packageId, deviceId: "", kind: "measurement", status: "waiting" },
    endpoint: savingAddress(draft.kind, draft.id),
    values: { draft: text, version: String(version), reason, by: draft.person.id },
    ...{ occurrence: null, openedAt: now, finishedAt: now, isSetRight: false, isTried: false },
    ...{ problem: null, notes: [] },
  };
}

/**
 * Keeps what was typed. What is on its way stays as it was sent, so that it counts once; the rest follows it.
 * A refusal that another text may mend is tried again.
 */
export async function keepTyped(store: Store, packageId: string, text: string): Promise<void> {
  const work = store.transaction(["entries", "drafts"], "readwrite");
  const entries = work.objectStore("entries");
  const all = await entries.index("byPackage").getAll(packageId);
  const now = all.find(({ status }) => status !== "sent");
  const draft = now ? undefined : await work.objectStore("drafts").get(packageId);
  if (draft) await entries.put(entryWith(draft, { text, version: draft.version }));
  else if (now?.isTried) await entries.put({ ...now, next: text });
  else if (now)
    await entries.put({
      ...now,
      values: { ...now.values, draft: text },
      ...(now.problem?.status === 422 ? { status: "waiting", problem: null } : {}),
    });
  await work.done;
}

/**
 * Takes over what a page of the server kept when the network went, its try without an answer included.
 * @returns false where something of the draft waits here already
 */
export async function takeOver(store: Store, draft: TakenDraft, left: Unsaved): Promise<boolean> {
  if (await entryOf(store, draft.packageId)) return false;
  const { text, version, tried } = left;
  await store.put(
    "entries",
    tried
      ? {
          ...entryWith(draft, tried),
          isTried: true,
          next: tried.text === text ? undefined : text,
        }
      : entryWith(draft, { text, version }),
  );
  return true;
}

/** What was sent is saved: the draft knows its version, and what was typed since goes next. @returns that */
export async function settleSent(
  store: Store,
  sent: Entry,
  version: number,
): Promise<Entry | null> {
  const work = store.transaction(["entries", "drafts"], "readwrite");
  const [entries, drafts] = [work.objectStore("entries"), work.objectStore("drafts")];
  const [now, draft] = await Promise.all([entries.get(sent.key), drafts.get(sent.packageId)]);
  const base = sent.values.draft ?? "";
  let next: Entry | null = null;
  if (draft) await drafts.put({ ...draft, base, version });
  if (draft && now?.next !== undefined && now.next !== base) {
    next = entryWith(draft, { text: now.next, version });
    await entries.put(next);
  }
  await entries.delete(sent.key);
  await work.done;
  return next;
}

/** A person has decided between what they typed and what somebody else saved meanwhile: it is sent on top of that. */
export async function settleConflict(
  store: Store,
  entry: Entry,
  theirs: { version: number; base: string },
  text: string,
): Promise<void> {
  const draft = await store.get("drafts", entry.packageId);
  if (draft) await store.put("drafts", { ...draft, ...theirs });
  await changeEntry(store, entry.key, ({ values }) => ({
    values: { ...values, draft: text, version: String(theirs.version) },
    ...{ status: "waiting", problem: null, isTried: false, next: undefined },
  }));
}

/** Sends again what was refused, with why what was signed is corrected where that was asked. */
export const sendAgain = (store: Store, entry: Entry, reason = "") =>
  changeEntry(store, entry.key, ({ values }) => ({
    values: { ...values, reason: reason || (values.reason ?? "") },
    ...{ status: "waiting", problem: null },
  }));

/**
 * Fetches a draft anew; what was typed on it and is not sent stays, on top of the version that it was typed on.
 * @param baseOf the text of what people wrote on it, out of what the server gives
 * @throws as `ask` does
 */
export async function renewDraft(
  store: Store,
  { packageId }: TakenDraft,
  baseOf: (fresh: DraftPackage) => string,
): Promise<void> {
  const fresh = await fetchDraft(packageId);
  const [entry, before] = await Promise.all([
    entryOf(store, packageId),
    store.get("drafts", packageId),
  ]);
  const own = entry && before && { base: before.base, version: before.version };
  await store.put("drafts", { ...fresh, base: baseOf(fresh), ...own });
}
