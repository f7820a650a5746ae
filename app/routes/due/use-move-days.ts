import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { addDays } from "#app/shared/company-time.ts";
import { dayName, openUrl } from "./words.ts";

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

const dayOf = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>("[data-day]")?.dataset.day;
/** The planned service of an entry that can be moved: its link names it. */
const dueOf = (target: EventTarget): string | null => {
  const entry = (target as Element).closest<HTMLAnchorElement>("a[data-due]");
  return entry && new URLSearchParams(entry.search).get("on");
};

/**
 * Moves an entry to another day, by dragging it or by keys: M takes it, the arrow keys choose the day, Enter asks the reason. Either
 * way opens the dialog of deferral with the day filled in; nothing moves before that is answered.
 */
export function useMoveDays({
  today,
  days,
  mayMove,
}: {
  today: string;
  days: readonly { on: string }[];
  mayMove: boolean;
}) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useRef<HTMLElement | null>(null);
  const taken = useRef<{ id: string; day: string } | null>(null);
  const [said, say] = useState("");
  const last = days.at(-1)?.on ?? today;

  const mark = (day: string | null) => {
    list.current?.querySelector(".is-target")?.classList.remove("is-target");
    if (day) list.current?.querySelector(`[data-day="${day}"]`)?.classList.add("is-target");
  };
  const ask = (id: string, day: string) =>
    navigate(openUrl(search, { on: id, do: "defer", day }), { preventScrollReset: true });
  const drop = () => {
    taken.current = null;
    mark(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    list.current = event.currentTarget;
    const held = taken.current;
    if (!held) {
      const entry = dueOf(event.target);
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!entry || !isPlain || event.key.toLowerCase() !== "m") return;
      event.preventDefault();
      const first = dayOf(event.target) ?? today;
      const day = first < today ? today : first;
      taken.current = { id: entry, day };
      mark(day);
      say(`${dayName(day)}. Choose a day with the arrow keys, Enter to defer, Escape to leave it.`);
      return;
    }
    if (event.key === "Escape") {
      drop();
      say("Left where it was");
    } else if (event.key === "Enter") {
      drop();
      ask(held.id, held.day);
    } else if (event.key in steps) {
      const day = addDays(held.day, steps[event.key]!);
      if (day >= today && day <= last) held.day = day;
      mark(held.day);
      say(
        day < today
          ? `${dayName(held.day)}. Days before today cannot be chosen.`
          : dayName(held.day),
      );
    } else return;
    event.preventDefault();
  };
  if (!mayMove) return { said, handlers: {} };
  return {
    said,
    handlers: {
      onKeyDown,
      onBlur: () => {
        if (taken.current) drop();
      },
      onDragStart: (event: DragEvent<HTMLElement>) => {
        list.current = event.currentTarget;
        const entry = dueOf(event.target);
        if (!entry) return;
        taken.current = { id: entry, day: dayOf(event.target) ?? "" };
        event.dataTransfer.effectAllowed = "move";
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const day = dayOf(event.target);
        const isGood = taken.current && day && day >= today && day !== taken.current.day;
        mark(isGood ? day : null);
        if (isGood) event.preventDefault();
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        const day = dayOf(event.target);
        const held = taken.current;
        drop();
        if (!held || !day || day < today || day === held.day) return;
        event.preventDefault();
        ask(held.id, day);
      },
      onDragEnd: drop,
    },
  };
}
