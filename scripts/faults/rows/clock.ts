import { clientOf } from "#tests/support/client.ts";
import { DAY_MS, type Place } from "../place.ts";
import type { Row } from "../run.ts";
import { saidBy, wronglyTold } from "../said.ts";
import { type Line, words } from "../try.ts";
import { works } from "../works.ts";

const NAMES = ["create", "receive", "pm", "issue", "pay"] as const;
const MINUTE = 60_000;

/** The clock is wrong for a while: people sign in, work and sign; then it is right again. */
const wrongClock = (fault: string, ms: number): Row => ({
  fault,
  async run(place) {
    const { w, hospital, admin } = place;
    const lines: Line[] = [];
    const line = (did: string, saw: string, checked: string, wrong: string[]) =>
      lines.push({ fault, did, saw, checked, wrong });
    const looking = (who: typeof admin) =>
      w.server
        .fetch(`http://${who.host}/api/assets`, {
          headers: { authorization: `Bearer ${who.token}` },
        })
        .then(saidBy);
    await place.faults([], ms);
    const old = await looking(admin);
    line(
      "A person goes on who signed in before",
      old.status === 200 ? "200, as always" : words(old),
      "Signed out in words, or at work",
      [...wronglyTold(old), ...(old.status === 200 || old.status === 401 ? [] : [`${old.status}`])],
    );
    const entered = await clientOf(w, hospital.host, hospital.users.admin.email);
    const meanwhile: Place = { ...place, admin: entered };
    await place.tick("* * * * *", Date.now() + ms);
    const cases = [];
    // The people of the laboratory signed in while the clock was right.
    for (const name of NAMES.filter((one) => one !== "issue" && one !== "pay")) {
      const one = { name, ...(await works[name].begin(meanwhile)) };
      cases.push({ ...one, first: await saidBy(await one.send()) });
    }
    await place.tick("* * * * *", Date.now() + ms + 2 * MINUTE);
    await place.tick("17 2 * * *", Date.now() + ms + 2 * MINUTE);
    await place.well();
    for (const { name, first, found } of cases) {
      const { times, wrong } = await found();
      line(works[name].name, words(first), `There ${times} time, whole`, [
        ...wronglyTold(first),
        ...wrong,
        ...(times === 1 ? [] : [`there ${times} times`]),
      ]);
    }
    const back = await looking(entered);
    line(
      "The clock is right again: who signed in meanwhile goes on",
      back.status === 200 ? "200, as always" : words(back),
      "Signed out in words, or at work",
      [
        ...wronglyTold(back),
        ...(back.status === 200 || back.status === 401 ? [] : [`${back.status}`]),
      ],
    );
    const after = await clientOf(w, hospital.host, hospital.users.admin.email);
    const again: Place = { ...place, admin: after };
    for (const name of NAMES) {
      const { send, found } = await works[name].begin(again);
      const said = await saidBy(await send());
      const { times, wrong } = await found();
      line(
        `The clock is right again: ${works[name].name}`,
        words(said),
        `There ${times} time, whole`,
        [...wrong, ...(times === 1 && said.status < 400 ? [] : [`there ${times} times`])],
      );
    }
    // All rows wait for their seal no longer than the clock was ahead.
    await place.tick("* * * * *", Date.now() + Math.max(0, ms) + 3 * MINUTE);
    const open = await place.rows.count("activity_log", "seq is null");
    line("The log is sealed", "Nothing", "Every row has its seal, and the chains hold", [
      ...(open ? [`${open} rows wait for their seal`] : []),
    ]);
    return lines;
  },
});

/** Faults of the clock. */
export const clockRows: readonly Row[] = [
  wrongClock("The clock is a day ahead for a while", DAY_MS),
  wrongClock("The clock is a day behind for a while", -DAY_MS),
];
