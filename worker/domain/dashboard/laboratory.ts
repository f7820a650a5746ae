import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { calibrators, consumers, machines } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { dueBy } from "../calibration/machine-filters.ts";
import type { Tile } from "./figures.ts";
import { type Known, said } from "./looks.ts";
import { within } from "./offered.ts";

/** So many rows are looked at for one figure; beside the figures of devices, fewer. */
const MOST = 50;
const FEW = 4;

/** As lists show records before anybody asks for others. */
const inUse = (table: typeof machines | typeof calibrators | typeof consumers): SQL =>
  and(isNull(table.deletedAt), isNull(table.archivedAt))!;

type Figure = "machines" | "calibrators" | "quarantined" | "consumers";

/** Which figures of the laboratory the person sees. */
const seenBy = (session: Session) => ({
  machines: session.can("view-machine") && within(session, "/machines"),
  calibrators: session.can("view-calibrator") && within(session, "/calibrations"),
  consumers: session.can("view-consumer") && within(session, "/consumers"),
});

/**
 * What the laboratory has to do, by looks that stop early, as one statement; hand its row to `laboratoryTiles`.
 * @param isBeside whether the figures of devices are read as well
 */
export function laboratoryLooks(
  session: Session,
  db: ReadingDb,
  { today, isBeside }: { today: string; isBeside: boolean },
) {
  const sees = seenBy(session);
  const most = isBeside ? FEW : MOST;
  const soon = addDays(today, SOON_DAYS);
  const days = (table: Table, on: SQL, where: SQL): SQL =>
    sql`(select json_group_array("on") from (select ${on} as "on" from ${table} where ${db.ofOwner(table, where)} order by ${on} limit ${sql.raw(String(most + 1))}))`;
  const columns: Record<Figure, SQL> = {
    machines: sees.machines
      ? days(machines, sql`${machines.orderOn}`, and(dueBy(soon), inUse(machines))!)
      : sql`null`,
    calibrators: sees.calibrators
      ? days(
          calibrators,
          sql`${calibrators.dueOn}`,
          and(sql`${calibrators.dueOn} <= ${soon}`, inUse(calibrators))!,
        )
      : sql`null`,
    quarantined: sees.calibrators
      ? days(
          calibrators,
          sql`${calibrators.calibratorNo}`,
          and(eq(calibrators.status, "quarantined"), inUse(calibrators))!,
        )
      : sql`null`,
    consumers: sees.consumers
      ? days(consumers, sql`${consumers.name}`, inUse(consumers))
      : sql`null`,
  };
  return db
    .select(
      Object.fromEntries(
        Object.entries(columns).map(([name, value]) => [
          name,
          sql<string | null>`${value}`.as(`laboratory_${name}`),
        ]),
      ) as Record<Figure, SQL.Aliased<string | null>>,
    )
    .from(sql`(select 1)`);
}

type Row = Record<Figure, string | null> | undefined;

/** The laboratory's tiles, each with the list whose rows add up to it. */
export function laboratoryTiles(
  row: Row,
  { today, isBeside }: { today: string; isBeside: boolean },
): Tile[] {
  const most = isBeside ? FEW : MOST;
  const found = (name: Figure): string[] | null =>
    row?.[name] ? (JSON.parse(row[name]) as string[]) : null;
  const known = (all: readonly string[], keeps: (on: string) => boolean = () => true): Known => {
    const n = all.filter(keeps).length;
    return { n: Math.min(n, most), isCut: n > most };
  };
  const isOver = (on: string) => on < today;
  const tiles: Tile[] = [];
  const push = (label: string, figure: Known, to: string, mark: Pick<Tile, "tone" | "icon">) =>
    tiles.push({ label, value: said(figure), to, ...(figure.n ? mark : {}) });
  const late = { tone: "overdue", icon: "alert" } as const;
  const soon = { tone: "amber", icon: "clock" } as const;
  const ofMachines = found("machines");
  if (ofMachines) {
    push("Machines overdue", known(ofMachines, isOver), "/machines?due=overdue", late);
    push("Machines due, 30 days", known(ofMachines), "/machines?due=30", soon);
  }
  const ofCalibrators = found("calibrators");
  if (ofCalibrators) {
    push("Calibrators expired", known(ofCalibrators, isOver), "/calibrations?due=expired", late);
    push("Calibrators due, 30 days", known(ofCalibrators), "/calibrations?due=30", soon);
  }
  const quarantined = found("quarantined");
  if (quarantined)
    push("In quarantine", known(quarantined), "/calibrations?status=quarantined", late);
  const ofConsumers = found("consumers");
  if (ofConsumers && !isBeside) push("Consumers", known(ofConsumers), "/consumers", {});
  return tiles;
}

/** The laboratory's registers that the person may open. */
export const registersOf = (session: Session) =>
  (
    [
      ["/machines", "Machine DUC", "Devices under calibration, of consumers and your own."],
      ["/calibrations", "Calibrator", "Standards with their certificates, checks and drift."],
      ["/procedures", "Procedures", "How each kind of device is measured, and with which budget."],
      ["/consumers", "Consumers", "For whom you calibrate: sites, people and contract reviews."],
      ["/signatures", "Signatures", "Who may calibrate, check and approve what."],
    ] as const
  )
    .filter(([to]) => within(session, to))
    .map(([to, title, text]) => ({ to, title, text }));
