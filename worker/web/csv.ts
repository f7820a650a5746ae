export type Cell = string | number | null | undefined;

const BOM = "\uFEFF";

/** One cell. What a spreadsheet would take for a formula gets an apostrophe in front. */
export function cellOf(value: Cell): string {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly Cell[]) => `${cells.map(cellOf).join(",")}\r\n`;

/** A CSV download, written while its rows are read: the one way any export leaves. */
export function csvResponse(name: string, head: readonly string[], pages: AsyncIterator<readonly (readonly Cell[])[]>): Response {
  const encoder = new TextEncoder();
  let begun = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun) {
        begun = true;
        return controller.enqueue(encoder.encode(BOM + lineOf(head)));
      }
      const { done, value } = await pages.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value.map(lineOf).join("")));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}.csv"`,
    },
  });
}
