import { SHARDS } from "#tests/support/world.ts";
import type { Message } from "#worker/jobs/index.ts";
import { DAY_MS, type Place } from "../place.ts";
import type { Row } from "../run.ts";
import type { Fault } from "../worker/rules.ts";
import { works } from "../works.ts";

/** Letters that are marked as sent, in all databases. */
async function lettersSent({ w }: Place): Promise<number> {
  let sum = 0;
  for (const name of ["CONTROL_DB", ...SHARDS]) {
    const sql = "select count(*) as n from outbox where topic = 'mail' and sent_at is not null";
    sum += (await w.env[name as "CONTROL_DB"].prepare(sql).first<{ n: number }>())!.n;
  }
  return sum;
}

/** Work that leads to messages of every kind: letters, drawings, seals, due dates, mornings. */
async function busy(place: Place, faults: Fault[]) {
  const cases = [];
  for (const name of ["issue", "pay", "pm"] as const) cases.push(await works[name].begin(place));
  await place.faults(faults);
  for (const { send } of cases) await send();
  await place.tick();
  await place.tick("17 2 * * *");
  await place.tick("* * * * *", Date.now() + DAY_MS);
  return cases;
}

/** @param again what is done with the messages of the run before it is checked */
function row(
  fault: string,
  did: string,
  faults: Fault[],
  again?: (place: Place, messages: Message[]) => Promise<void>,
): Row {
  return {
    fault,
    async run(place) {
      const before = { letters: await lettersSent(place), ...(await place.seen()) };
      const cases = await busy(place, faults);
      const { sent } = await place.seen();
      const messages = sent.slice(before.sent.length) as Message[];
      await again?.(place, messages);
      await place.workDone();
      const struck = await place.well();
      const mailed = (await place.seen()).mailed.length - before.mailed.length;
      const letters = (await lettersSent(place)) - before.letters;
      const found = await Promise.all(cases.map(({ found }) => found()));
      const undrawn = await place.lab.shard.count(
        "certificate_reports",
        "status = 'issued' and render_state <> 'done'",
      );
      return [
        {
          ...{ fault, did },
          saw: "Nothing: each letter once, each file as soon as it is drawn",
          checked: `${messages.length} messages; ${letters} letters, each sent once`,
          wrong: [
            ...(struck || again ? [] : ["the fault never struck"]),
            ...(letters > 0 && mailed === letters
              ? []
              : [`${letters} letters went out ${mailed} times`]),
            ...found.flatMap(({ times, wrong }) =>
              times === 1 ? wrong : [`there ${times} times`],
            ),
            ...(undrawn ? [`${undrawn} certificates are not drawn`] : []),
          ],
        },
      ];
    },
  };
}

const DID = "A certificate, a payment and a PM, then a minute, a night and the next morning";

/** Faults of the queues. */
export const queueRows: readonly Row[] = [
  row("The queues deliver every message twice", DID, [{ at: "queue", how: "twice" }]),
  row("The queues deliver late, at the third attempt", DID, [
    { at: "queue", how: "late", times: 6 },
  ]),
  row(
    "The queues deliver all messages again when the work is done, the last first",
    DID,
    [],
    async ({ w }, messages) => {
      for (const body of messages.toReversed()) await w.env.JOB_QUEUE.sendBatch([{ body }]);
      await new Promise((resolve) => setTimeout(resolve, 3000));
    },
  ),
];
