/** What every list page, list API and export agree on. */
export type ListQuery = {
  /** Search text, trimmed; empty when there is none. */
  q: string;
  /** Key of the sorted column, always one of the list's allowed ones. */
  sort: string;
  dir: "asc" | "desc";
  /** Rows a page: 25, 50 or 100. */
  size: number;
  /** Filters that are set, by their key in the URL. */
  filters: Record<string, string>;
};

export type ListPage = {
  /** 1-based place of the first and last row shown; 0 and 0 when there are none. */
  from: number;
  to: number;
  /** How many match; null when that is not known without counting rows. */
  total: number | null;
  /** The total stopped counting here: show "1,000+". */
  capped: boolean;
  /** Cursors for `?after=` and `?before=`; null at the ends. */
  next: string | null;
  previous: string | null;
};

export type ListResult<R> = { rows: R[]; page: ListPage; query: ListQuery };

/** A choice in a picker: value, what is shown, and a quieter second text. */
export type Choice = { value: string; label: string; hint?: string };
