import { useMemo } from "react";
import { Link } from "react-router";
import { savingAddress, takingAddress } from "#app/shared/drafts.ts";
import { conformityOf } from "#app/shared/measuring/conformity.ts";
import {
  gatedHeadOf,
  type InhouseHead,
  inhouseGates,
  standing,
} from "#app/shared/measuring/inhouse.ts";
import type { Draft, Head } from "#app/shared/measuring/merging.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { Refused } from "#app/ui/form.tsx";
import { PageHead } from "#app/ui/page.tsx";
import type { InhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import { FromFile } from "../instruments/from-file.tsx";
import { GatesPanel } from "../measuring/gates-panel.tsx";
import { HeadForm } from "../measuring/head-form.tsx";
import { MeasureBody } from "../measuring/measure-body.tsx";
import { MeasureContext } from "../measuring/measure-context.ts";
import { SavingHint, SavingNotes } from "../measuring/saving-note.tsx";
import { StandardsPanel } from "../measuring/standards-panel.tsx";
import { type Away, dataOf, InStep, TakeAlong } from "../measuring/take-along.tsx";
import { useMeasured } from "../measuring/use-measured.ts";
import { type Typing, useSaving } from "../measuring/use-saving.ts";
import { AddStandard } from "./add-standard.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { InhousePanels } from "./head-panel.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";
import { InhouseBadge } from "./words.tsx";
import "../../css/measure.css";
import "../../css/inhouse.css";

const maps = { reads: "/inhouse-calibration/maps", keeps: "/inhouse-calibration/maps" };
const names = [
  ...(["performedOn", "technicianId", "decisionRuleId", "outcome", "outcomeReason"] as const),
  ...(["contactOnSite", "action", "asFoundMissing", "deviations", "nextDueOn"] as const),
  ...(["dueOccurrenceId", "serviceReportId"] as const),
] as const;

/** The head of an in-house calibration as its fields have it. */
function headOf({ calibration, setup }: InhouseToMeasure): Head {
  const { costMinor } = calibration;
  const { electricalClass, appliedPart, supply } = setup.device;
  return {
    ...Object.fromEntries(names.map((name) => [name, calibration[name] ?? ""])),
    cost: costMinor === null ? "" : formatMinor(costMinor),
    electricalClass: electricalClass ?? "",
    appliedPart: appliedPart ?? "",
    supply: supply ?? "",
  };
}

/** The head as gates look at it. */
const gatedOf = (head: Head): InhouseHead => ({
  performedOn: head.performedOn ?? "",
  action: head.action as InhouseHead["action"],
  asFoundMissing: head.asFoundMissing?.trim() || null,
  deviations: head.deviations?.trim() || null,
  outcome: (head.outcome || null) as InhouseHead["outcome"],
  outcomeReason: head.outcomeReason?.trim() || null,
  contactOnSite: head.contactOnSite?.trim() || null,
});

/** What decides limits and uncertainties of an in-house calibration. */
const decides = ({ head, standards, ranges }: Draft) =>
  JSON.stringify([
    ...[standards, ranges, head.performedOn, head.decisionRuleId],
    ...[head.electricalClass, head.appliedPart, head.supply],
  ]);

/** What people write on an in-house calibration. */
export const draftOf = (data: InhouseToMeasure): Draft => ({
  ...{ head: headOf(data), standards: data.chosen, measured: data.set.measured, ranges: {} },
});
const draftIn = dataOf(draftOf);

/** What a draft of a calibration is called among what this device keeps. */
export const placeOf = (person: string, id: string) => `inhouse:${person}:${id}`;

type Props = { data: InhouseToMeasure; person: string; problem: Refused | undefined };

/** The page on which a device is calibrated in house. */
export function MeasureInhouse({ data, person, problem }: Props) {
  const { id, version } = data.calibration;
  const typing = useSaving({
    ...{ to: savingAddress("inhouse", id), place: placeOf(person, id), person, version },
    ...{ first: draftOf(data), decides },
  });
  return (
    <>
      <InStep kind="inhouse" {...{ id, data, typing }} version={typing.version} />
      <MeasureInhouseDraft {...{ data, typing, problem }} away={null} />
    </>
  );
}

type ViewProps = {
  data: InhouseToMeasure;
  typing: Typing;
  away: Away | null;
  problem?: Refused | undefined;
};

/** The grid of an in-house calibration, on its page or away from the network. */
export function MeasureInhouseDraft({ data, typing, away, problem }: ViewProps) {
  const { calibration, setup, machine, asset } = data;
  const { draft, change, state, restored, isUnkept } = typing;
  const { measured, head, standards } = draft;
  const measuring = useMeasured(setup, measured, (next) =>
    change((before) => ({ ...before, measured: next(before.measured) })),
  );
  const { engine, lines, checks, environment } = measuring;
  const gates = useMemo(() => {
    if (!engine || !environment) return null;
    const gated = gatedOf(head);
    const { adjusted } = measured;
    const conformity = conformityOf(
      ...([lines, checks, adjusted, adjusted.length > 0 ? "as_left" : "as_found"] as const),
    );
    const all = engine.gatesOf({
      ...{ setup, measured, machine, lines, checks, environment },
      ...{ agreed: null, whyNotSign: null, conceded: [], head: gatedHeadOf(gated) },
    });
    return inhouseGates(all, gated, conformity);
  }, [engine, lines, environment, checks, setup, measured, machine, head]);
  const errors = state.kind === "refused" ? state.errors : {};
  const page = `/inhouse-calibration/${calibration.id}`;
  const isReady = gates !== null && standing(gates).length === 0 && state.kind === "saved";
  return (
    <MeasureContext value={measuring}>
      <PageHead
        title={asset.name}
        {...(away
          ? {}
          : {
              crumbs: [
                { label: "Inhouse Calibration", to: "/inhouse-calibrations" },
                { label: <span className="code">{calibration.inhouseNo}</span>, to: page },
              ],
            })}
        badges={
          <>
            <InhouseBadge status={calibration.status} />
            <SavingHint {...{ state, isUnkept }} />
          </>
        }
        sticky
        actions={
          away?.actions ?? (
            <>
              <FromFile maps={maps} />
              <TakeAlong kind="inhouse" id={calibration.id} draftOf={draftIn} />
              <a
                className="btn"
                href={`/inhouse-calibration/pdf/${calibration.id}`}
                target="_blank"
                rel="noreferrer"
              >
                Preview
              </a>
              {isReady ? (
                <Link className="btn btn-primary" to={page}>
                  Done
                </Link>
              ) : (
                <Link className="btn" to={page}>
                  Leave as a draft
                </Link>
              )}
            </>
          )
        }
      />
      {away?.notes}
      <SavingNotes
        {...{ typing, setup }}
        isTold={away !== null}
        address={takingAddress("inhouse", calibration.id)}
        draftOf={draftIn}
        name={calibration.inhouseNo}
      />
      <p className="facts muted measure-facts">
        <span className="code">{asset.assetCode}</span>
        {asset.serialNo && (
          <span>
            Serial <span className="code">{asset.serialNo}</span>
          </span>
        )}
        <span>
          Procedure <span className="code">{data.procedure.code}</span>{" "}
          {data.procedure.isBuiltIn
            ? `v${data.procedure.versionNo}, built in`
            : `v${data.procedure.versionNo}`}
        </span>
      </p>
      <MeasureBody
        head={
          <HeadForm
            id="inhouse"
            head={head}
            saved={headOf(data)}
            errors={errors}
            onChange={(next) => change((before) => ({ ...before, head: next(before.head) }))}
          >
            <InhousePanels
              key={restored ?? 0}
              {...{ data, head, errors }}
              ranges={draft.ranges ?? {}}
              onPick={(name, picked) =>
                change((before) => ({ ...before, head: { ...before.head, [name]: picked } }))
              }
              onRange={(key, range) =>
                change((before) => ({
                  ...before,
                  ranges: { ...before.ranges, [key]: range },
                }))
              }
            />
          </HeadForm>
        }
        sideLabel="Before it is verified"
        side={
          <>
            <GatesPanel
              title="Before it is verified"
              gates={gates}
              concede={null}
              isConcedable={false}
            />
            <StandardsPanel
              roles={setup.content.roles}
              chosen={standards}
              used={setup.standards}
              onChange={(chosen) => change((before) => ({ ...before, standards: chosen }))}
              {...(data.keepsStandards && !away
                ? {
                    below: (role, add) => <AddStandard {...{ role, setup }} onAdded={add} />,
                  }
                : {})}
            />
            {!away && (
              <>
                <WaitingPanel waiting={data.waiting} problem={problem} />
                <FilesPanel files={data.files} may problem={problem} />
              </>
            )}
          </>
        }
      />
    </MeasureContext>
  );
}
