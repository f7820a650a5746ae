import type { Place } from "../place.ts";
import type { Row } from "../run.ts";
import { saidBy, wronglyTold } from "../said.ts";
import { type Line, type Tried, tried, words } from "../try.ts";
import { type WorkName, works } from "../works.ts";

/** A pattern of the batch that carries out a command. */
export const COMMAND = 'insert into "?(activity_log|platform_activity_log)\\b';

/** A row that does pieces of work, one after the other. */
export const worked = (how: Tried, of: readonly WorkName[], isQuick?: true): Row => ({
  fault: how.fault,
  ...(isQuick ? { isQuick } : {}),
  async run(place) {
    const lines: Line[] = [];
    for (const name of of) lines.push(await tried(place, works[name], how));
    return lines;
  },
});

type Look = Pick<Tried, "fault" | "faults" | "clockMs"> & {
  did: string;
  /** What is looked at: the answer of a GET. */
  look: (place: Place) => Promise<() => Promise<Response>>;
  /** Whether it is to be answered well while the fault strikes. */
  isShown?: true;
};

/** A row that looks at something while faults strike, and again without them. */
export const looked = (
  { fault, faults, clockMs = 0, did, look, isShown }: Look,
  isQuick?: true,
): Row => ({
  fault,
  ...(isQuick ? { isQuick } : {}),
  async run(place) {
    const send = await look(place);
    await send();
    await place.faults(faults, clockMs);
    const since = Date.now();
    const first = await saidBy(await send());
    const seconds = (Date.now() - since) / 1000;
    const struck = await place.well();
    const { status } = await send();
    const wrong = [
      ...(struck ? [] : ["the fault never struck"]),
      ...wronglyTold(first),
      ...(first.status < 400 === Boolean(isShown) ? [] : [`it was answered ${words(first)}`]),
      ...(status === 200 ? [] : [`afterwards it is answered with ${status}`]),
    ];
    const saw = isShown ? `${first.status}, as always` : words(first);
    return [
      {
        ...{ fault, did, wrong, checked: "It is there as soon as the fault is over" },
        saw: `${saw}${seconds > 2 ? `, after ${seconds.toFixed(0)} s` : ""}`,
      },
    ];
  },
});

/** A page or file as the hospital's Admin asks for it. */
export const paged =
  (pathOf: (place: Place) => string | Promise<string>) =>
  async (place: Place): Promise<() => Promise<Response>> => {
    const { host, cookie } = place.admin;
    const path = await pathOf(place);
    return () => place.w.server.fetch(`http://${host}${path}`, { headers: { cookie } });
  };
