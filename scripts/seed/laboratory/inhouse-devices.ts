import { addDays } from "#app/shared/company-time.ts";
import { deviceTypes } from "../devices.ts";
import { DAY, type Day, type Device, dayAt } from "../working-day/day.ts";
import type { Bench } from "./bench.ts";
import { chosenDevices } from "./own-devices.ts";
import type { InhouseRow } from "./tables.ts";

/** What is calibrated in house was in use before, so many days ago. */
const IN_USE_FOR = 560;
/** Planned calibrations are done when they are due within so many days, or late by so many. */
const EARLY = 15;
const LATE = 45;

/** Machines of a kind that are free, those that were certified longest ago first. */
async function freeMachines({ db, companyId, ids }: Bench, template: string): Promise<string[]> {
  const { results } = await db
    .prepare(
      `select asset_id as id from machines where company_id = ? and default_procedure_id = ? and status = 'active' and deleted_at is null
        order by last_cal_on, id`,
    )
    .bind(companyId, ids.procedures.get(template) ?? "")
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** The planned calibration that work of today does; empty where none is due about today. */
export async function planDone({ db, companyId }: Bench, assetId: string): Promise<string> {
  const on = dayAt(Date.now());
  const row = await db
    .prepare(
      `select id from due_occurrences where company_id = ? and asset_id = ? and kind = 'calibration'
        and status in ('scheduled', 'in_progress', 'deferred') and plan_on between ? and ? order by plan_on desc, id limit 1`,
    )
    .bind(companyId, assetId, addDays(on, -LATE), addDays(on, EARLY))
    .first<{ id: string }>();
  return row?.id ?? "";
}

/** Which devices of a hospital are calibrated in house: each is chosen when its first work begins, and stays. */
export class InhouseDevices {
  #chosen = new Map<string, Device>();
  #day: Day;
  #bench: Bench;
  #certified: ReadonlySet<string>;

  constructor(day: Day, bench: Bench) {
    this.#day = day;
    this.#bench = bench;
    this.#certified = new Set(chosenDevices(day.devices).map(({ device }) => device.id));
  }

  /** The device that a row is about; null where there is none. */
  async of({ template, device }: InhouseRow): Promise<Device | null> {
    const key = `${template} ${device}`;
    const known = this.#chosen.get(key);
    if (known) return this.#day.gone.has(known.id) ? null : known;
    const taken = new Set(this.#chosen.values());
    const fitting = await this.#fitting(template, device === "machine");
    const one = fitting.find((each) => !taken.has(each)) ?? null;
    if (one) this.#chosen.set(key, one);
    return one;
  }

  async #fitting(template: string, isMachine: boolean): Promise<Device[]> {
    const { devices, gone, busy, recalled } = this.#day;
    const free = devices.filter(({ id }) => !gone.has(id) && !busy.has(id) && !recalled.has(id));
    if (isMachine) {
      const machines = await freeMachines(this.#bench, template);
      return machines.flatMap((id) => free.find((one) => one.id === id) ?? []);
    }
    const type = deviceTypes.find(({ checklist }) => checklist === template)!.name;
    const since = this.#bench.now - IN_USE_FOR * DAY;
    return free
      .filter((one) => one.type === type && one.since < since && !this.#certified.has(one.id))
      .sort((a, b) => b.since - a.since);
  }
}
