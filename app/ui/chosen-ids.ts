import { useEffect, useState } from "react";
import { ask } from "./ask.ts";
import type { Chosen } from "./list-page.tsx";

type Part = { ids: string[]; next: string | null };

/** Reads the ids of all rows that match a list, request by request. @param href answers a part, from `from` on */
export async function idsMatching(
  href: string,
  search: string,
  signal: AbortSignal,
  progress: (count: number) => void,
): Promise<string[]> {
  const ids: string[] = [];
  const [path = "", more = ""] = href.split("?");
  for (let from: string | null = ""; from !== null; ) {
    const params = new URLSearchParams(search);
    for (const [key, value] of new URLSearchParams(more)) params.set(key, value);
    if (from) params.set("from", from);
    const part: Part = await ask(path, { query: params, signal });
    ids.push(...part.ids);
    progress(ids.length);
    from = part.next;
  }
  return ids;
}

/** The ids of what is chosen; of all that match they are looked up first, and `found` tells how far that is. */
export function useChosenIds(href: string, { all, ids, search }: Chosen) {
  const [known, setKnown] = useState<readonly string[] | null>(all ? null : ids);
  const [found, setFound] = useState(0);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!all) return;
    const control = new AbortController();
    idsMatching(href, search, control.signal, setFound).then(setKnown, (error: Error) => {
      if (!control.signal.aborted) setProblem(error.message);
    });
    return () => control.abort();
  }, [href, all, search]);
  return { ids: known, found, problem };
}
