import { COVERAGE } from "#app/shared/calibration/procedure-content.ts";
import { roundingWords } from "#app/shared/calibration/procedure-words.ts";
import { methodWords } from "#app/shared/calibration/safety-words.ts";
import { Panel } from "#app/ui/page.tsx";
import { AreaBox, ChoiceBox, TextBox, TickBox } from "./boxes.tsx";
import { useEditor } from "./editor-context.ts";

const methods = Object.entries(methodWords).map(([value, label]) => ({ value, label }));

/** The methods of measuring, and what an older draft calls its own. */
const methodsWith = (own: string) => [
  ...methods,
  ...(own && !methods.some(({ value }) => value === own) ? [{ value: own, label: own }] : []),
];

/** What a version says as a whole. */
export function GeneralSection() {
  const { draft, change, rules } = useEditor();
  const { content } = draft;
  const { coverage, rounding, safety } = content;
  return (
    <>
      <Panel title="Method">
        <div className="form form-2">
          <TextBox
            path={["methodReference"]}
            value={draft.methodReference}
            label="Method reference"
            required
            maxLength={200}
            hint="The standard, or the laboratory's own method with its issue."
          />
          <ChoiceBox
            path={["decisionRuleId"]}
            value={draft.decisionRuleId}
            label="Decision rule"
            placeholder="As agreed with the consumer"
            options={rules.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextBox
            path={["effectiveOn"]}
            value={draft.effectiveOn}
            label="In force from"
            type="date"
          />
          <TextBox
            path={["changeNote"]}
            value={draft.changeNote}
            label="What is new"
            maxLength={1000}
          />
          <ChoiceBox
            path={["content", "coverage", "mode"]}
            value={coverage.mode}
            label="Coverage"
            placeholder={false}
            options={[
              { value: "p", label: "By probability p" },
              { value: "k", label: "By factor k" },
            ]}
            onChosen={(mode) =>
              change(["content", "coverage"], { mode, figure: COVERAGE[mode as "p" | "k"].usual })
            }
          />
          <TextBox
            path={["content", "coverage", "figure"]}
            value={coverage.figure}
            label={coverage.mode}
            inputMode="decimal"
            maxLength={24}
          />
          <ChoiceBox
            path={["content", "rounding", "mode"]}
            value={rounding.mode}
            label="Rounding of U"
            placeholder={false}
            options={Object.entries(roundingWords).map(([value, label]) => ({ value, label }))}
          />
          <ChoiceBox
            path={["content", "rounding", "digits"]}
            value={String(rounding.digits)}
            label="Digits of U"
            placeholder={false}
            options={[
              { value: "1", label: "1" },
              { value: "2", label: "2" },
            ]}
            onChosen={(digits) => change(["content", "rounding", "digits"], Number(digits))}
          />
          <TextBox
            path={["content", "warmUpMinutes"]}
            value={content.warmUpMinutes}
            label="Warm-up, minutes"
            inputMode="numeric"
            maxLength={5}
          />
          <TextBox
            path={["content", "acclimatiseMinutes"]}
            value={content.acclimatiseMinutes}
            label="Acclimatisation, minutes"
            inputMode="numeric"
            maxLength={5}
          />
          <TickBox
            path={["content", "asFoundRequired"]}
            checked={content.asFoundRequired}
            label="Measured as found, before any adjustment"
          />
        </div>
      </Panel>
      <Panel title="Electrical safety">
        <div className="form form-2">
          <TextBox
            path={["content", "safety", "standard"]}
            value={safety.standard}
            label="Standard"
            maxLength={60}
          />
          <TextBox
            path={["content", "safety", "edition"]}
            value={safety.edition}
            label="Edition"
            maxLength={20}
          />
          <ChoiceBox
            path={["content", "safety", "method"]}
            value={safety.method}
            label="Measuring method"
            options={methodsWith(safety.method)}
            hint="The limits of each are its own."
          />
        </div>
      </Panel>
      <Panel title="Words">
        <div className="form">
          <AreaBox
            path={["content", "scope"]}
            value={content.scope}
            label="Scope"
            maxLength={4000}
          />
          <AreaBox
            path={["content", "precautions"]}
            value={content.precautions}
            label="Precautions"
            maxLength={4000}
          />
          <AreaBox
            path={["content", "preparation"]}
            value={content.preparation}
            label="Preparation"
            maxLength={4000}
          />
          <AreaBox
            path={["content", "statements"]}
            value={content.statements}
            label="Statements on the certificate"
            hint="One a line."
            maxLength={10_000}
          />
        </div>
      </Panel>
    </>
  );
}
