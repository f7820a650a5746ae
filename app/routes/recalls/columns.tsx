import { Link } from "react-router";
import { recallRules } from "#app/shared/flows/recalls.ts";
import type { Column, Filter } from "#app/ui/list-page.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import type { recalledAssets } from "#worker/domain/recalls/list.ts";

export type Line = Awaited<ReturnType<typeof recalledAssets>>["rows"][number];

const looks: Record<Line["status"], [Tone, "alert" | "info" | "ok" | "out" | "check", boolean]> = {
  to_decide: ["amber", "info", false],
  affected: ["overdue", "alert", false],
  not_affected: ["in-date", "ok", true],
  done: ["in-date", "check", true],
  gone: ["hold", "out", true],
};

export const recallColumns: Column<Line>[] = [
  { key: "code", label: "Code", card: "c-top", as: "code", field: "assetCode" },
  { key: "name", label: "Asset", card: "c-name", field: "assetName" },
  {
    key: "plate",
    label: "Make, model, serial no",
    card: "c-meta",
    wide: 2,
    show: ({ make, model, serialNo }) => [make, model, serialNo].filter(Boolean).join(", "),
  },
  { key: "place", label: "Location", field: "place" },
  {
    key: "why",
    label: "Match",
    card: "c-due",
    long: true,
    show: ({ certainty, reasons }) => (
      <span className="recall-match">
        {certainty === "certain" ? "Certain" : "To be looked at"}
        {reasons.map((reason) => (
          <small key={reason} className="muted recall-why">
            {reason}
          </small>
        ))}
      </span>
    ),
  },
  {
    key: "call",
    label: "Service call",
    card: "c-due",
    show: ({ callNumber, breakdownId }) =>
      callNumber ? (
        <Link className="code" to={`/asset-breakdown/${breakdownId}`} prefetch="intent">
          {callNumber}
        </Link>
      ) : (
        <span className="quiet">–</span>
      ),
  },
  {
    key: "status",
    label: "Answer",
    card: "c-state",
    show: ({ status }) => {
      const [tone, icon, calm] = looks[status];
      return (
        <Badge tone={tone} icon={icon} calm={calm}>
          {recallRules.states[status]}
        </Badge>
      );
    },
  },
];

export const statusFilters: Filter[] = [
  {
    key: "status",
    label: "Answer",
    options: [
      { value: "open", label: "Open" },
      ...Object.entries(recallRules.states).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    key: "certainty",
    label: "Match",
    options: [
      { value: "certain", label: "Certain" },
      { value: "near", label: "To be looked at" },
    ],
  },
];
