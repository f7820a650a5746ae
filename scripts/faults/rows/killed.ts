import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany } from "#tests/support/world.ts";
import { recount } from "../../seed/counters.ts";
import type { Place } from "../place.ts";
import type { Row } from "../run.ts";
import { saidBy } from "../said.ts";
import { words } from "../try.ts";
import type { Fault } from "../worker/rules.ts";
import type { Case } from "../works/work.ts";
import { type WorkName, works } from "../works.ts";
import { COMMAND } from "./tried-works.ts";

const ASSETS = 3000;
const FAULT = "The Worker is killed";
const ended = (error: unknown) =>
  `no answer (${(error as { code?: string }).code ?? String(error)})`;

/** A company with a list that takes a while to be written. */
async function listed({ w }: Place) {
  const company = await addCompany(w.env, "streams", 2, 2);
  await manyAssets(w, company, ASSETS);
  await recount(w.env[company.shard as "TENANT_DB_0"], company.id);
  const { cookie, host } = await signedIn(w, company, "admin");
  return (path: string) => w.server.fetch(`http://${host}${path}`, { headers: { cookie } });
}

/** Reads the first piece of an answer, does something, and reads on. @returns what came, and whether it broke off */
async function brokenOff(answer: Response, meanwhile: () => unknown) {
  const reader = answer.body!.getReader();
  const pieces = [(await reader.read()).value ?? new Uint8Array()];
  await meanwhile();
  const told = (isBroken: boolean) => {
    const text = Buffer.concat(pieces).toString();
    return { bytes: text.length, isBroken, lastLine: text.trim().split("\n").at(-1) ?? "" };
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return told(false);
      pieces.push(value);
    }
  } catch {
    return told(true);
  }
}

const streamed = (fault: string, strike: (place: Place) => unknown, isKilled: boolean): Row => ({
  fault,
  async run(place) {
    const get = await listed(place);
    // Each page of the list is waited for, so that the first piece is there long before the last.
    await place.faults([{ at: "d1", how: "slow", ms: 300 }]);
    const answer = await get("/asset/export.csv");
    const { bytes, isBroken, lastLine } = await brokenOff(answer, () => strike(place));
    const isTold = isBroken || lastLine.startsWith("This file is not complete");
    if (isKilled) await place.again();
    await place.well();
    const whole = await (await get("/asset/export.csv")).text();
    const lines = whole.trim().split("\n").length - 1;
    return [
      {
        ...{ fault, did: "A list is exported as CSV" },
        saw: isBroken
          ? `The download breaks off after ${bytes} bytes; the browser says so`
          : `The last line: ${lastLine}`,
        checked: `Asked for again it has all ${lines} rows`,
        wrong: [
          ...(isTold ? [] : ["a part of the list looked like a whole file"]),
          ...(lines === ASSETS ? [] : [`${lines} rows, not ${ASSETS}`]),
        ],
      },
    ];
  },
});

/** Sends a piece of work and kills the runtime when it is somewhere in it. */
const killed = (when: string, name: WorkName, faults: Fault[], afterMs: number): Row => ({
  fault: `${FAULT} ${when}`,
  async run(place) {
    const { send, found }: Case = await works[name].begin(place);
    await place.faults(faults);
    const sending = send().then(saidBy).then(words, ended);
    await wait(afterMs);
    place.kill();
    const saw = await sending;
    await place.again();
    const after = await found();
    const again = await saidBy(await send());
    const repeated = await saidBy(await send());
    const last = await found();
    return [
      {
        ...{
          fault: `${FAULT} ${when}`,
          did: works[name].name,
          saw: `${saw}; sent again: ${words(again)}`,
        },
        checked: `There ${after.times} times, then once after two repeats, whole`,
        wrong: [
          ...after.wrong.map((part) => `after the kill, ${part}`),
          ...last.wrong,
          ...(last.times === 1 ? [] : [`there ${last.times} times`]),
          ...(again.status < 400 ? [] : [`a repeat is answered ${words(again)}`]),
          ...(again.rest === repeated.rest ? [] : ["a repeat is answered otherwise"]),
        ],
      },
    ];
  },
});

/** Half of an upload has arrived when the runtime ends. */
const halfUpload: Row = {
  fault: `${FAULT} while a photo is sent`,
  async run(place) {
    const { admin, rows, w } = place;
    const asset = await place.device();
    const head =
      '--b\r\ncontent-disposition: form-data; name="service_ticket"\r\n\r\nPM-250101000000\r\n';
    const saw = await new Promise<string>((resolve) => {
      const sent = request(
        {
          ...{ host: "127.0.0.1", port: w.port, method: "POST" },
          path: `/api/service-report/create/${asset}`,
          headers: {
            ...{ host: admin.host, authorization: `Bearer ${admin.token}` },
            ...{ "content-type": "multipart/form-data; boundary=b", "content-length": 2_000_000 },
          },
        },
        (answer) => resolve(`${answer.statusCode}`),
      );
      sent.on("error", (error) => resolve(ended(error)));
      sent.write(head + "x".repeat(1_000_000));
      setTimeout(() => place.kill(), 300);
    });
    await place.again();
    const times = await rows.count("service_reports", "asset_id = ?", asset);
    return [
      {
        ...{ fault: `${FAULT} while a photo is sent`, did: "A report with a photo is saved", saw },
        checked: "Nothing of it is there",
        wrong: times ? [`there ${times} times`] : [],
      },
    ];
  },
};

/** Ends of the runtime, and of a stream. */
export const killedRows: readonly Row[] = [
  streamed(`${FAULT} while a list is read`, (place) => place.kill(), true),
  streamed(
    "D1 fails in the middle of an export",
    (place) =>
      place.faults([
        { at: "d1", how: "refused", says: "D1 DB exceeded its CPU time limit and was reset." },
      ]),
    false,
  ),
  halfUpload,
  killed(
    "between the file and the command",
    "create",
    [{ at: "d1", how: "slow", ms: 3000, holding: COMMAND }],
    1500,
  ),
  killed(
    "between the file and the command",
    "edit",
    [{ at: "d1", how: "slow", ms: 3000, holding: COMMAND }],
    1500,
  ),
  ...(["create", "receive", "issue", "pay", "pm"] as const).map((name) =>
    killed(
      "between the write and the answer",
      name,
      [{ at: "d1", how: "late", ms: 3000, holding: COMMAND }],
      1500,
    ),
  ),
];
