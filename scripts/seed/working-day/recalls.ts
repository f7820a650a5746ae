import { recallFlow } from "#worker/domain/recalls/flow.ts";
import { recalls } from "#worker/domain/recalls/recalls.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import { matchRecalls } from "#worker/jobs/recalls.ts";
import type { Session } from "#worker/session.ts";
import { DAY, type Day, dayAt, HOUR, workingMoment } from "./day.ts";

type Notice = {
  maker: string;
  models: string;
  number: string;
  name: string;
  advice: string;
  softwareVersions?: string;
  /** Part of the devices of its model that it names by their serial numbers; all of them where it names none. */
  part?: number;
};
type Line = { id: string; asset_id: string; certainty: "certain" | "near"; lifecycle: string };

const pump: Notice = {
  ...{ maker: "Velmora Medical", models: "VM-S2*", number: "FSN-VM-2291" },
  name: "Syringe pump may stop without alarm when the battery is low",
  softwareVersions: "<= 4.5",
  advice:
    "Pumps with software up to 4.5 may stop on battery without the low-battery alarm. Keep them on mains while a patient is connected. Our service partner installs version 4.6 free of charge; tell us the serial numbers.",
};
const suction: Notice = {
  ...{ maker: "Norvane Instruments", models: "Aspira 30", number: "FSN-NI-0417" },
  name: "Jar lid may crack and let fluid into the pump",
  part: 0.7,
  advice:
    "Lids of some deliveries crack when they are sterilised with steam. Compare the serial number, look for hairline cracks, and change the lid. Lids are sent free of charge.",
};

const LINES = `select line.id, line.asset_id, line.certainty, assets.lifecycle from recall_assets as line
  join assets on assets.company_id = line.company_id and assets.id = line.asset_id
  where line.company_id = ? and line.recall_id = ? order by line.id`;

/** Devices and notices are compared, as the clock does within the minute. */
export async function matched({ ward, db, companyId }: Pick<Day, "ward" | "db" | "companyId">) {
  const part = { env: ward.env, db, owner: companyId, job: "recalls", shard: "", from: "" };
  while ((await matchRecalls({ ...part, at: Date.now() })) !== null);
}

/** Brings in a notice and matches it, as the clock does within the minute. @returns its devices, the certain ones first */
async function broughtIn(day: Day, notice: Notice, at: number, dueDays: number): Promise<Line[]> {
  const { db, companyId, desk, devices } = day;
  const { part, ...said } = notice;
  const serials = devices
    .filter(({ make, model }) => make === said.maker && said.models.startsWith(model))
    .map(({ serialNo }) => serialNo)
    .sort();
  const { data } = await recalls.create(desk, {
    ...{ ...said, source: "Maker" },
    ...(part ? { serials: serials.slice(0, Math.ceil(serials.length * part)).join(", ") } : {}),
    ...{ noticedOn: dayAt(at - 3 * DAY), dueOn: dayAt(at + dueDays * DAY) },
  });
  await matched(day);
  const { results } = await db.prepare(LINES).bind(companyId, data.id).all<Line>();
  const alive = results.filter(({ lifecycle }) => !/condemned|disposed/.test(lifecycle));
  return alive.sort((a, b) => a.certainty.localeCompare(b.certainty));
}

const answering =
  (who: Session, { id }: Line, name: "affect" | "clear" | "finish", reason: string) =>
  async () => {
    await recallFlow.move(who, id, name, { reason });
  };

/** A device is made a call for, which is worked on in the same hours unless it stays open. */
function planCall(day: Day, line: Line, at: number, isOpen: boolean): void {
  const { history, desk, engineers, random, recalled } = day;
  const engineer = random.pick(engineers);
  history.plan(at, async () => {
    const { data } = await recallFlow.move(desk, line.id, "call", {});
    const { call } = data as unknown as { call: string };
    recalled.add(line.asset_id);
    if (isOpen) {
      const to = { assignedUserId: engineer.actor.userId, assignedTeamId: "" };
      history.plan(at + 4 * HOUR, () => callFlow.move(desk, call, "assign", to));
      history.plan(at + 5 * HOUR, () => callFlow.move(engineer, call, "start", {}));
      history.plan(at + 6 * HOUR, () =>
        callFlow.move(engineer, call, "hold", {
          ...{ holdReason: "awaiting_vendor", reason: "Service partner comes with the software" },
        }),
      );
      return;
    }
    history.plan(at + random.int(3, 30) * HOUR, () => callFlow.move(engineer, call, "start", {}));
    history.plan(at + random.int(32, 60) * HOUR, async () => {
      await callFlow.move(engineer, call, "resolve", {
        causeCode: "recall",
        resolution: "Done as the notice says, checked, label changed.",
      });
      recalled.delete(line.asset_id);
      await matched(day);
    });
  });
}

/** A notice of last spring that every device has answered. */
export function planAnsweredRecall(day: Day, daysAgo: number): void {
  if (!day.devices.some(({ make }) => make === suction.maker)) return;
  const { history, desk, engineers } = day;
  const at = workingMoment(day, daysAgo);
  history.plan(at, async () => {
    for (const [place, line] of (await broughtIn(day, suction, at, 60)).entries()) {
      const on = at + (2 + place * 3) * DAY;
      if (line.certainty === "near" || place % 4 === 3)
        history.plan(on, answering(desk, line, "clear", "Lid is of the newer kind, date code 24"));
      else if (place % 2) {
        history.plan(on, answering(desk, line, "affect", "Lid of the old kind"));
        history.plan(
          on + 6 * DAY,
          answering(engineers[0]!, line, "finish", "Lid changed on the ward"),
        );
      } else planCall(day, line, on, false);
    }
  });
}

/** A notice of these weeks: some devices are done, some wait, and some are for a person to decide. */
export function planOpenRecall(day: Day, daysAgo: number): void {
  const { history, desk } = day;
  const at = workingMoment(day, daysAgo);
  history.plan(at, async () => {
    const lines = await broughtIn(day, pump, at, 45);
    for (const [place, line] of lines
      .filter(({ certainty }) => certainty === "certain")
      .entries()) {
      const on = at + (1 + place * 2) * DAY;
      if (place === 0) planCall(day, line, on, false);
      else if (place === 1) planCall(day, line, on, true);
      else if (place === 2)
        history.plan(on, answering(desk, line, "affect", "Version seen on the unit"));
    }
    const [, second] = lines.filter(({ certainty }) => certainty === "near");
    if (second)
      history.plan(
        at + 4 * DAY,
        answering(desk, second, "clear", "Shows version 4.6 when it is switched on"),
      );
  });
}
