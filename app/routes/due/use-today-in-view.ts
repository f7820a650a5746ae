import { useEffect, useRef } from "react";

/**
 * The list of a week's days, which brings today's into view where they stand below one another. Whoever has already moved on the
 * page stays there.
 * @param week the first day that is shown; null for what is no week
 */
export function useTodayInView(week: string | null) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (week && scrollY === 0)
      list.current?.querySelector(".is-today")?.scrollIntoView({ block: "nearest" });
  }, [week]);
  return list;
}
