import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { edges } from "../entity/edges.ts";
import { fieldAbout } from "../entity/fields.ts";
import { entityOf } from "../entity/nouns.ts";
import type { Form } from "../entity/references.ts";
import { type Column, called, calledWords } from "./columns.ts";
import { masterOf } from "./masters.ts";
// A column that names a record is called as its entity is.
import "../index.ts";

/** What a spreadsheet says of a field beyond what its form says; `like` is what else people call it, one word each. */
type SheetField = Partial<Omit<Column, "name" | "like">> & { like?: string };
/** The fields that are columns of a spreadsheet, in their order. */
export type Sheet = Readonly<Record<string, SheetField>>;

function columnOf(
  table: SQLiteTable,
  { shape }: Form,
  name: string,
  { like, ...more }: SheetField = {},
): Column {
  const field = shape[name];
  const { label, as, words } = field ? fieldAbout(field) : {};
  const target = edges.find((edge) => edge.table === table && edge.column.name === name)?.target;
  const isRequired = field && !field.safeParse(undefined).success;
  return {
    name,
    label: label ?? (target ? entityOf(target).label : called(name)),
    ...(isRequired ? { required: true } : {}),
    ...(as ? { as } : {}),
    ...(words ? { words: calledWords(words) } : {}),
    ...(target ? { master: masterOf(target) } : {}),
    ...(like ? { like: like.split(" ") } : {}),
    ...more,
  };
}

/**
 * The columns in which spreadsheets hold an entity's records: labels, kinds, words and masters as its form and its foreign keys say.
 * Without a sheet, all fields that have a label or name a record.
 */
export function sheetColumns(table: SQLiteTable, form: Form, sheet?: Sheet): Column[] {
  const isPlain = (name: string) =>
    fieldAbout(form.shape[name]!).label !== undefined ||
    edges.some((edge) => edge.table === table && edge.column.name === name);
  const names = sheet ? Object.keys(sheet) : Object.keys(form.shape).filter(isPlain);
  return names.map((name) => columnOf(table, form, name, sheet?.[name]));
}
