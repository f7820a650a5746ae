import { dateText } from "#app/shared/dates.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import type { WorkList } from "../domain/due/work-list.ts";
import { qrOf } from "../domain/labels/qr.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Session } from "../session.ts";
import { slipOf } from "./slip.ts";

/** A work list as it stands on paper, every text as it is read; its print page and its PDF both draw it. */
export function workSheet(session: Session, { groups, today, isCut }: WorkList) {
  const { company, origin } = session;
  const date = (on: string) => dateText(on, settingOf(company, "date_format"));
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return {
    ...slipOf(company),
    title: "Work list",
    numberName: "Due services",
    number: date(today),
    under: plural(count, "1 planned service", "{n} planned services"),
    qr: qrOf(`${origin}/due-service-calendar`),
    qrName: "QR code of the calendar",
    note: isCut ? "More match. The first 500 by day are on this list." : null,
    heads: ["", "", "Asset", "Place", "What", "Until", "Remarks"],
    groups: groups.map(({ location, rows }) => ({
      title: `${location}: ${plural(rows.length, "1 planned service", "{n} planned services")}`,
      rows: rows.map((row) => ({
        id: row.id,
        qr: row.qr,
        code: row.code,
        cells: [
          [row.code, row.name, [row.make, row.model, row.serialNo].filter(Boolean).join(", ")]
            .filter(Boolean)
            .join("\n"),
          [row.path, row.room].filter(Boolean).join(", "),
          `${dueKinds[row.kind]}\n${date(row.planOn)}`,
          date(row.closesOn ?? row.dueOn),
        ] as const,
      })),
    })),
  };
}
export type WorkSheet = ReturnType<typeof workSheet>;
