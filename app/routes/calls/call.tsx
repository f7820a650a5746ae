import { Link } from "react-router";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { callRules, workedOn } from "#app/shared/flows/service-calls.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { iconOf, MoveEntries, type Rules } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Badge, PageHead } from "#app/ui/page.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { AgeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { callDetail } from "#worker/domain/service-calls/detail.ts";
import { callActions } from "#worker/web/call-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/call";
import "#app/css/calls.css";
import "#app/css/views.css";
import { BackupPanel, SparesPanel } from "./backup-panel.tsx";
import { CallTimeline } from "./call-timeline.tsx";
import { ClockStrip } from "./clock-strip.tsx";
import { CoverPanel } from "./cover-panel.tsx";
import { DowntimePanel } from "./downtimes.tsx";
import { LinkedPanel } from "./linked-panel.tsx";
import { Priority, StatusBadge } from "./looks.tsx";
import { callFields } from "./move-fields.tsx";
import { PreviousPanel, SimilarPanel } from "./other-calls.tsx";
import { RatingPanel } from "./rating-panel.tsx";
import { useFocusBack } from "./use-focus-back.ts";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  callDetail(context.get(sessionContext), params.id);

export { clientAction } from "#app/ui/sending.ts";
export const action = callActions;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.call.number ?? "Service call"} - Plumbline` },
];

type Move = keyof typeof callRules.moves;
/** The one thing to do next. */
const nextMoves: readonly Move[] = ["acknowledge", "start", "resume", "resolve", "close"];
/** Moves with a button of their own. */
const shown: readonly Move[] = ["assign", "hold"];
/** Made where they are seen: notes in the time line. */
const inPlace: readonly Move[] = ["remark", "join"];

function CallPage({ loaderData: detail, actionData }: Route.ComponentProps) {
  const { call, asset, assignee, now } = detail;
  const dialog = useDialog();
  const problem = refusalOf(actionData);
  const possible = (move: Move) => isPossible(call.moves, move);
  useFocusBack(dialog.asked("do"), () =>
    document.querySelector<HTMLElement>(".page-head .btn-primary, .page-head .menu > summary"),
  );
  const next = nextMoves.find(possible);
  const beside = shown.filter(possible);
  const placed = [next, ...beside, ...inPlace] as readonly string[];
  const noOther = detail.others.length ? null : "No other call of this asset is open";
  const inMenu = call.moves
    .filter(({ move }) => !placed.includes(move))
    .map((offer) => (offer.move === "duplicate" ? { ...offer, why: offer.why ?? noOther } : offer));
  const isWorkedOn = (workedOn as readonly string[]).includes(call.status);
  const rules: Rules["moves"] = callRules.moves;
  return (
    <>
      <PageHead
        title={call.problem}
        crumbs={[
          { label: "Service Call/Complaint", to: "/asset-breakdowns" },
          { label: <span className="code">{call.number}</span> },
        ]}
        badges={
          <>
            <StatusBadge status={call.status} isPlain />
            {call.equipmentDown && isWorkedOn && (
              <Badge tone="overdue" icon="cross">
                Equipment down
              </Badge>
            )}
            {call.patientImpact === "harm" && (
              <Badge tone="overdue" icon="alert">
                Patient harmed
              </Badge>
            )}
            <Priority of={call.priority} />
          </>
        }
        actions={
          <>
            {beside.map((move) => (
              <Link key={move} className="btn" to={dialog.to({ do: move })} preventScrollReset>
                <Icon name={iconOf(rules[move]!)} />
                {rules[move]!.label}
              </Link>
            ))}
            <Menu label="More actions" className="btn btn-icon">
              <MoveEntries
                of={{ ...call, moves: inMenu }}
                rules={callRules}
                to={(move) => dialog.to({ do: move })}
              />
              {detail.may.report && (
                <MenuLink
                  to={`/asset/service-report/${asset.id}?breakdown=${call.id}`}
                  icon="wrench"
                  prefetch="intent"
                >
                  Service report
                </MenuLink>
              )}
              {detail.may.pass && (
                <MenuLink
                  to={`/gate-pass/create?breakdown=${call.id}&assets=${asset.id}`}
                  icon="truck"
                >
                  New gate pass
                </MenuLink>
              )}
              <MenuLink to={`/asset/detail/${asset.id}?tab=breakdown`} icon="asset">
                Calls of the asset
              </MenuLink>
            </Menu>
            {next && (
              <Link className="btn btn-primary" to={dialog.to({ do: next })} preventScrollReset>
                <Icon name={iconOf(rules[next]!)} />
                {rules[next]!.label}
              </Link>
            )}
          </>
        }
      />
      <div className="stack">
        <p className="facts muted">
          <span>
            <Link to={`/asset/detail/${asset.id}`}>{asset.name}</Link>{" "}
            {[asset.make, asset.model].filter(Boolean).join(" ")}
          </span>
          <span className="code">{asset.assetCode}</span>
          {asset.serialNo && (
            <span>
              Serial <span className="code">{asset.serialNo}</span>
            </span>
          )}
          <span>{[asset.department, asset.path, asset.room].filter(Boolean).join(", ")}</span>
          <span>
            {asset.criticality === "life_support"
              ? criticalityWords.life_support
              : `${criticalityWords[asset.criticality]} criticality`}
          </span>
          <span>
            Reported <AgeText at={call.reportedAt} now={now} /> ago by{" "}
            {[call.reportedByName, call.reportedByPhone].filter(Boolean).join(", ")}
          </span>
          <span>
            {[assignee.person, assignee.team].filter(Boolean).join(", ") || "Not assigned"}
          </span>
        </p>
        <ClockStrip detail={detail} />
        <div className="cols cols-2 cols-even">
          <CoverPanel detail={detail} />
          <BackupPanel detail={detail} />
        </div>
        <div className="cols cols-32">
          <div className="stack stack-natural">
            <CallTimeline detail={detail} problem={problem} />
            {(call.equipmentDown || detail.downtimes.length > 0) && (
              <DowntimePanel
                downtimes={detail.downtimes}
                now={now}
                problem={problem}
                callId={call.id}
                assetId={call.assetId}
              />
            )}
          </div>
          <div className="stack stack-natural">
            <RatingPanel call={call} />
            <SparesPanel detail={detail} />
            <PreviousPanel detail={detail} />
            <SimilarPanel detail={detail} />
            <LinkedPanel detail={detail} />
          </div>
        </div>
      </div>
      <MoveDialog
        of={call}
        rules={callRules}
        name={call.number}
        keep="Back"
        fields={(move) => callFields[move]?.(detail)}
        problem={problem}
      />
    </>
  );
}

export default steadyPage(CallPage);
