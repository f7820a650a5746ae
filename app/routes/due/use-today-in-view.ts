import { useEffect, useRef } from "react";

/**
 * The list of a week's days. Where they stand below one another it brings today's into view, unless one has already moved on the
 * page.
 * @param week the first day that is shown; null for what is no week
 */
export function useTodayInView(week: string | null) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [first, today] = [":first-child", ".is-today"].map((day) =>
      list.current?.querySelector<HTMLElement>(`:scope > ${day}`),
    );
    const isBelow = first && today && today.offsetTop > first.offsetTop;
    if (week && isBelow && scrollY === 0) today.scrollIntoView({ block: "nearest" });
  }, [week]);
  return list;
}
