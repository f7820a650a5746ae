import { importJobs } from "#drizzle/tenant/index.ts";
import { attachFile } from "../domain/imports/attach.ts";
import { cellsInput, checkImport, correctCells } from "../domain/imports/check.ts";
import { findImport, importRights, listImports } from "../domain/imports/jobs.ts";
import { kinds } from "../domain/imports/kinds.ts";
import { mapImport, mappingInput, recheckImport } from "../domain/imports/mapping.ts";
import { choosePreset, presetInput } from "../domain/imports/presets/choose.ts";
import { presets } from "../domain/imports/presets/index.ts";
import { importPage, shows } from "../domain/imports/rows.ts";
import { runImport } from "../domain/imports/run.ts";
import { startImport } from "../domain/imports/start.ts";
import { undoImport } from "../domain/imports/undo.ts";
import { chosenFile, takeUpload } from "../files/upload.ts";
import { data, dataWith, done, page } from "./answers.ts";
import { type Call, companyCalls, multipart } from "./call.ts";
import {
  columnsShape,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const names = Object.keys(kinds);
const states = ["mapping", "checking", "checked", "running", "done", "undoing", "undone"] as const;
const counts: Schema = {
  type: "object",
  additionalProperties: { type: "integer" },
  description: "Rows by what they are or became",
};
const progress = columnsShape(
  importJobs,
  "id kind fileName mode rowCount createdAt createdByName finishedAt",
  {
    kind: oneOf(...names),
    state: oneOf(...states),
    counts,
    row_count: whole,
    part: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "How much of what goes on is done",
    },
  },
);
const row = object({
  id,
  row_no: whole,
  key: text,
  title: text,
  wrong: list(object({ field: text, label: text, at: orNull(whole), text, messages: list(text) })),
  changes: list(object({ field: text, from: {}, to: {} })),
  entity_id: orNull(id),
  is_done: truth,
  kept: orNull(text),
});

const call = companyCalls({ tag: "Import", needs: importRights, of: importJobs });
const asks = "create- or edit- of what is imported";
const textOf = (value: FormDataEntryValue | null) =>
  typeof value === "string" ? value : undefined;

/** Steps that continue where the last one ended. */
const steps = {
  check: {
    says: "Look at the next rows without writing any; repeat until `state` is checked",
    step: checkImport,
  },
  run: { says: "Write the next 200 rows; repeat until `state` is done", step: runImport },
  undo: { says: "Take back the last 200 rows; repeat until `state` is undone", step: undoImport },
} as const;

/** Spreadsheets: brought in, mapped, checked, written and undone step by step. */
export const importCalls: Call[] = [
  call({
    get: "/imports",
    asks,
    denied: 404,
    says: "Imports, newest first",
    query: listQuery(["id"], { kind: oneOf(...names) }, false),
    answer: page(progress),
    run: ({ session, query }) => listImports(session, query),
  }),
  call({
    post: "/imports",
    asks,
    says: "Bring in a spreadsheet: a CSV or Excel file, or rows as text",
    form: multipart(
      object(
        { kind: oneOf(...names) },
        { file: { type: "string", contentMediaType: "application/octet-stream" }, text },
      ),
    ),
    example: { kind: "departments", text: "Name,Code\nWard 12,W12" },
    status: 201,
    refuses: [],
    run: ({ session, form }) =>
      startImport(session, {
        kind: textOf(form.get("kind")) ?? "",
        file: chosenFile(form.get("file")),
        text: textOf(form.get("text")),
      }),
  }),
  call({
    get: "/imports/:id",
    asks,
    denied: 404,
    says: "An import: how far it is, its columns and choices",
    answer: data(
      object({
        ...progress.properties,
        header: list(text),
        mapping: { type: "object", additionalProperties: { type: "integer" } },
        options: object({ missing: list(text), day_first: orNull(truth) }, { is_mapped: truth }),
        notes: list(whole),
        preset: orNull(oneOf(...Object.keys(presets))),
        looks_like: orNull(oneOf(...Object.keys(presets))),
        made: list(
          object(
            { master: text, id: text, name: text },
            { version: whole, undone: truth, kept: text },
          ),
        ),
      }),
    ),
    run: async ({ session, id }) => {
      const { job, progress } = await findImport(session, id);
      const { header, mapping, options, made } = job;
      const { missing, dayFirst, isMapped, notes = [], preset = null, looksLike = null } = options;
      const chosen = toWire({ missing, dayFirst, ...(isMapped ? { isMapped } : {}) });
      return {
        ...{ ...progress, header, mapping, options: chosen, made },
        ...{ notes, preset, looks_like: looksLike },
      };
    },
  }),
  call({
    get: "/imports/:id/rows",
    asks,
    denied: 404,
    says: "Its rows of one sort: what is wrong in them, or what they change",
    query: listQuery(["row"], { show: oneOf(...shows), field: text }, false),
    answer: dataWith(list(row), { next: { type: ["string", "null"] }, show: oneOf(...shows) }),
    run: async ({ session, id, query }) => {
      const { rows, page, show } = await importPage(session, id, query);
      return { data: rows, next: page.next, show };
    },
  }),
  call({
    post: "/imports/:id/mapping",
    asks,
    says: "Say which column is which field, and what the rows are for",
    input: mappingInput,
    example: { mode: "both", columns: { "0": "name", "1": "code" }, missing: [], day_first: true },
    run: ({ session, id, body }) => mapImport(session, id, body),
  }),
  call({
    post: "/imports/:id/preset",
    asks,
    says: "Say which program's file it is, or that it is none; its columns are proposed anew",
    input: presetInput,
    example: { preset: "snipe-it-assets" },
    run: ({ session, id, body }) => choosePreset(session, id, body),
  }),
  call({
    post: "/imports/:id/cells",
    asks,
    says: "Correct cells of rows that were refused",
    input: cellsInput,
    example: { cells: { "2": { "0": "Ward 12" } } },
    answer: done(progress),
    run: ({ session, id, body }) => correctCells(session, id, body),
  }),
  call({
    post: "/imports/:id/recheck",
    asks,
    says: "Look at every row once more",
    run: ({ session, id }) => recheckImport(session, id),
  }),
  call({
    post: "/imports/:id/files",
    needs: "edit-asset",
    says: "Keep the content of a row's file, for an import of files; without one, the row is left out",
    form: multipart(
      object(
        { row: { ...text, description: "The number of the row" } },
        { file: { ...text, format: "binary", description: "At most 25 MB" } },
      ),
    ),
    example: { row: "2" },
    answer: done(progress),
    run: ({ session, visit, id, form }) =>
      attachFile(session, visit.env.MEDIA, id, textOf(form.get("row")), takeUpload(form, "file")),
  }),
  ...Object.entries(steps).map(([word, { says, step }]) =>
    call({
      post: `/imports/:id/${word}`,
      asks,
      says,
      answer: done(progress),
      run: ({ session, id }) => step(session, id),
    }),
  ),
];
