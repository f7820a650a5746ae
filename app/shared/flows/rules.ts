import type { IconName } from "../icon-names.ts";

/** Whom rules are asked about. It is plain data, so that the server can hand it to the browser. */
export type Mover = {
  /** The person's id; null for nobody in particular. */
  id: string | null;
  /** The hash of the private link by which somebody without an account asks. */
  link?: string;
  isAdmin: boolean;
  /** Those of the person's permissions that the rules name. */
  permissions: readonly string[];
  /** Those of the company's settings that the rules name. */
  settings: Readonly<Record<string, unknown>>;
  /** The instant of the question, in epoch milliseconds. */
  now: number;
};

/** How people are asked for a move: in a dialog, or on a page of its own. */
type Asked =
  | {
      /** The heading of its dialog, from the name of the record. */
      title: (name: string) => string;
      /** What the dialog's button says. */
      verb: string;
      page?: undefined;
    }
  | {
      /** The address of the page whose form makes it; it has no call among the moves. */
      page: (id: string) => string;
    };

/** One move: where it starts, where it leads, who makes it, and how people are asked for it. */
export type Rule<R, S extends string> = Asked & {
  /** What its button says. */
  label: string;
  icon?: IconName;
  tone?: "danger";
  /** The consequence, in the dialog. */
  says?: string;
  /** Whether its form asks why; the server's strict input gets the field from here. */
  reason?: "required" | "optional";
  reasonHint?: string;
  from: readonly S[];
  /** The state it leads to; of several the server's work decides. Absent: the state stays. */
  to?: S | readonly S[];
  /** The permission it needs. Null: only people whom the record names make it, or nobody, when it comes with another record's move. */
  by: string | null;
  isAdminOnly?: true;
  /** A person named in one of these columns makes it by this lesser permission. */
  orBy?: { readonly [C in keyof R & string]?: string };
  /** A column: who holds the private link whose hash stands there makes it, without an account or a permission. */
  byLink?: string;
  /** A person named in one of these columns (or lists) may not make it, and is told this. */
  not?: { readonly [C in keyof R & string]?: string };
  /** The company's setting that lets one person do both while it is 0. */
  separatedBy?: string;
  /** Why it is impossible in a state that it does not start from. */
  otherwise?: string;
  /** Why a record in one of these states is still none that it starts from. */
  unfit?(row: R): string | null;
  /** What else stands in the way. */
  unless?(row: R, mover: Mover): string | null;
};

/** A machine of states: what may happen from where, by whom, and why not. */
export type Rules<R, S extends string, M extends Record<string, Rule<R, S>>> = {
  /** The states, each with the word that people read. */
  states: Record<S, string>;
  /** The state a record is in; it may be derived from several columns. */
  stateOf(row: R): S;
  /** Why a move is impossible in a state that it does not start from, given the move's own sentence. */
  otherwise(state: S, sentence: string | undefined): string;
  /** The company's settings that `unless` and `separatedBy` look at. */
  settings?: readonly string[];
  moves: M;
};

/** What a record offers somebody: possible, or why not. */
export type Offer<M extends string = string> = {
  move: M;
  label: string;
  /** Why it is impossible now; null when it is possible. */
  why: string | null;
  /** The record is in a state that the move starts from. One that does not fit is seldom worth a button. */
  fits: boolean;
};

/** Rules of records of which at least the columns `R` are known. Texts and moves keep their literal types. */
export const rulesOf =
  <R>() =>
  <const S extends string, const M extends Record<string, Rule<R, S>>>(
    rules: Rules<R, S, M>,
  ): Rules<R, S, M> =>
    rules;

type Machine<R, S extends string, M extends string> = Rules<R, S, Record<M, Rule<R, S>>>;

/** The names of all moves, in the order in which they are declared. */
export const namesOf = <M extends string>({ moves }: { moves: Record<M, unknown> }) =>
  Object.keys(moves) as M[];

const holds = (value: unknown, id: string | null) =>
  id !== null && (Array.isArray(value) ? value.includes(id) : value === id);

/** Whether somebody may make a move of a record, whatever state it is in. */
function mayMake<R>(rule: Rule<R, string>, row: R, mover: Mover): boolean {
  const { by, isAdminOnly, orBy = {}, byLink } = rule;
  if (mover.link !== undefined)
    return byLink !== undefined && row[byLink as keyof R] === mover.link;
  if (isAdminOnly && !mover.isAdmin) return false;
  const named = (Object.entries(orBy) as [keyof R, string][]).some(
    ([column, lesser]) => holds(row[column], mover.id) && mover.permissions.includes(lesser),
  );
  return named || (by !== null && mover.permissions.includes(by));
}

/** What somebody is told who had a part in the record that excludes this move; null for everybody else. */
function partIn<R>(rule: Rule<R, string>, row: R, mover: Mover): string | null {
  if (rule.separatedBy && Number(mover.settings[rule.separatedBy] ?? 1) === 0) return null;
  const parts = Object.entries(rule.not ?? {}) as [keyof R, string][];
  return parts.find(([column]) => holds(row[column], mover.id))?.[1] ?? null;
}

/** Why the record's state does not allow a move; null when it starts from there. */
function misfit<R, S extends string, M extends string>(
  rules: Machine<R, S, M>,
  move: M,
  row: R,
): string | null {
  const rule = rules.moves[move];
  const state = rules.stateOf(row);
  if (!rule.from.includes(state)) return rules.otherwise(state, rule.otherwise);
  return rule.unfit?.(row) ?? null;
}

/** Why a move is impossible for a record as it is, whoever makes it; null when it is possible. */
export const whyNot = <R, S extends string, M extends string>(
  rules: Machine<R, S, M>,
  move: M,
  row: R,
  mover: Mover,
): string | null => misfit(rules, move, row) ?? rules.moves[move].unless?.(row, mover) ?? null;

/** Why a move is refused to somebody: forbidden to this person (403, null for want of a permission), or impossible as the record is (409). */
export function refusalOf<R, S extends string, M extends string>(
  rules: Machine<R, S, M>,
  move: M,
  row: R,
  mover: Mover,
): { status: 403; message: string | null } | { status: 409; message: string } | null {
  const rule: Rule<R, S> = rules.moves[move];
  if (!mayMake(rule, row, mover)) return { status: 403, message: null };
  const part = partIn(rule, row, mover);
  if (part) return { status: 403, message: part };
  const why = whyNot(rules, move, row, mover);
  return why ? { status: 409, message: why } : null;
}

/** Every move of a record that somebody may make, each possible or with why it is not. */
export function movesOf<R, S extends string, M extends string>(
  rules: Machine<R, S, M>,
  row: R,
  mover: Mover,
): Offer<M>[] {
  return namesOf(rules)
    .filter((move) => mayMake(rules.moves[move], row, mover))
    .map((move) => {
      const rule: Rule<R, S> = rules.moves[move];
      const elsewhere = misfit(rules, move, row);
      const why = elsewhere ?? refusalOf(rules, move, row, mover)?.message ?? null;
      return { move, label: rule.label, why, fits: elsewhere === null };
    });
}

/** Whether an offered move is possible now. */
export const isPossible = <M extends string>(offers: readonly Offer<M>[], name: NoInfer<M>) =>
  offers.some(({ move, why }) => move === name && why === null);

/** The permissions and settings that rules look at. */
export const asksOf = <M extends string>(rules: {
  moves: Record<M, Pick<Rule<object, string>, "by" | "orBy">>;
  settings?: readonly string[];
}) => ({
  permissions: Object.values<Pick<Rule<object, string>, "by" | "orBy">>(rules.moves).flatMap(
    ({ by, orBy = {} }) => [...(by === null ? [] : [by]), ...Object.values<string>(orBy)],
  ),
  settings: rules.settings ?? [],
});
