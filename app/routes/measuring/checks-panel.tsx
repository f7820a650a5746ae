import { conditionWord, quantityWord } from "#app/shared/calibration/safety-words.ts";
import { type EvaluatedCheck, isMeasuredCheck } from "#app/shared/measuring/checks.ts";
import { withCheck } from "#app/shared/measuring/typing.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";
import { Badge, Panel } from "#app/ui/page.tsx";
import { importedLook } from "./imported-mark.ts";
import { useMeasuring } from "./measure-context.ts";

const groupWords = {
  visual: "Visual",
  function: "Function",
  alarm: "Alarms",
  electrical: "Electrical safety",
} as const;
const answers = [
  ["yes", "Yes"],
  ["no", "No"],
  ["na", "N/A"],
] as const;

/** The limit of an electrical check as people read it, or why there is none. */
function limitText({ against }: EvaluatedCheck): string {
  if (!against) return "";
  if (against.kind === "not_applicable") return "Does not apply to this device";
  if (against.kind === "ambiguous") return "Two limits fit equally well: mend the table of limits";
  if (against.kind !== "limit") return "No limit is known: it is reported without a verdict";
  const { limit } = against;
  const symbol = isUnit(limit.unit) ? units[limit.unit].symbol : limit.unit;
  const from = limit.source ? `, ${limit.source}` : "";
  return limit.op === "le"
    ? `at most ${limit.limit} ${symbol}${from}`
    : `at least ${limit.limit} ${symbol}${from}`;
}

function CheckVerdict({ verdict }: Pick<EvaluatedCheck, "verdict">) {
  if (verdict === "pass")
    return (
      <Badge tone="in-date" icon="ok" calm>
        Pass
      </Badge>
    );
  if (verdict === "fail")
    return (
      <Badge tone="overdue" icon="cross">
        Fail
      </Badge>
    );
  return verdict === "invalid" ? null : (
    <Badge tone="hold" icon="minus" calm>
      {verdict === "not_applicable" ? "N/A" : "Not stated"}
    </Badge>
  );
}

function CheckRow({ evaluated }: { evaluated: EvaluatedCheck }) {
  const { change } = useMeasuring();
  const { check, typed } = evaluated;
  const isMeasured = isMeasuredCheck(check);
  const put = (more: Partial<Omit<typeof typed, "imported">>) =>
    change((before) => withCheck(before, check.key, more));
  const needsRemark = typed.answer === "na" || typed.answer === "no" || typed.remark !== "";
  const symbol =
    evaluated.against?.kind === "limit" && isUnit(evaluated.against.limit.unit)
      ? units[evaluated.against.limit.unit].symbol
      : "";
  return (
    <li id={`check-${check.key}`}>
      <span className="ck-name">
        <b>{check.name}</b>
        {isMeasured && (
          <small>
            {[
              check.quantity && quantityWord(check.quantity),
              check.condition && conditionWord(check.condition),
            ]
              .filter(Boolean)
              .join(", ")}
          </small>
        )}
        {isMeasured && <small>{limitText(evaluated)}</small>}
        {!check.mandatory && <small>Optional</small>}
      </span>
      {isMeasured && (
        <label className="ck-value">
          <input
            {...importedLook("input num", typed.imported ?? false)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            aria-label={symbol ? `${check.name}, ${symbol}` : check.name}
            aria-invalid={evaluated.problem === "Not a number" || undefined}
            value={typed.value}
            onChange={({ currentTarget }) => put({ value: currentTarget.value })}
          />
          <small>{symbol}</small>
        </label>
      )}
      <fieldset className="seg ck-answer">
        <legend className="sr-only">{check.name}</legend>
        {answers
          .filter(([answer]) => !isMeasured || answer === "na")
          .map(([answer, word]) => (
            <label key={answer}>
              <input
                type={isMeasured ? "checkbox" : "radio"}
                name={`check-${check.key}`}
                checked={typed.answer === answer}
                onChange={({ currentTarget }) =>
                  put({ answer: currentTarget.checked ? answer : null })
                }
              />
              <span>{word}</span>
            </label>
          ))}
      </fieldset>
      <CheckVerdict verdict={evaluated.verdict} />
      {needsRemark && (
        <input
          className="input ck-remark"
          placeholder={typed.answer === "na" ? "Why it does not apply" : "Remark"}
          aria-label={`Remark on ${check.name}`}
          maxLength={300}
          value={typed.remark}
          onChange={({ currentTarget }) => put({ remark: currentTarget.value })}
        />
      )}
    </li>
  );
}

/** The checks of the procedure, by their groups. */
export function ChecksPanel() {
  const { checks } = useMeasuring();
  if (checks.length === 0) return null;
  const groups = (Object.keys(groupWords) as (keyof typeof groupWords)[]).filter((group) =>
    checks.some(({ check }) => check.group === group),
  );
  return (
    <Panel title="Checks" flush>
      {groups.map((group) => (
        <section key={group} aria-label={groupWords[group]}>
          <h3 className="ck-group">{groupWords[group]}</h3>
          <ul className="ck-list">
            {checks
              .filter(({ check }) => check.group === group)
              .map((evaluated) => (
                <CheckRow key={evaluated.check.key} evaluated={evaluated} />
              ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}
