/**
 * Expressions that a person writes: the model of a measurement, the value of a component. Parsed by jsep with a few operators; what
 * they mean is decided here. Nothing of them is ever run as code. Conditions are read in `condition.ts`.
 */
import jsep from "jsep";
import { kept, once } from "./kept.ts";

const MOST_CHARACTERS = 500;
const MOST_NODES = 100;
const DEEPEST = 20;

/** An expression that is refused, with a sentence that says why. */
export class ExpressionError extends Error {}
export const refuse = (message: string): never => {
  throw new ExpressionError(message);
};

export type Unary = "sqrt" | "exp" | "log" | "log10" | "sin" | "cos" | "tan" | "atan" | "abs";
const functions: ReadonlySet<string> = new Set<Unary>([
  ...(["sqrt", "exp", "log", "log10"] as const),
  ...(["sin", "cos", "tan", "atan", "abs"] as const),
]);
const isFunction = (name: string): name is Unary => functions.has(name);

export type Arithmetic = "+" | "-" | "*" | "/";
export type Expression =
  | { kind: "number"; value: number }
  | { kind: "name"; name: string }
  | { kind: "negative"; of: Expression }
  | { kind: "operation"; operator: Arithmetic; left: Expression; right: Expression }
  /** Its exponent holds no name. */
  | { kind: "power"; base: Expression; exponent: Expression }
  | { kind: "function"; name: Unary; of: Expression };

// jsep has one configuration for all who use it, and only this file does.
jsep.removeAllLiterals();
jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
for (const operator of ["+", "-", "!"]) jsep.addUnaryOp(operator);
const strengths: Readonly<Record<string, number>> = {
  ...{ "||": 1, "&&": 2, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7 },
  ...{ "+": 9, "-": 9, "*": 10, "/": 10 },
};
for (const [operator, strength] of Object.entries(strengths)) jsep.addBinaryOp(operator, strength);
jsep.addBinaryOp("**", 11, true);

export type Node = jsep.Expression & Record<string, unknown>;

/** The parser passes over separators outside of parentheses. */
function refuseSeparators(text: string): void {
  let depth = 0;
  for (const sign of text.replaceAll(/"[^"]*"|'[^']*'/g, "")) {
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    else if (sign === ";") refuse('";" may not be used here');
    else if (sign === "," && depth <= 0)
      refuse("A comma stands between the values of a function only; decimals have a point");
  }
}

/** The tree of a text as the parser makes it; what may stand in it is for the reader to say. */
export function treeOf(text: string): Node {
  if (text.length > MOST_CHARACTERS)
    refuse(`The expression has more than ${MOST_CHARACTERS} characters`);
  if (text.trim() === "") refuse("The expression is empty");
  if (text.includes("^")) refuse('Powers are written with "**", not with "^"');
  refuseSeparators(text);
  try {
    return jsep(text) as Node;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : "";
    return refuse(`The expression cannot be read: ${said || "something is missing"}`);
  }
}

/** Counts what is read, so that none is too large or too deep. */
export type Reader = { names: Set<string>; nodes: number };
export function counted(reader: Reader, depth: number) {
  reader.nodes += 1;
  if (reader.nodes > MOST_NODES) refuse(`The expression has more than ${MOST_NODES} parts`);
  if (depth > DEEPEST) refuse(`The expression is nested more than ${DEEPEST} deep`);
}

const isArithmetic = (operator: unknown): operator is Arithmetic =>
  operator === "+" || operator === "-" || operator === "*" || operator === "/";

function named(reader: Reader, name: string): Expression {
  if (name === "pi") return { kind: "number", value: Math.PI };
  reader.names.add(name);
  return { kind: "name", name };
}

/** The name of `range.u_abs`: two plain names; anything else that has parts is refused. */
function memberName(node: Node): string {
  const { object, property, computed } = node as unknown as {
    object: Node;
    property: Node;
    computed: boolean;
  };
  if (computed || object.type !== "Identifier" || property.type !== "Identifier")
    refuse("Only names, numbers and functions may be used");
  return `${String(object.name)}.${String(property.name)}`;
}

function powerOf(base: Expression, exponent: Expression): Expression {
  if (namesIn(exponent).length > 0) refuse("An exponent is a number, without names");
  return { kind: "power", base, exponent };
}

function called(reader: Reader, node: Node, depth: number): Expression {
  const callee = node.callee as Node;
  const given = node.arguments as Node[];
  const name = callee.type === "Identifier" ? String(callee.name) : "";
  const taken = (count: number) => {
    if (given.length !== count)
      refuse(count === 1 ? `"${name}" takes one value` : `"${name}" takes ${count} values`);
    return given.map((one) => read(reader, one, depth + 1));
  };
  if (name === "pow") {
    const [base, exponent] = taken(2);
    return powerOf(base!, exponent!);
  }
  if (!isFunction(name)) return refuse(`"${name || "This"}" is not a function that is known here`);
  return { kind: "function", name, of: taken(1)[0]! };
}

/** Reads a part of a tree. @throws ExpressionError for what may not stand in an expression */
export function read(reader: Reader, node: Node, depth = 1): Expression {
  counted(reader, depth);
  const inner = (of: unknown) => read(reader, of as Node, depth + 1);
  switch (node.type) {
    case "Literal": {
      const { value } = node;
      if (typeof value !== "number") return refuse("Texts may not be used here");
      if (!Number.isFinite(value)) refuse("A number is too large");
      return { kind: "number", value };
    }
    case "Identifier":
      return named(reader, String(node.name));
    case "MemberExpression":
      return named(reader, memberName(node));
    case "UnaryExpression":
      if (node.operator === "+") return inner(node.argument);
      if (node.operator !== "-") refuse(`"${String(node.operator)}" may not be used here`);
      return { kind: "negative", of: inner(node.argument) };
    case "BinaryExpression": {
      const { operator, left, right } = node;
      if (operator === "**") {
        // The parser reads -a**2 as (-a)**2, and its tree does not tell them apart.
        if ((left as Node).type === "UnaryExpression")
          refuse("A sign before a power can be read in two ways: write 0 - a**2 or pow(-a, 2)");
        return powerOf(inner(left), inner(right));
      }
      if (!isArithmetic(operator)) return refuse(`"${String(operator)}" may not be used here`);
      return { kind: "operation", operator, left: inner(left), right: inner(right) };
    }
    case "CallExpression":
      return called(reader, node, depth);
    case "Compound":
      return refuse("The expression has more than one part: an operator is missing");
    default:
      return refuse("Only names, numbers and functions may be used");
  }
}

export const refuseName = (name: string): never =>
  refuse(`"${name}" is not a name that is known here`);
/** @throws ExpressionError where a name that is used is not among those that may be */
export function refuseUnknown(used: ReadonlySet<string>, names: Iterable<string>): void {
  const allowed = new Set(names);
  for (const name of used) if (!allowed.has(name)) refuseName(name);
}

type Read = { expression: Expression; names: ReadonlySet<string> };
/** Expressions that were read: all points of a grid have the same few. */
const known = new Map<string, Read>();
const MOST_KNOWN = 500;
function readText(text: string): Read {
  const reader: Reader = { names: new Set(), nodes: 0 };
  return { expression: read(reader, treeOf(text)), names: reader.names };
}

/**
 * Reads an expression.
 * @param names the names it may use; `range.u_abs` is one name; absent: whoever reckons with it refuses what has no value
 * @throws ExpressionError with a sentence for the person who wrote it
 */
export function expressionOf(text: string, names?: Iterable<string>): Expression {
  const found = kept(known, text, () => readText(text), MOST_KNOWN);
  if (names) refuseUnknown(found.names, names);
  return found.expression;
}

function readNames(expression: Expression): string[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "name":
      return [expression.name];
    case "operation":
      return [...new Set([...namesIn(expression.left), ...namesIn(expression.right)])];
    case "power":
      return [...namesIn(expression.base)];
    default:
      return [...namesIn(expression.of)];
  }
}

/** The names that an expression uses, each once, in the order of their first use. */
export const namesIn = once<Expression, readonly string[]>(readNames);

/** For each name by which an expression is no straight line those that its slope changes with; itself among them where it is bent alone. */
export type Curves = ReadonlyMap<string, ReadonlySet<string>>;

function readCurves(expression: Expression): Curves {
  const found = new Map<string, Set<string>>();
  const join = (some: readonly string[], others: readonly string[]) => {
    for (const one of some)
      for (const other of others)
        for (const [from, to] of [
          [one, other],
          [other, one],
        ] as const)
          found.set(from, (found.get(from) ?? new Set()).add(to));
  };
  const walk = (one: Expression): void => {
    switch (one.kind) {
      case "number":
      case "name":
        return;
      case "negative":
        walk(one.of);
        return;
      case "power":
      case "function": {
        const within = namesIn(one);
        join(within, within);
        return;
      }
      case "operation": {
        const [left, right] = [namesIn(one.left), namesIn(one.right)];
        if (one.operator === "*") join(left, right);
        if (one.operator === "/") join(right, [...left, ...right]);
        walk(one.left);
        walk(one.right);
      }
    }
  };
  walk(expression);
  return found;
}

/** The pairs of names whose second derivative is not nothing everywhere, both ways round. */
export const curvesOf = once<Expression, Curves>(readCurves);
