import { Link } from "react-router";
import { choicesOf } from "#app/shared/choices-of.ts";
import { begunFrom, certificateReportRules } from "#app/shared/flows/certificate-reports.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { listCertificates } from "#worker/domain/certificates/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { searchChoices } from "../masters/choices.ts";
import { VerdictBadge } from "../procedures/figures.tsx";
import type { Route } from "./+types/certificates";
import { IssueButton } from "./issue-button.tsx";
import { CertificateBadge, conformityChoices } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listCertificates(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Certificate Reports - Plumbline" }];

const statuses = choicesOf(certificateReportRules.states);
/** Tabs that may show what waits for its issue. */
const issuedFrom = new Set(["approved", "all"]);
const orders = { newest: "newest first" };

export default function Certificates({ loaderData }: Route.ComponentProps) {
  const { may, today: _, chosen, ...list } = loaderData;
  return (
    <ListPage
      title="Certificate Reports"
      result={list}
      searchLabel="Number, machine, serial or job"
      rowHref={(row) => `/certificate-report/${row.id}`}
      rowName={(row) => row.name}
      {...(may.export ? { exportHref: "/certificate-reports/export.csv" } : {})}
      actions={
        may.create && (
          <Link className="btn btn-primary" to="/certificate-report/create" prefetch="intent">
            <Icon name="plus" />
            New certificate
          </Link>
        )
      }
      more={
        <>
          <MenuLink to="/instrument-maps" icon="file">
            Instrument maps
          </MenuLink>
          {may.forms && (
            <>
              <MenuLink to="/report/form/saved-templates" icon="cert">
                Report forms
              </MenuLink>
              <MenuLink to="/report/saved-templates" icon="plus">
                Presets
              </MenuLink>
            </>
          )}
        </>
      }
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.name}`}>
          {may.edit && row.status === "draft" && (
            <MenuLink to={`/certificate-report/update/${row.id}`} icon="edit" prefetch="intent">
              Measure
            </MenuLink>
          )}
          {may.create && begunFrom.includes(row.status) && (
            <MenuLink to={`/certificate-report/create?from=${row.id}`} icon="plus">
              New from this
            </MenuLink>
          )}
          <MoveEntries
            of={{
              id: row.id,
              moves: movesOf(certificateReportRules, row, may.mover).filter(
                ({ move }) => move !== "edit",
              ),
            }}
            rules={certificateReportRules}
            to={(move) => `/certificate-report/${row.id}?do=${move}`}
          />
        </RowMenu>
      )}
      onChosen={
        may.issue && issuedFrom.has(list.tab)
          ? (picked) => <IssueButton chosen={picked} />
          : undefined
      }
      empty={{
        title: list.tab === "all" ? "No certificates yet" : "Nothing here now",
        text: "A certificate holds what was measured of a device, with its uncertainty and who signed it. It is begun from a machine and a procedure.",
      }}
      note={
        <WalkNote
          things="certificates"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={orders}
          order={list.query.sort}
        />
      }
      filters={[
        {
          key: "consumer",
          label: "Consumer",
          load: searchChoices("consumers"),
          selected: chosen.consumer ?? null,
        },
        {
          key: "machine",
          label: "Machine",
          load: searchChoices("machines"),
          selected: chosen.machine ?? null,
        },
        { key: "conformity", label: "Conformity", options: conformityChoices },
        { key: "status", label: "Status", options: statuses },
        {
          key: "calibrator",
          label: "Calibrator",
          load: searchChoices("calibrators"),
          selected: chosen.calibrator ?? null,
          rare: true,
        },
        { key: "from", label: "Calibrated from", isDate: true, rare: true },
        { key: "to", label: "Calibrated until", isDate: true, rare: true },
      ]}
      columns={[
        { key: "name", label: "Number", card: "c-top", as: "code" },
        {
          key: "machine",
          label: "Machine",
          card: "c-name",
          show: (row) => `${row.machineName}, ${row.modelName}`,
        },
        { key: "serialNo", label: "Serial no", card: "c-meta", as: "code" },
        { key: "consumerName", label: "Consumer", card: "c-meta" },
        { key: "jobNo", label: "Job no", optional: true },
        { key: "calEndOn", label: "Calibrated", as: "day" },
        { key: "issuedOn", label: "Issued", as: "day" },
        { key: "nextDueOn", label: "Next due", optional: true, as: "day" },
        {
          key: "conformity",
          label: "Conformity",
          look: "c-conformity",
          show: (row) => (row.conformity ? <VerdictBadge verdict={row.conformity} /> : ""),
        },
        {
          key: "status",
          label: "Status",
          look: "c-due",
          show: (row) => <CertificateBadge status={row.status} calm />,
        },
      ]}
    >
      <ListTabs label="Certificates" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}
