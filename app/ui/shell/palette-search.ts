import { useEffect, useRef, useState } from "react";
import type { IconName } from "#app/shared/icon-names.ts";
import type { MenuSection } from "#app/shared/menu.ts";
import { hrefOf, leaves } from "./menu-path.ts";

export type Found = {
  group: string;
  title: string;
  hint?: string;
  href: string;
  icon?: IconName;
  /** The last that is shown of a group that has more. */
  isCut?: true;
  /** What was searched in place of a misspelt word. */
  meant?: string;
};
export type Search = (q: string) => Promise<Found[]>;

/** Screens whose title holds every word; all of them while nothing is typed. */
export function screensFor(menu: MenuSection[], q: string): Found[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return leaves(menu).flatMap(({ item, trail }) => {
    const text = [...trail, item.title].join(" ").toLocaleLowerCase();
    if (!words.every((word) => text.includes(word))) return [];
    return {
      group: "Go to",
      title: item.title,
      href: hrefOf(item),
      icon: item.icon,
      ...(trail.length > 0 ? { hint: trail.join(", ") } : {}),
    };
  });
}

/** Things found on the server, 250 ms after the last key, from two characters; late answers are dropped. */
export function useFound(q: string, search: Search | undefined) {
  const [result, setResult] = useState<{ found: Found[]; state: "ready" | "loading" | "failed" }>({
    found: [],
    state: "ready",
  });
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => {
    if (q.length < 2 || !latest.current) return setResult({ found: [], state: "ready" });
    let current = true;
    setResult((before) => ({ found: before.found, state: "loading" }));
    const timer = setTimeout(() => {
      latest.current?.(q).then(
        (found) => current && setResult({ found, state: "ready" }),
        () => current && setResult({ found: [], state: "failed" }),
      );
    }, 250);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [q]);
  return result;
}
