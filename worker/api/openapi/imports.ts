import { cellsInput } from "../../domain/imports/check.ts";
import { kinds } from "../../domain/imports/kinds.ts";
import { mappingInput } from "../../domain/imports/mapping.ts";
import { shows } from "../../domain/imports/rows.ts";
import { answer, type Described, listQuery, madeOrChanged, page } from "./call.ts";
import {
  id,
  inputShape,
  instant,
  list,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";

const own = { tag: "Import", host: "company" } as const;
const needs = "create- or edit- of what is imported";
const names = Object.keys(kinds);
const states = ["mapping", "checking", "checked", "running", "done", "undoing", "undone"] as const;
const counts: Schema = {
  type: "object",
  additionalProperties: { type: "integer" },
  description: "Rows by what they are or became",
};

const progressFields = {
  id,
  kind: oneOf(...names),
  file_name: text,
  mode: oneOf("create", "update", "both"),
  state: oneOf(...states),
  counts,
  row_count: whole,
  part: { type: "number", minimum: 0, maximum: 1, description: "How much of what goes on is done" },
  created_at: instant,
  created_by_name: orNull(text),
  finished_at: orNull(instant),
};
const progress = object(progressFields);
const change = object({ field: text, from: {}, to: {} });
const row = object({
  id,
  row_no: whole,
  key: text,
  title: text,
  wrong: list(object({ field: text, label: text, at: orNull(whole), text, messages: list(text) })),
  changes: list(change),
  entity_id: orNull(id),
  is_done: truth,
  kept: orNull(text),
});

const step = (word: string, summary: string, more: Partial<Described> = {}): Described => ({
  ...own,
  method: "POST",
  path: `/imports/:id/${word}`,
  summary,
  needs,
  body: object({}),
  example: {},
  answer: answer(progress),
  refusals: [409],
  ...more,
});

export const importDescriptions = (): Described[] => [
  {
    ...own,
    method: "GET",
    path: "/imports",
    summary: "Imports, newest first",
    needs,
    query: listQuery(["id"], { kind: oneOf(...names) }, false),
    answer: page(progress),
  },
  {
    ...own,
    method: "POST",
    path: "/imports",
    summary: "Bring in a spreadsheet: a CSV or Excel file, or rows as text",
    needs,
    form: object(
      { kind: oneOf(...names) },
      { file: { type: "string", contentMediaType: "application/octet-stream" }, text },
    ),
    example: { kind: "departments", text: "Name,Code\nWard 12,W12" },
    status: 201,
    answer: madeOrChanged,
  },
  {
    ...own,
    method: "GET",
    path: "/imports/:id",
    summary: "An import: how far it is, its columns and choices",
    needs,
    answer: answer(
      object({
        ...progressFields,
        header: list(text),
        mapping: { type: "object", additionalProperties: { type: "integer" } },
        options: object({ missing: list(text), day_first: truth }, { is_mapped: truth }),
        made: list(
          object(
            { master: text, id: text, name: text },
            { version: whole, undone: truth, kept: text },
          ),
        ),
      }),
    ),
  },
  {
    ...own,
    method: "GET",
    path: "/imports/:id/rows",
    summary: "Its rows of one sort: what is wrong in them, or what they change",
    needs,
    query: listQuery(["row"], { show: oneOf(...shows), field: text }, false),
    answer: answer(list(row), { next: { type: ["string", "null"] }, show: oneOf(...shows) }),
  },
  {
    ...own,
    method: "POST",
    path: "/imports/:id/mapping",
    summary: "Say which column is which field, and what the rows are for",
    needs,
    body: inputShape(mappingInput),
    example: { mode: "both", columns: { "0": "name", "1": "code" }, missing: [], day_first: true },
    answer: madeOrChanged,
    refusals: [409],
  },
  step("cells", "Correct cells of rows that were refused", {
    body: inputShape(cellsInput),
    example: { cells: { "2": { "0": "Ward 12" } } },
  }),
  step("check", "Look at the next rows without writing any; repeat until `state` is checked"),
  step("recheck", "Look at every row once more", { answer: madeOrChanged }),
  step("run", "Write the next 200 rows; repeat until `state` is done"),
  step("undo", "Take back the last 200 rows; repeat until `state` is undone"),
];
