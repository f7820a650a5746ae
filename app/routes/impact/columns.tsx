import { certificateWords } from "#app/shared/flows/certificate-reports.ts";
import { impactLineRules } from "#app/shared/flows/impact-reviews.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import { isUnit } from "#app/shared/metrology/units.ts";
import { plural } from "#app/shared/plural.ts";
import type { Column, Filter } from "#app/ui/list-page.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import type { affectedCertificates } from "#worker/domain/impact/list.ts";
import { verdictText } from "../procedures/figures.tsx";

export type Line = Awaited<ReturnType<typeof affectedCertificates>>["rows"][number];

type Action = Line["action"] | "recalibrate";
const looks: Record<Action, [Tone, "info" | "ok" | "mail" | "alert" | "refresh", boolean]> = {
  undecided: ["amber", "info", false],
  none: ["in-date", "ok", true],
  notify: ["info", "mail", true],
  recall: ["overdue", "alert", false],
  recalibrate: ["overdue", "refresh", false],
};
/** What was decided about a line. */
export function DecisionBadge({ action, children }: { action: Action; children: string }) {
  const [tone, icon, calm] = looks[action];
  return (
    <Badge tone={tone} icon={icon} calm={calm}>
      {children}
    </Badge>
  );
}
const quiet = <span className="quiet">–</span>;

/** A ratio as people read it: "0.071". */
const ratio = (of: string | null) => (of === null ? quiet : <span className="code">{of}</span>);

type Figures = Pick<
  Line,
  | ("point" | "shift" | "unit" | "depth" | "toleranceRatio" | "uncertaintyRatio")
  | ("verdict" | "shiftedVerdict" | "isChanged")
>;
/** What the shift means for a line: its worst point, the shift over T and U, and the verdict. */
export const figureColumns = <L extends Figures>(): Column<L>[] => [
  {
    key: "point",
    label: "Worst point",
    card: "c-meta",
    long: true,
    show: ({ point, shift, unit, depth }) => (
      <>
        {point === null || shift === null ? (
          <span className="quiet">No point in a range that was off</span>
        ) : (
          `${point}: ${unit !== null && isUnit(unit) ? measured(shift, unit) : shift}`
        )}
        {depth > 1 && (
          <small className="muted">
            {` (${plural(depth - 1, "over 1 standard of ours", "over {n} standards of ours")})`}
          </small>
        )}
      </>
    ),
  },
  {
    key: "ratios",
    label: "Shift/T, shift/U",
    card: "c-due",
    show: ({ toleranceRatio, uncertaintyRatio }) => (
      <>
        {ratio(toleranceRatio)}, {ratio(uncertaintyRatio)}
      </>
    ),
  },
  {
    key: "verdict",
    label: "Verdict",
    card: "c-due",
    show: ({ verdict, shiftedVerdict, isChanged }) =>
      isChanged && verdict !== null && shiftedVerdict !== null ? (
        <Badge tone="overdue" icon="alert">
          {`${verdictText(verdict)}, would be ${verdictText(shiftedVerdict).toLowerCase()}`}
        </Badge>
      ) : (
        "Stays"
      ),
  },
];

export const lineColumns: Column<Line>[] = [
  { key: "number", label: "Certificate", card: "c-top", as: "code", field: "certificateNo" },
  {
    key: "consumer",
    label: "Consumer",
    card: "c-name",
    show: ({ consumerName }) => consumerName ?? "Own device",
  },
  { key: "machine", label: "Machine", as: "code", field: "machineNo", optional: true },
  { key: "on", label: "Calibrated", card: "c-due", as: "day", field: "calEndOn" },
  {
    key: "status",
    label: "Certificate is",
    optional: true,
    show: ({ status }) =>
      status === null ? quiet : certificateWords[status as keyof typeof certificateWords],
  },
  ...figureColumns<Line>(),
  {
    key: "action",
    label: "Decision",
    card: "c-state",
    show: ({ action }) => (
      <DecisionBadge action={action}>{impactLineRules.states[action]}</DecisionBadge>
    ),
  },
];

export const lineFilters: Filter[] = [
  {
    key: "action",
    label: "Decision",
    options: Object.entries(impactLineRules.states).map(([value, label]) => ({ value, label })),
  },
  {
    key: "changed",
    label: "Verdict",
    options: [
      { value: "yes", label: "Would change" },
      { value: "no", label: "Stays" },
    ],
  },
];
