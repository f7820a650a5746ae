import { and, isNull } from "drizzle-orm";
import { z } from "zod";
import type { InstrumentMap } from "#app/shared/measuring/instrument-map.ts";
import { mapKinds, instrumentMaps as table } from "#drizzle/tenant/index.ts";
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

/** The bench makes maps while it measures, so who may write certificates may write them. */
const verbs = entity({
  table,
  noun: ["instrument map", "instrument maps"],
  subject: "certificate-report",
  permissions: {
    view: "view-certificate-report",
    create: "edit-certificate-report",
    edit: "edit-certificate-report",
    delete: "edit-certificate-report",
  },
  input,
  search: { words: ["name", "instrument"] },
  list: { sorts: { name: table.name } },
});

const MOST_KNOWN = 200;

/** How files of each kind of instrument are read: what is recognised, and which cells are which values of a measurement. */
export const instrumentMaps = {
  ...verbs,

  /** The maps by which a measuring page recognises files, by their names. @throws Response 403 */
  async known(session: Session): Promise<InstrumentMap[]> {
    const db = session.authorize("edit-certificate-report");
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
  },
};
