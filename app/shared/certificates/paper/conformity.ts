import type { Conformity, PaperContent, PaperDocument } from "../document.ts";
import { resultOf } from "./figures.ts";
import type { Fact } from "./parts.ts";
import { adjustmentWords, conformityWords } from "./words.ts";

type Side = "as_found" | "as_left";

/** A verdict in words, with how many of the judged lines pass. */
function verdictText(verdict: Conformity, { parameters }: PaperContent, side: Side): string {
  const verdicts = parameters.flatMap((parameter) =>
    parameter.lines.flatMap((line) => resultOf(line, side, parameter)?.verdict ?? []),
  );
  const judged = verdicts.filter((one) => one !== "not_stated");
  const passed = judged.filter((one) => one === "pass").length;
  const word = conformityWords[verdict];
  if (!judged.length || verdict === "not_stated") return `${word}.`;
  const [counted, all] = [String(passed), String(judged.length)];
  return judged.length === 1
    ? `${word}: one line is judged.`
    : `${word}: ${counted} of ${all} judged lines pass.`;
}

/** Whether the item conforms, as found and as left, and the rules by which that is decided. */
export function conformityRows({ content }: PaperDocument): Fact[] {
  const { conformity, as_found_conformity, adjustment, rules } = content;
  const isAdjusted = adjustment !== "none";
  return [
    ...(isAdjusted && as_found_conformity
      ? [{ name: "As found", text: verdictText(as_found_conformity, content, "as_found") }]
      : []),
    adjustmentRow(content),
    {
      name: isAdjusted ? "As left" : "Result",
      text: verdictText(conformity, content, "as_left"),
    },
    ...rules.map(({ code, name, text }) => ({ name: `Rule ${code}`, text: `${name}. ${text}` })),
  ];
}

/** Whether it was adjusted or repaired. */
function adjustmentRow({ adjustment, as_found_missing: missing }: PaperContent): Fact {
  const words = adjustmentWords[adjustment];
  const text = missing
    ? `${words}. There are no readings before it: ${missing}.`
    : adjustment === "none"
      ? "None. The results are those of the item as it was received."
      : `${words}. The results before and after stand side by side.`;
  return { name: "Adjustment", text };
}
