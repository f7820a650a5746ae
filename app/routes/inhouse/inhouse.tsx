import { Link } from "react-router";
import { choicesOf } from "#app/shared/choices-of.ts";
import { inhouseCalibrationRules } from "#app/shared/flows/inhouse-calibrations.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { outcomeWords } from "#app/shared/inhouse-words.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { listInhouse } from "#worker/domain/inhouse/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { DueBadge } from "../calibrators/words.tsx";
import { assetChoices, searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/inhouse";
import { InhouseBadge, OutcomeBadge } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listInhouse(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Inhouse Calibration - Plumbline" }];

const dueChoices = [
  { value: "overdue", label: "Overdue" },
  { value: "30", label: "Within 30 days" },
  { value: "60", label: "Within 60 days" },
  { value: "90", label: "Within 90 days" },
];
const orders = { newest: "newest first" };

export default function InhouseCalibrations({ loaderData }: Route.ComponentProps) {
  const { may, today, chosen, ...list } = loaderData;
  return (
    <ListPage
      title="Inhouse Calibration"
      result={list}
      searchLabel="Number, asset or serial"
      rowHref={(row) => `/inhouse-calibration/${row.id}`}
      rowName={(row) => row.inhouseNo}
      {...(may.export ? { exportHref: "/inhouse-calibrations/export.csv" } : {})}
      actions={
        may.create && (
          <Link className="btn btn-primary" to="/inhouse-calibration/create" prefetch="intent">
            <Icon name="plus" />
            New calibration
          </Link>
        )
      }
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.inhouseNo}`}>
          {may.edit && row.status === "draft" && (
            <MenuLink to={`/inhouse-calibration/update/${row.id}`} icon="edit" prefetch="intent">
              Measure
            </MenuLink>
          )}
          {may.create && row.status !== "draft" && (
            <MenuLink to={`/inhouse-calibration/create?from=${row.id}`} icon="plus">
              New from this
            </MenuLink>
          )}
          <a
            className="menu-item"
            href={`/inhouse-calibration/pdf/${row.id}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="print" />
            Print
          </a>
          <MoveEntries
            of={{
              id: row.id,
              moves: movesOf(inhouseCalibrationRules, row, may.mover).filter(
                ({ move }) => move !== "edit" && (move !== "promote" || may.certify),
              ),
            }}
            rules={inhouseCalibrationRules}
            to={(move) => `/inhouse-calibration/${row.id}?do=${move}`}
          />
        </RowMenu>
      )}
      empty={{
        title: list.tab === "all" ? "No in-house calibrations yet" : "Nothing here now",
        text: "An in-house calibration is the record of a device that you have calibrated yourselves, by a procedure and with standards that are in date.",
      }}
      note={
        <WalkNote
          things="in-house calibrations"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={orders}
          order={list.query.sort}
        />
      }
      filters={[
        { key: "asset", label: "Asset", load: assetChoices, selected: chosen.asset ?? null },
        { key: "outcome", label: "Outcome", options: choicesOf(outcomeWords) },
        { key: "due", label: "Due again", options: dueChoices },
        {
          key: "location",
          label: "Location",
          load: searchChoices("locations"),
          selected: chosen.location ?? null,
          rare: true,
        },
        {
          key: "calibrator",
          label: "Calibrator",
          load: searchChoices("calibrators"),
          selected: chosen.calibrator ?? null,
          rare: true,
        },
        { key: "status", label: "Status", options: choicesOf(inhouseCalibrationRules.states) },
        { key: "from", label: "Calibrated from", isDate: true, rare: true },
        { key: "to", label: "Calibrated until", isDate: true, rare: true },
      ]}
      columns={[
        { key: "inhouseNo", label: "Number", card: "c-top", as: "code" },
        {
          key: "asset",
          label: "Asset",
          card: "c-name",
          show: (row) => (
            <>
              {row.assetName} <span className="code">{row.assetCode}</span>
            </>
          ),
        },
        { key: "performedOn", label: "Date", card: "c-meta", as: "day" },
        { key: "standards", label: "Standards", optional: true, as: "code" },
        { key: "technicianName", label: "Technician", card: "c-meta" },
        {
          key: "nextDueOn",
          label: "Next due",
          show: (row) => <DueBadge dueOn={row.nextDueOn} today={today} />,
        },
        {
          key: "outcome",
          label: "Outcome",
          card: "c-state",
          show: (row) => (row.outcome ? <OutcomeBadge outcome={row.outcome} /> : ""),
        },
        {
          key: "status",
          label: "Status",
          card: "c-due",
          show: (row) => <InhouseBadge status={row.status} calm />,
        },
      ]}
    >
      <ListTabs label="In-house calibrations" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}
