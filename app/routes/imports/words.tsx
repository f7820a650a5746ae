import type { ReactNode } from "react";
import { Badge } from "#app/ui/page.tsx";
import type { Progress } from "#worker/domain/imports/jobs.ts";
import type { Show } from "#worker/domain/imports/rows.ts";

/** What each kind of rows is called. */
export const showNames: Record<Show, string> = {
  error: "Errors",
  update: "Changes",
  create: "New",
  same: "The same",
  skip: "Already there",
  kept: "Kept",
};

const states: Record<Progress["state"], Parameters<typeof Badge>[0] & { children: ReactNode }> = {
  mapping: { tone: "info", icon: "cols", children: "Columns to choose" },
  checking: { tone: "info", icon: "search", children: "Being checked" },
  checked: { tone: "amber", icon: "eye", children: "Checked, not written" },
  running: { tone: "amber", icon: "refresh", children: "Partly written" },
  done: { tone: "in-date", icon: "ok", children: "Done" },
  undoing: { tone: "amber", icon: "refresh", children: "Partly undone" },
  undone: { tone: "hold", icon: "archive", children: "Undone" },
};

export const ImportState = ({ state }: Pick<Progress, "state">) => <Badge {...states[state]} />;

export const modeNames: Record<Progress["mode"], string> = {
  both: "Add new and change what is there",
  create: "Only add new",
  update: "Only change what is there",
};
