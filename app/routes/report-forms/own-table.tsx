import { useState } from "react";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import { LAYOUT_LIMITS } from "#app/shared/certificates/forms/layout.ts";
import { Box } from "./boxes.tsx";

type Custom = Extract<FormBlock, { type: "table.custom" }>;
const [MOST_COLUMNS, MOST_ROWS] = [LAYOUT_LIMITS.columns, LAYOUT_LIMITS.rows];
const rowsIn = (text: string, columns: readonly string[]) =>
  text
    .split("\n")
    .slice(0, MOST_ROWS)
    .map((row) => {
      const cells = row.split("|").map((cell) => cell.trim());
      return columns.map((_, nth) => cells[nth] ?? "");
    });

/** What stands in a table of one's own. */
export function OwnTable({
  block,
  onChange,
}: {
  block: Custom;
  onChange: (block: FormBlock) => void;
}) {
  const { columns, rows } = block;
  // As it is typed: spaces at the end of a cell stay while one goes on.
  const [typed, setTyped] = useState(() => rows.map((row) => row.join(" | ")).join("\n"));
  return (
    <>
      <Box label="Columns" hint="One a line, at most 12">
        {(id) => (
          <textarea
            className="textarea"
            id={id}
            rows={3}
            value={columns.join("\n")}
            onChange={({ target }) => {
              const next = target.value.split("\n").slice(0, MOST_COLUMNS);
              onChange({ ...block, columns: next, rows: rowsIn(typed, next) });
            }}
          />
        )}
      </Box>
      <Box label="Rows" hint="One a line, cells parted by |; fields between braces">
        {(id) => (
          <textarea
            className="textarea code"
            id={id}
            rows={4}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              onChange({ ...block, rows: rowsIn(target.value, columns) });
            }}
          />
        )}
      </Box>
    </>
  );
}
