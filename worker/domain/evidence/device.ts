import { and, eq, isNull } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { timeText } from "#app/shared/dates.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { assetOf, assetQueries } from "../assets/find.ts";
import { beginExportWith } from "../lists/exports.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { fileQueries, filesLeftOut, filesOf, filesPart } from "./files.ts";
import { logLeftOut, logOf, logQueries } from "./log.ts";
import { partsOf } from "./parts.ts";
import { readsReports } from "./proof.ts";
import { careQueries, most } from "./read.ts";
import { reportsOf } from "./reports.ts";

const sections = {
  "view-breakdown": "service calls and downtimes",
  "view-vendor": "contracts",
  "view-asset-transfer": "transfers",
  "view-gate-pass": "gate passes",
} as const;
type Section = keyof typeof sections;

export type DeviceEvidence = Awaited<ReturnType<typeof readDevice>>;

/**
 * Begins the pack of a device: the export is logged before anything is read, in one round trip; `read` reads it while it is written.
 * @throws Response 403 without export-asset, 404, 429 for the sixth export in 5 minutes
 */
export async function deviceEvidence(session: Session, assetId: string) {
  const isLiving = and(eq(assets.id, assetId), isNull(assets.deletedAt))!;
  const { db, head } = await beginExportWith<{ assetCode: string } | null>(
    session,
    "export-asset",
    "Evidence pack of an asset",
    (log) =>
      log
        .select({ assetCode: assets.assetCode })
        .from(assets)
        .where(log.ofOwner(assets, isLiving)) as unknown as Statement,
    { kind: "asset", isThere: (own) => own.exists(assets, isLiving) },
  );
  return { assetCode: head?.assetCode ?? "", read: () => readDevice(session, db, assetId) };
}

/**
 * Everything that shows how a device was cared for, as far as the person may see it: at most 500 dates, 60 reports, 200 calls, 200 files
 * of 500 MB together and 2,000 entries of the log, the newest of each.
 */
async function readDevice(session: Session, seen: ReadingDb, assetId: string) {
  const isReader = readsReports(session);
  const madeAt = Date.now();
  const { timeZone } = session.company;
  const today = dayIn(timeZone, madeAt);
  const format = settingOf(session.company, "date_format");
  const time = (at: number | null) => (at === null ? null : timeText(at, timeZone, format));
  const [device, care] = await Promise.all([
    seen.read(
      ...assetQueries(seen, assetId),
      ...fileQueries(seen, assetId),
      ...logQueries(seen, assetId),
    ),
    seen.read(...careQueries(seen, assetId, session)),
  ]);
  const [rows, details, own, ofReports, ofCalls, entries, heads] = device;
  const asset = assetOf([rows, details]);
  const log = logOf(session, [entries as never, heads]);
  const { files, left } = filesOf(session, [own, ofReports, ofCalls]);
  const can = (permission: Section) => session.can(permission);
  const parts = partsOf(asset, care, { today, time, can });
  const hidden = (Object.keys(sections) as Section[]).filter((permission) => !can(permission));
  return {
    ...{ asset, parts: [...parts, filesPart(files, time)], files, log, madeAt },
    madeBy: session.actor.name,
    reports: await reportsOf(
      session,
      isReader ? care[2].slice(0, most.reports).map(({ id }) => id) : [],
    ),
    leftOut: [
      ...(isReader ? [] : [`Not visible to ${session.actor.name}: reports as they are printed.`]),
      ...hidden.map(
        (permission) => `Not visible to ${session.actor.name}: ${sections[permission]}.`,
      ),
      ...parts.flatMap(({ note }) => note ?? []),
      ...filesLeftOut(left),
      ...logLeftOut(log),
    ],
  };
}
