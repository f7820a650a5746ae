import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { type Posted, restored } from "#app/shared/report-draft.ts";
import { type Opened, openForm, type Part } from "#app/shared/report-form.ts";
import { atRows, partField, problemsOf, qtyField, reportsOf } from "#app/shared/report-post.ts";
import { step } from "#app/shared/report-steps.ts";
import type { Refused } from "#app/ui/form.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { Created, ReportView, Updated } from "#worker/domain/service-reports/index.ts";
import type { Saved } from "#worker/web/forms.ts";
import { useLists } from "./use-lists.ts";

const STALE = "Someone else changed this record";
const REDIRECT_MS = 500;

export type Base = { opened: Opened; values: Record<string, string>; round: number };
type Result = Refused | Saved;
type Shortage = { stock_item_id?: string; available?: number; name?: string };

/** The state of a report screen: its rows and lists, what was refused, and what follows a save. */
export function useReport(
  isEdit: boolean,
  assetId: string,
  first: Omit<Base, "round">,
  posted: Refused | undefined,
) {
  const fetcher = useFetcher<Result>();
  const navigate = useNavigate();
  const [base, setBase] = useState<Base>({ ...first, round: 0 });
  const [form, dispatch] = useReducer(step, null, () =>
    restored(first.opened, (posted?.values ?? {}) as Posted),
  );
  const lists = useLists(isEdit, assetId, form.machineTypeId);
  const now = useRef(form);
  now.current = form;

  // A problem that the browser found counts until the server answers again.
  type Found = { problem: Refused | undefined; since: Result | undefined };
  const [checked, setChecked] = useState<Found | null>(null);
  const answer = fetcher.data;
  const answered = useMemo(() => toProblem(answer ?? posted, now.current.parts), [answer, posted]);
  const refusal = useMemo(
    () => answered && { ...answered, errors: atRows(now.current, answered.errors ?? {}) },
    [answered],
  );
  const latest = checked && checked.since === answer ? checked : null;
  const problem = latest ? latest.problem : refusal;
  const refusedParts = useMemo(() => (problem ? now.current.parts : []), [problem]);
  const newer =
    answer?.success === false && answer.message === STALE && !latest
      ? (answer.data as ReportView)
      : null;
  const done = answer?.success === true ? answer : null;

  useEffect(() => {
    if (lists.items.list.length > 0) dispatch({ do: "items came", items: lists.items.list });
  }, [lists.items.list]);

  const { restock } = lists;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    if (answer?.success !== false) return;
    const { stock_item_id: itemId, available } = (answer.data ?? {}) as Shortage;
    if (!itemId || available === undefined) return;
    restock(itemId, available);
    dispatch({ do: "shortage", itemId, available });
  }, [answer]);

  useEffect(() => {
    if (!done) return;
    notify.success(done.message);
    for (const warning of done.warnings ?? []) notify.warning(warning);
    const saved = done.data as Created | Updated;
    const timer = setTimeout(() => navigate(reportsOf(saved.asset_id, saved)), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  /** Whether the form may be sent; if not, it shows what is wrong. */
  const check = (fields: Record<string, string>): boolean => {
    const errors = problemsOf(form, fields);
    const [message] = Object.values(errors)[0] ?? [];
    const problem = message ? { success: false as const, message, errors } : undefined;
    setChecked({ problem, since: answer });
    return !message;
  };

  /** Keeps the form as it is, with its refusal. */
  const dismiss = () => setChecked({ problem: refusal, since: answer });

  /** Goes on from another version of the report; the rows are restored from the draft. */
  const rebase = (next: Pick<Base, "opened" | "values">) => {
    setChecked({ problem: undefined, since: answer });
    setBase({ opened: next.opened, values: next.values, round: base.round + 1 });
    dispatch({ do: "open", form: openForm(next.opened) });
  };

  return {
    form,
    dispatch,
    lists,
    fetcher,
    problem,
    refusedParts,
    newer,
    done,
    base,
    check,
    dismiss,
    rebase,
  };
}

export type Report = ReturnType<typeof useReport>;
/** What the rows of a report are drawn from. */
export type ReportRows = Pick<Report, "form" | "dispatch" | "lists" | "problem" | "refusedParts">;

/** A refusal as the form shows it: a shortage is an error of its row. */
function toProblem(result: Result | undefined, parts: readonly Part[]): Refused | undefined {
  if (result?.success !== false) return undefined;
  const { stock_item_id: itemId, available } = (result.data ?? {}) as Shortage;
  const part = itemId && parts.find((row) => row.itemId === itemId && !row.isDeleted);
  if (!part) return result;
  const field = available === undefined ? partField(part, "id") : qtyField(part);
  return { ...result, errors: { [field]: [result.message] } };
}
