import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import { procedureFromTemplate } from "#worker/domain/procedures/begin.ts";
import { procedureFlow } from "#worker/domain/procedures/flow.ts";
import { versionToRead } from "#worker/domain/procedures/read.ts";
import { createVersion, saveDraft } from "#worker/domain/procedures/save.ts";
import type { Session } from "#worker/session.ts";
import { typeOfChecklist } from "../catalogue.ts";
import { at, type Bench, daysBefore, engineerAt } from "./bench.ts";
import { newIn, revised, written } from "./method.ts";
import { type ProcedureRow, procedureRows } from "./tables.ts";

/** How far a version has come; the days are days ago. */
type Stage = { begun: number; until: "draft" | "in_review" | "active" };
type Plan = {
  /** What codes begin with. */
  prefix: string;
  /** When each is begun, and those that are no more than begun or submitted today. */
  begun: (nth: number) => number;
  open: Partial<Record<string, Stage>>;
  /** Later versions, by template. */
  later: Partial<Record<string, readonly Stage[]>>;
  only?: readonly string[];
};

/** Days from its beginning. */
const APPROVED_AFTER = 6;
type Draft = { id: string; author: Session; second: Session | null; stage: Stage };

/** From a draft that was saved to the version in force, by different people. */
function planReview(bench: Bench, { id, author, second, stage }: Draft): void {
  const { history, head, engineers } = bench;
  const { begun, until } = stage;
  const write = history.plan.bind(history);
  if (until === "draft") return;
  write(at(bench, begun - 3, 16), () => procedureFlow.move(author, id, "submit", {}));
  if (until === "in_review") return;
  const senior = engineers[0]!;
  const isFree = senior !== author && senior !== second && senior.may("approve-procedure");
  write(at(bench, begun - APPROVED_AFTER, 12), () =>
    procedureFlow.move(isFree ? senior : head, id, "approve", { reason: "" }),
  );
}

/** What a draft says when its author leaves it. */
const saidBy = (row: ProcedureRow, content: ProcedureContent, isFirst: boolean) =>
  isFirst
    ? { changeNote: "", content: written(content, row) }
    : { changeNote: newIn(content), content: revised(content) };

/** A draft is written by its author; of some somebody else reads it and adds to it. */
function planWriting(bench: Bench, row: ProcedureRow, draft: Draft, isFirst: boolean): void {
  const { history } = bench;
  const { id, author, second, stage } = draft;
  const save = async (who: Session, said: typeof saidBy | null) => {
    const { methodReference, content, changeNote } = await versionToRead(who, id);
    await saveDraft(who, id, {
      ...{ methodReference, decisionRuleId: "" },
      effectiveOn: stage.until === "active" ? daysBefore(bench, stage.begun - APPROVED_AFTER) : "",
      ...(said?.(row, content, isFirst) ?? { content, changeNote: changeNote ?? "" }),
    });
  };
  history.plan(at(bench, stage.begun - 1, 11), () => save(author, saidBy));
  if (second) history.plan(at(bench, stage.begun - 2, 15), () => save(second, null));
  planReview(bench, draft);
}

function planVersion(bench: Bench, row: ProcedureRow, nth: number, stage: Stage): void {
  const author = engineerAt(bench, nth + 1);
  bench.history.plan(at(bench, stage.begun, 10), async () => {
    const { data } = await createVersion(author, bench.ids.procedures.get(row.template)!);
    planWriting(bench, row, { id: data.id, author, second: null, stage }, false);
  });
}

/** Procedures from templates, each written by engineers and approved by somebody else. */
export function planProcedures(bench: Bench, plan: Plan): void {
  const { history, ids } = bench;
  const rows = procedureRows().filter(({ template }) => plan.only?.includes(template) ?? true);
  for (const [nth, row] of rows.entries()) {
    const { template, code, name, discipline, accredited } = row;
    const author = engineerAt(bench, nth);
    const second = nth % 3 === 2 ? engineerAt(bench, nth + 1) : null;
    const open = plan.open[template];
    const stage = open ?? { begun: plan.begun(nth), until: "active" as const };
    history.plan(at(bench, stage.begun, 10 + (nth % 8) / 8), async () => {
      const type = typeOfChecklist.get(template);
      const types = await author.catalogue.machineTypes();
      const { data } = await procedureFromTemplate(author, {
        ...{ code: `${plan.prefix}${code}`, name, discipline, accredited },
        templateId: ids.templates.get(template)!,
        machineTypeId: types.find((one) => one.name === type)?.id ?? "",
      });
      ids.procedures.set(template, data.id);
      const draft = { id: data.versionId, author, second, stage };
      if (stage.until !== "draft") planWriting(bench, row, draft, true);
    });
    for (const later of plan.later[template] ?? []) planVersion(bench, row, nth, later);
  }
}
