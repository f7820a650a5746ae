import { and, isNull } from "drizzle-orm";
import { z } from "zod";
import type { InstrumentMap } from "#app/shared/measuring/instrument-map.ts";
import { mapKinds, instrumentMaps as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { optionalText, text, word } from "../entity/fields.ts";
import { mapContent } from "./instrument-map-input.ts";

const input = z.strictObject({
  name: text("Name", 120),
  instrument: optionalText(120, "Instrument"),
  kind: word("Kind", mapKinds, "Choose a kind"),
  content: mapContent(),
});

const maps = {
  table,
  noun: ["instrument map", "instrument maps"],
  input,
  search: { words: ["name", "instrument"] },
  list: { sorts: { name: table.name } },
} as const;

/** The bench makes maps while it measures, so who may write certificates may write them. */
const verbs = entity({
  ...maps,
  subject: "certificate-report",
  permissions: {
    view: "view-certificate-report",
    create: "edit-certificate-report",
    edit: "edit-certificate-report",
    delete: "edit-certificate-report",
  },
});
/** The same maps for who measures in-house calibrations, and may not write certificates. */
const inhouseVerbs = entity({
  ...maps,
  subject: "inhouse-calibration",
  permissions: {
    view: "view-inhouse-calibration",
    create: "edit-inhouse-calibration",
    edit: "edit-inhouse-calibration",
    delete: "edit-inhouse-calibration",
  },
});

const MOST_KNOWN = 200;

/** The maps by which a measuring page recognises files, by their names. */
async function knownMaps(db: ReadingDb): Promise<InstrumentMap[]> {
  const { id, version, name, instrument, kind, content } = table;
  const [rows] = await db.read(
    db
      .select({ id, version, name, instrument, kind, content })
      .from(table)
      .where(db.ofOwner(table, and(isNull(table.deletedAt), isNull(table.archivedAt))))
      .orderBy(table.name)
      .limit(MOST_KNOWN),
  );
  return rows;
}

/** How files of each kind of instrument are read: what is recognised, and which cells are which values of a measurement. */
export const instrumentMaps = {
  ...verbs,
  /** @throws Response 403 */
  known: (session: Session) => knownMaps(session.authorize("edit-certificate-report")),
};

/** The company's maps where in-house calibrations are measured: recognised, made and corrected there. */
export const inhouseMaps = {
  /** @throws Response 403 */
  known: (session: Session) => knownMaps(session.authorize("edit-inhouse-calibration")),
  create: (session: Session, sent: unknown) => inhouseVerbs.create(session, sent),
  update: (session: Session, id: string, sent: Record<string, unknown>) =>
    inhouseVerbs.update(session, id, sent),
};
