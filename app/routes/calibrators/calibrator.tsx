import { Link } from "react-router";
import { calibratorRules, eventTexts } from "#app/shared/flows/calibrators.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { DateField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Badge, PageHead, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText, useDates } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { type CalibratorPage, calibratorPage } from "#worker/domain/calibrators/page.ts";
import { calibratorActions } from "#worker/web/calibrator-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { HistoryList } from "../assets/history-tab.tsx";
import type { Route } from "./+types/calibrator";
import { Certificates } from "./certificates.tsx";
import { CheckDialog } from "./check-dialog.tsx";
import { CheckPanels } from "./checks.tsx";
import { Facts } from "./facts.tsx";
import { IntervalPanel, ProposeDialog } from "./intervals.tsx";
import { Ranges } from "./ranges.tsx";
import { CertificateStrip } from "./strip.tsx";
import { kindWord, StatusBadge } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  calibratorPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = calibratorActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.calibrator.calibratorNo ?? "Calibrator"} - Plumbline` },
];

export default function Calibrator({ loaderData: page, actionData }: Route.ComponentProps) {
  const { calibrator, certificates, ranges, events, now, today } = page;
  const { date } = useDates();
  const problem = refusalOf(actionData);
  const shown = certificates.find(({ id }) => id === page.shown);
  return (
    <>
      <Head page={page} />
      <div className="stack">
        <Facts calibrator={calibrator} />
        {calibrator.status === "quarantined" && <Quarantine page={page} />}
        <CertificateStrip page={page} />
        <CheckPanels history={page.history} calibrator={calibrator} />
        <Certificates page={page} problem={problem} />
        {shown && (
          <Ranges
            ranges={ranges}
            certificateNo={shown.certificateNo}
            drifts={page.history.drifts}
          />
        )}
        <div className="cols cols-2">
          <Panel title="What happened to it">
            {events.length ? (
              <Timeline
                entries={entriesOf(page, date)}
                now={now}
                isOver={calibrator.status === "retired"}
              />
            ) : (
              <p className="muted">Nothing yet.</p>
            )}
          </Panel>
          <div className="stack">
            <IntervalPanel history={page.history} calibrator={calibrator} problem={problem} />
            <Files files={page.files} />
            <Panel title="Latest activity">
              <HistoryList rows={page.latest} now={now} />
            </Panel>
          </div>
        </div>
      </div>
      <Dialogs page={page} problem={problem} today={today} />
      <CheckDialog history={page.history} name={calibrator.calibratorNo} {...{ today, problem }} />
      <ProposeDialog history={page.history} calibrator={calibrator} problem={problem} />
    </>
  );
}

/** Its name, how it stands, and what is done with it. */
function Head({ page: { calibrator, may } }: { page: CalibratorPage }) {
  const dialog = useDialog();
  const { id, moves, status, calibratorNo } = calibrator;
  const releases = isPossible(moves, "release");
  const inMenu = releases ? moves.filter(({ move }) => move !== "release") : moves;
  return (
    <PageHead
      title={calibrator.name}
      crumbs={[
        { label: "Calibrator", to: "/calibrations" },
        { label: <span className="code">{calibratorNo}</span> },
      ]}
      badges={
        <>
          <StatusBadge status={status} />
          <Badge tone="info" icon="gauge">
            {kindWord(calibrator.kind)}
          </Badge>
          {calibrator.archivedAt && (
            <Badge tone="hold" icon="archive">
              Archived
            </Badge>
          )}
        </>
      }
      actions={
        <>
          <Link className="btn" to={`/calibrator/traceability/${id}`} prefetch="intent">
            Traceability
          </Link>
          {may.edit && (
            <>
              <Menu label="More actions" className="btn btn-icon">
                <MenuLink to={`/calibrator/update/${id}`} icon="edit">
                  Edit
                </MenuLink>
                <MenuLink to={`/impact-review/create/${id}`} icon="search">
                  Open impact review
                </MenuLink>
                <MoveEntries
                  of={{ ...calibrator, moves: inMenu }}
                  rules={calibratorRules}
                  to={(move) => dialog.to({ do: move })}
                />
              </Menu>
              {status !== "retired" && (
                <Link className="btn" to={`/calibrator/certificate/create/${id}`} prefetch="intent">
                  <Icon name="plus" />
                  Certificate
                </Link>
              )}
              {status !== "retired" && (
                <Link
                  className={releases ? "btn" : "btn btn-primary"}
                  to={dialog.to({ do: "check" })}
                  preventScrollReset
                >
                  Record check
                </Link>
              )}
              {releases && (
                <Link
                  className="btn btn-primary"
                  to={dialog.to({ do: "release" })}
                  preventScrollReset
                >
                  <Icon name="ok" />
                  Release
                </Link>
              )}
            </>
          )}
        </>
      }
    />
  );
}

function Quarantine({ page: { calibrator, events } }: { page: CalibratorPage }) {
  const { quarantinedAt, quarantineReason, moves } = calibrator;
  const by = events.findLast(({ at }) => at === quarantinedAt)?.actorName;
  const why = moves.find(({ move }) => move === "release")?.why;
  return (
    <Note tone="overdue">
      <b>
        Quarantined {quarantinedAt !== null && <TimeText at={quarantinedAt} />}
        {by && ` by ${by}`}.
      </b>{" "}
      {quarantineReason}. Nothing is measured with it. Release needs another person, a reason, and a
      passed check or an accepted certificate. {why && <b>{why}.</b>}
    </Note>
  );
}

/** What happened, each with its day where that is not the day of the entry. */
function entriesOf({ events, files }: CalibratorPage, date: (on: string) => string) {
  return events.map(({ id, at, status, kind, onDay, note, actorName, mediaId }) => {
    const file = files.find((one) => one.id === mediaId);
    return {
      ...{ id, at, by: actorName, state: calibratorRules.states[status] },
      note: [`${eventTexts[kind]} (${date(onDay)})`, note].filter(Boolean).join("\n"),
      ...(file ? { files: [{ href: `/media/${file.id}`, name: file.fileName }] } : {}),
    };
  });
}

function Files({ files }: Pick<CalibratorPage, "files">) {
  return (
    <Panel title="Documents">
      {files.length ? (
        <ul className="plain-list">
          {files.map(({ id, fileName, bytes, uploadedAt }) => (
            <li key={id} className="document">
              <a href={`/media/${id}`} target="_blank" rel="noreferrer">
                {fileName}
              </a>
              <span className="muted">
                {sizeText(bytes)}, <TimeText at={uploadedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Papers of certificates and files of events are shown here.</p>
      )}
    </Panel>
  );
}

type DialogProps = { page: CalibratorPage; problem: Refused | undefined; today: string };
function Dialogs({ page: { calibrator }, problem, today }: DialogProps) {
  const { id, version, moves, calibratorNo } = calibrator;
  return (
    <MoveDialog
      of={{ id, version, moves }}
      rules={calibratorRules}
      name={calibratorNo}
      fields={() => (
        <>
          <DateField name="onDay" label="Day" max={today} hint="Today if left empty" />
          <FileField name="file" label="File" accept={["pdf", "jpg", "jpeg", "png"]} />
        </>
      )}
      problem={problem}
    />
  );
}
