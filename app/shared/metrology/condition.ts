/** Conditions over the fields of a document: expressions with comparisons, `&&`, `||`, `!` and texts. Used by the blocks of a form. */
import {
  counted,
  type Expression,
  type Node,
  type Reader,
  read,
  refuseUnknown,
  treeOf,
} from "./expression.ts";
import { reckon } from "./reckon.ts";

type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
type Operand = { kind: "text"; value: string } | { kind: "expression"; of: Expression };
export type Condition =
  | { kind: "both" | "either"; left: Condition; right: Condition }
  | { kind: "not"; of: Condition }
  | { kind: "compared"; operator: Comparison; left: Operand; right: Operand }
  | { kind: "operand"; of: Operand };

export type FieldValue = string | number | boolean | null;

const comparisons: Readonly<Record<Comparison, (order: number) => boolean>> = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};
const isComparison = (operator: unknown): operator is Comparison =>
  typeof operator === "string" && Object.hasOwn(comparisons, operator);

function operandOf(reader: Reader, node: Node, depth: number): Operand {
  if (node.type === "Literal" && typeof node.value === "string") {
    counted(reader, depth);
    return { kind: "text", value: node.value };
  }
  return { kind: "expression", of: read(reader, node, depth) };
}

function conditionIn(reader: Reader, node: Node, depth = 1): Condition {
  const inner = (of: unknown) => conditionIn(reader, of as Node, depth + 1);
  const operand = (of: unknown) => operandOf(reader, of as Node, depth + 1);
  const { operator, left, right } = node;
  if (node.type === "UnaryExpression" && operator === "!") {
    counted(reader, depth);
    return { kind: "not", of: inner(node.argument) };
  }
  if (node.type === "BinaryExpression" && (operator === "&&" || operator === "||")) {
    counted(reader, depth);
    return {
      kind: operator === "&&" ? "both" : "either",
      ...{ left: inner(left), right: inner(right) },
    };
  }
  if (node.type === "BinaryExpression" && isComparison(operator)) {
    counted(reader, depth);
    return { kind: "compared", operator, left: operand(left), right: operand(right) };
  }
  return { kind: "operand", of: operandOf(reader, node, depth) };
}

/** Reads a condition. @throws ExpressionError with a sentence for the person who wrote it */
export function conditionOf(text: string, names: Iterable<string>): Condition {
  const reader: Reader = { names: new Set(), nodes: 0 };
  const condition = conditionIn(reader, treeOf(text));
  refuseUnknown(reader.names, names);
  return condition;
}

/** Whether a condition holds. What has no value makes a comparison false; texts are compared as they are, numbers as numbers. */
export function holds(condition: Condition, values: Readonly<Record<string, FieldValue>>): boolean {
  const given = (name: string) => (Object.hasOwn(values, name) ? values[name]! : null);
  const told = (operand: Operand): FieldValue => {
    if (operand.kind === "text") return operand.value;
    const { of } = operand;
    if (of.kind === "name") return given(of.name);
    const number = reckon(of, (name) => Number(given(name) ?? Number.NaN));
    return Number.isFinite(number) ? number : null;
  };
  const orderOf = (one: FieldValue, other: FieldValue): number => {
    if (one === null || other === null) return Number.NaN;
    if (typeof one === "string" && typeof other === "string")
      return one === other ? 0 : one < other ? -1 : 1;
    return Number(one) - Number(other);
  };
  switch (condition.kind) {
    case "both":
      return holds(condition.left, values) && holds(condition.right, values);
    case "either":
      return holds(condition.left, values) || holds(condition.right, values);
    case "not":
      return !holds(condition.of, values);
    case "operand":
      return Boolean(told(condition.of));
    case "compared": {
      const order = orderOf(told(condition.left), told(condition.right));
      return !Number.isNaN(order) && comparisons[condition.operator](order);
    }
  }
}
