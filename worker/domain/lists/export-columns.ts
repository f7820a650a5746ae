/** A column of a download. */
export type ExportColumn<R, C> = {
  label: string;
  cell: (row: R) => C;
  /** The list's columns that show it; absent for what no list shows. */
  key?: string | readonly string[];
};

/** The columns an address asks for by the list's own keys in `cols`; all without one. */
export function askedColumns<R, C>(
  columns: readonly ExportColumn<R, C>[],
  params: URLSearchParams,
): readonly ExportColumn<R, C>[] {
  const asked = new Set((params.get("cols") ?? "").split("."));
  const some = columns.filter(({ key = [] }) => [key].flat().some((one) => asked.has(one)));
  return some.length ? some : columns;
}
