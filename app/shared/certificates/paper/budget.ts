import { distributionWords } from "../../calibration/procedure-words.ts";
import { withSymbol } from "../../metrology/measured.ts";
import type { ResultLine } from "../../metrology/point.ts";
import type { CertificateLine, CertificateParameter } from "../document.ts";
import { kText, resultOf, threeDigits } from "./figures.ts";
import type { Part, Row } from "./parts.ts";
import { figure, symbolOf } from "./words.ts";

/** In words that every face holds. */
const wordOf = (distribution: ResultLine["distribution"]) =>
  distribution === "type_a_readings"
    ? "Readings"
    : distribution === "spec"
      ? "Specification"
      : distributionWords[distribution];

/** The budget of each line of a parameter: of what it left, else of what was found. */
export const budgets = (parameter: CertificateParameter): Part[] =>
  parameter.lines.flatMap((line) => budgetOf(parameter, line));

function budgetOf(parameter: CertificateParameter, line: CertificateLine): Part[] {
  const result = resultOf(line, "as_left", parameter) ?? resultOf(line, "as_found", parameter);
  if (!result?.budget.length) return [];
  const symbol = symbolOf(parameter.unit);
  const inUnit = (name: string) => (symbol ? `${name}\n${symbol}` : name);
  const columns = [
    { head: "Symbol" },
    { head: "Component", grows: true },
    { head: "Distribution" },
    { head: "u", isRight: true },
    { head: "ν", isRight: true },
    { head: "c", isRight: true },
    { head: inUnit("|c|·u"), isRight: true },
    { head: "Share\n%", isRight: true },
  ];
  const rows = result.budget.map(
    (one): Row => [
      one.symbol,
      one.name,
      { text: wordOf(one.distribution), isQuiet: true },
      threeDigits(one.u),
      one.dof === null ? "infinite" : threeDigits(one.dof),
      threeDigits(one.sensitivity),
      threeDigits(one.contribution),
      { text: shareText(one.share), isBold: true },
    ],
  );
  const at = line.nominal === null ? null : withSymbol(line.nominal, symbol);
  const { name } = parameter;
  const title = at ? `Uncertainty budget: ${name}, ${at}` : `Uncertainty budget: ${name}`;
  const u = withSymbol(figure(result.u_reported), symbol);
  const uc = withSymbol(threeDigits(result.u_c), symbol);
  const nu = result.nu_eff === null ? "infinite" : threeDigits(result.nu_eff);
  const sum = `Combined standard uncertainty ${uc}, effective degrees of freedom ${nu}, k = ${kText(result)}, U = ${u}.`;
  return [
    { is: "heading", text: title },
    { is: "table", table: { columns, rows }, isDense: true, notes: [sum] },
  ];
}

/** A part of the whole in per cent. */
const shareText = (share: string) => (100 * Number(share)).toFixed(1);
