import type { Cell } from "#app/shared/cells.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownFields } from "../masters/own-columns.ts";
import type { Column } from "./columns.ts";
import { importable, kindOf, readerOf } from "./jobs.ts";
import { masterLabel, masters } from "./masters.ts";
import { isOwn, withOwn } from "./own-cells.ts";
import { MOST_COLUMNS } from "./start.ts";

/** What a column takes, in a few words. */
function takes({ name, as, words, master, hint }: Column): string {
  if (isOwn(name) && hint) return hint;
  const kind = words
    ? `One of: ${Object.values(words).join(", ")}`
    : master
      ? `A ${masterLabel(master).toLowerCase()} by its ${masters[master].by.join(" or ").replaceAll("_", " ")}`
      : {
          day: "A date",
          money: "An amount",
          whole: "A whole number",
          flag: "yes or no",
          text: "Text",
        }[as ?? "text"];
  return hint ? `${kind}. ${hint}` : kind;
}

async function* once<R>(rows: R[]) {
  yield rows;
}

/**
 * The file people fill in: one row that shows how, and what each column takes, with the fields that categories add.
 * @throws Response 404, also for a kind the person may not import
 */
export async function templateOf(session: Session, name: string) {
  const kind = kindOf(name);
  if (!importable(session).some((one) => one.name === kind.name)) notFound("template");
  const db = readerOf(session);
  const { columns: all, label } = kind.hasOwnFields
    ? withOwn(kind, ...(await db.read(ownFields(db))))
    : kind;
  const columns = all.slice(0, MOST_COLUMNS);
  const required = (column: Column) => (column.required ? "yes" : "");
  const notes: Cell[][] = columns.map((column) => [
    column.label,
    required(column),
    takes(column),
    column.example ?? "",
  ]);
  return {
    name: `${kind.name}-template`,
    sheets: [
      {
        name: label,
        head: columns.map((column) => (column.required ? `${column.label} *` : column.label)),
        pages: once([columns.map(({ example }): Cell => example ?? "")]),
      },
      {
        name: "Notes",
        head: ["Column", "Required", "What it takes", "Example"],
        widths: [26, 10, 70, 26],
        pages: once(notes),
      },
    ] as const,
  };
}
