import type { IconName } from "#app/shared/icon-names.ts";
import type { Tone } from "#app/ui/page.tsx";

type Words = { word: string; says: string; tone: Tone; icon: IconName };

/** The states of a call in the words of whoever reported it. */
const states: Record<string, Words> = {
  new: {
    word: "Reported",
    says: "Your report has reached the team that looks after this device.",
    tone: "info",
    icon: "clock",
  },
  acknowledged: {
    word: "Seen",
    says: "The team has seen your report.",
    tone: "info",
    icon: "eye",
  },
  assigned: {
    word: "Given to an engineer",
    says: "An engineer has been given your report.",
    tone: "info",
    icon: "user",
  },
  in_progress: {
    word: "Being worked on",
    says: "Work on this device is going on.",
    tone: "amber",
    icon: "wrench",
  },
  on_hold: {
    word: "Waiting",
    says: "Work on this device waits, for example for a part.",
    tone: "hold",
    icon: "pause",
  },
  resolved: {
    word: "Done, please check",
    says: "Work on this device is done. Try it, and say whether it works again.",
    tone: "in-date",
    icon: "ok",
  },
  closed: { word: "Closed", says: "This call is closed.", tone: "in-date", icon: "lock" },
  cancelled: {
    word: "Cancelled",
    says: "This call was cancelled. If the problem is still there, report it anew at the device.",
    tone: "hold",
    icon: "x",
  },
  closed_duplicate: {
    word: "Joined with another report",
    says: "The same problem was reported before. Work goes on under that report.",
    tone: "hold",
    icon: "swap",
  },
  closed_condemned: {
    word: "Device taken out of use",
    says: "This device is not repaired any more. It was taken out of use.",
    tone: "hold",
    icon: "cross",
  },
};

export const wordsOf = (state: string): Words => states[state] ?? states.new!;
