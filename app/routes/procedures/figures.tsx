import type { Verdict } from "#app/shared/metrology/decision.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

/** A figure of the engine cut to a few digits, to be looked at: nothing is reckoned from it. */
export function shortFigure(text: string | null, digits = 4): string {
  if (text === null) return "–";
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const short = Number(value.toPrecision(digits));
  return signed(Math.abs(short) >= 1e6 ? short.toExponential(2) : String(short));
}

/** Limits as people read them, without their unit. */
export function limitsText({
  lower,
  upper,
}: {
  lower: string | null;
  upper: string | null;
}): string {
  if (lower !== null && upper !== null) return `${signed(lower)} to ${signed(upper)}`;
  if (upper !== null) return `≤ ${signed(upper)}`;
  return lower === null ? "–" : `≥ ${signed(lower)}`;
}

const looks: Readonly<Record<Verdict, readonly [Tone, IconName, string]>> = {
  pass: ["in-date", "ok", "Pass"],
  conditional_pass: ["amber", "ok", "Conditional pass"],
  conditional_fail: ["amber", "alert", "Conditional fail"],
  fail: ["overdue", "cross", "Fail"],
  not_stated: ["hold", "minus", "Not stated"],
  invalid: ["hold", "pause", "No verdict"],
};

/** A verdict in a word. */
export const verdictText = (verdict: Verdict): string => looks[verdict][2];

/** A verdict as icon, word and colour. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const [tone, icon, word] = looks[verdict];
  return (
    <Badge tone={tone} icon={icon} calm={verdict === "pass"}>
      {word}
    </Badge>
  );
}
