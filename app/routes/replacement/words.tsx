import { partWords, type ScoreParts, scoreParts } from "#app/shared/replacement.ts";
import { Badge, Tabs } from "#app/ui/page.tsx";

const grades = {
  strong: ["overdue", "alert", "Strong"],
  flagged: ["amber", "clock", "Flagged"],
  none: ["hold", "ok", "Keep"],
} as const;

/** How strongly a score speaks for replacing a device. */
export function GradeBadge({ grade }: { grade: keyof typeof grades }) {
  const [tone, icon, word] = grades[grade];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** The parts of a score: "Age to life 80, Service cost n/a". */
export const partsText = (parts: ScoreParts): string =>
  scoreParts.map((part) => `${partWords[part]} ${parts[part] ?? "n/a"}`).join(", ");

/** A share in 1/100 of a percent: "31.5 %". */
export const percentText = (bp: number | null): string =>
  bp === null ? "n/a" : `${(bp / 100).toFixed(1)} %`;

const pages = [
  ["/replacement", "Scores"],
  ["/replacement/board", "Condemnation board"],
  ["/replacement/budget", "Budget"],
] as const;

/** The pages about replacing devices. */
export const ReplacementTabs = ({ at }: { at: (typeof pages)[number][0] }) => (
  <Tabs
    label="Replacement"
    tabs={pages.map(([to, label]) => ({ label, to, current: to === at }))}
  />
);
