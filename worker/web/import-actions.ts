import { attachFile } from "../domain/imports/attach.ts";
import { checkImport, correctCells } from "../domain/imports/check.ts";
import { mapImport, recheckImport } from "../domain/imports/mapping.ts";
import { choosePreset } from "../domain/imports/presets/choose.ts";
import { runImport } from "../domain/imports/run.ts";
import { startImport } from "../domain/imports/start.ts";
import { undoImport } from "../domain/imports/undo.ts";
import type { Session } from "../session.ts";
import { actions, asData, type Commands, goesOn, type Values } from "./actions.ts";

/** Takes a spreadsheet in and goes on to its page. */
export const uploadActions = actions(
  ({ session, form }, { kind = "", text }) => {
    const file = form.get("file");
    return startImport(session, { kind, file: file instanceof File ? file : null, text });
  },
  { reply: goesOn(({ data }) => `/imports/${data.id}`) },
);

/** Fields such as `columns.3` as an object. */
const nested = (values: Values, prefix: string): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(`${prefix}.`))
      .map(([name, value]) => [name.slice(prefix.length + 1), value]),
  );

/** Fields such as `cell.12.3`: the texts of a row's columns, by row. */
function cellsIn(values: Values) {
  const cells: Record<string, Values> = {};
  for (const [place, text] of Object.entries(nested(values, "cell"))) {
    const [row = "", column = ""] = place.split(".");
    cells[row] = { ...cells[row], [column]: text };
  }
  return cells;
}

const steps: Commands<Session> = {
  check: ({ session, id }) => checkImport(session, id),
  run: ({ session, id }) => runImport(session, id),
  undo: ({ session, id }) => undoImport(session, id),
};

/** The forms of an import's page. */
export const importActions = actions({
  map: ({ session, id }, values) =>
    mapImport(session, id, {
      mode: values.mode ?? null,
      columns: nested(values, "columns"),
      missing: Object.keys(nested(values, "missing")),
      dayFirst: values.dayFirst ?? null,
    }),
  preset: ({ session, id }, { preset }) => choosePreset(session, id, { preset: preset ?? null }),
  recheck: ({ session, id }) => recheckImport(session, id),
  correct: ({ session, id }, values) => correctCells(session, id, { cells: cellsIn(values) }),
  ...steps,
});

/** The next step alone, for the page that drives it: answers how far the import is by then. */
export const stepActions = actions(
  {
    ...steps,
    attach: ({ session, visit, id, file }, { row }) =>
      attachFile(session, visit.env.MEDIA, id, row, file("file")),
  },
  { reply: asData, isData: true },
);
