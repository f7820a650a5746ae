import type { Entry } from "#app/offline/store.ts";
import type { RoundDevice, RoundOccurrence } from "#app/shared/rounds.ts";
import type { IconName } from "#app/ui/icon.tsx";

/** How a device of a round stands, by its latest entry. */
export const stands = {
  todo: { word: "To do", look: "todo", icon: "minus" },
  draft: { word: "Draft", look: "todo", icon: "clock" },
  wait: { word: "Waiting to send", look: "wait", icon: "up" },
  sending: { word: "Sending", look: "wait", icon: "up" },
  sent: { word: "Done, sent", look: "done", icon: "ok" },
  needs: { word: "Needs you", look: "you", icon: "alert" },
} as const satisfies Record<string, { word: string; look: string; icon: IconName }>;
export type Stand = keyof typeof stands;

const missed = { word: "Could not be done", look: "missed", icon: "cross" } as const;

/** How a stop is shown: what could not be done is not said to be done. */
export const shownStand = ({ entry, stand }: Stop) =>
  entry?.kind === "missed" && stand === "sent" ? missed : stands[stand];

/** The end of a place's path: the floor or room that a person walks to. */
const shortPlace = (path: string | null) => path?.split("/").at(-1)?.trim();

export type Stop = {
  device: RoundDevice;
  entry: Entry | null;
  stand: Stand;
  /** Its planned services of which nothing was said. */
  left: RoundOccurrence[];
};
export type Place = { path: string; name: string; stops: Stop[]; done: number };

const standOf = (entry: Entry | null): Stand =>
  entry === null ? "todo" : entry.status === "waiting" ? "wait" : entry.status;

/** What finished entries leave to do; one that names no planned service stands for the earliest. */
function leftOf({ occurrences }: RoundDevice, own: readonly Entry[]): RoundOccurrence[] {
  const finished = own.filter(({ status }) => status !== "draft");
  const named = new Set(finished.map(({ occurrence }) => occurrence?.id));
  const unnamed = finished.filter(({ occurrence }) => occurrence === null).length;
  return occurrences.filter(({ id }) => !named.has(id)).slice(unnamed);
}

/** The devices of a round with how they stand. */
export const stopsOf = (devices: readonly RoundDevice[], entries: readonly Entry[]): Stop[] =>
  devices.map((device) => {
    const own = entries.filter(({ deviceId }) => deviceId === device.id);
    const needs = own.find(({ status }) => status === "needs");
    const entry = needs ?? own.sort((one, other) => other.openedAt - one.openedAt)[0] ?? null;
    return { device, entry, stand: standOf(entry), left: leftOf(device, own) };
  });

export const isFinished = ({ stand }: Stop) => stand !== "todo" && stand !== "draft";

/** The stops by their places, as one walks: by Location, floor, room. */
export function placesOf(stops: readonly Stop[]): Place[] {
  const places = new Map<string, Stop[]>();
  for (const stop of stops) {
    const { department, floor } = stop.device;
    const path = [department, floor].filter(Boolean).join(", ");
    places.set(path, [...(places.get(path) ?? []), stop]);
  }
  return [...places]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([path, own]) => ({
      path,
      name: [own[0]!.device.department, shortPlace(own[0]!.device.floor)]
        .filter(Boolean)
        .join(", "),
      stops: own.sort((one, other) =>
        (one.device.room ?? "").localeCompare(other.device.room ?? "", undefined, {
          numeric: true,
        }),
      ),
      done: own.filter(isFinished).length,
    }));
}

export const countsOf = (stops: readonly Stop[]) => {
  const count = (...wanted: Stand[]) => stops.filter(({ stand }) => wanted.includes(stand)).length;
  return {
    all: stops.length,
    done: stops.filter(isFinished).length,
    sent: count("sent"),
    waiting: count("wait", "sending"),
    needs: count("needs"),
    todo: count("todo", "draft"),
  };
};

/** The next device to do after one, in the order of the list; null when all are done. */
export function nextOf(places: readonly Place[], deviceId: string): string | null {
  const stops = places.flatMap((place) => place.stops);
  const at = stops.findIndex(({ device }) => device.id === deviceId);
  const order = [...stops.slice(at + 1), ...stops.slice(0, Math.max(at, 0))];
  return order.find((stop) => !isFinished(stop))?.device.id ?? null;
}
