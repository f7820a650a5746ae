import { useEffect, useRef, useState } from "react";
import { folded } from "#app/shared/folded.ts";
import type { Choice } from "#app/shared/list.ts";

export type Load = (q: string) => Promise<Choice[]>;
export type Choices = { list: Choice[]; state: "ready" | "loading" | "failed" };

const words = (text: string) => folded(text).split(/\s+/).filter(Boolean);

/** Choices that hold every word of the query, in label or hint. */
function matching(options: Choice[], q: string): Choice[] {
  const wanted = words(q);
  return options.filter((option) => {
    const text = folded(`${option.label} ${option.hint ?? ""}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** The choices for a query while the list is open: from memory at once, from the server 250 ms after the last key. */
export function useChoices(
  open: boolean,
  q: string,
  options: Choice[] | undefined,
  load: Load | undefined,
  loading?: boolean,
): Choices {
  const [found, setFound] = useState<Choices>({ list: [], state: "loading" });
  const latest = useRef(load);
  latest.current = load;
  const remote = load !== undefined;

  useEffect(() => {
    if (!open || !remote) return;
    let current = true;
    setFound((before) => ({ list: before.list, state: "loading" }));
    const timer = setTimeout(
      () => {
        latest.current?.(q).then(
          (list) => current && setFound({ list, state: "ready" }),
          () => current && setFound({ list: [], state: "failed" }),
        );
      },
      q === "" ? 0 : 250,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, q, remote]);

  if (loading) return { list: [], state: "loading" };
  if (remote) return found;
  return { list: matching(options ?? [], q), state: "ready" };
}
