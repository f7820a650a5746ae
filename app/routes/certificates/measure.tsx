import { useMemo } from "react";
import { Link } from "react-router";
import { ownProblems } from "#app/shared/certificates/own-fields.ts";
import { savingAddress, takingAddress } from "#app/shared/drafts.ts";
import { concededOn } from "#app/shared/measuring/gate-types.ts";
import { PageHead } from "#app/ui/page.tsx";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";
import { FromFile } from "../instruments/from-file.tsx";
import { GatesPanel } from "../measuring/gates-panel.tsx";
import { HeadForm } from "../measuring/head-form.tsx";
import { MeasureBody } from "../measuring/measure-body.tsx";
import { MeasureContext } from "../measuring/measure-context.ts";
import { SavingHint, SavingNotes } from "../measuring/saving-note.tsx";
import { StandardsPanel } from "../measuring/standards-panel.tsx";
import { type Away, InStep, TakeAlong } from "../measuring/take-along.tsx";
import { useMeasured } from "../measuring/use-measured.ts";
import { type Typing, useSaving } from "../measuring/use-saving.ts";
import { decides, draftIn, draftOf, gatedHeadOf, headOf, placeOf } from "./draft.ts";
import { HeadPanels } from "./head-panel.tsx";
import { OwnPanels } from "./own-panels.tsx";
import { CertificateBadge } from "./words.tsx";
import "../../css/measure.css";

const maps = { reads: "/instrument-map/known", keeps: "/instrument-maps" };
type Props = { data: DraftToMeasure; person: string };

/** The page on which a device is measured: readings, room, checks and standards, reckoned while one types. */
export function Measure({ data, person }: Props) {
  const { id, version } = data.certificate;
  const typing = useSaving({
    ...{ to: savingAddress("certificate", id), place: placeOf(person, id), person, version },
    ...{ first: draftOf(data), decides },
  });
  return (
    <>
      <InStep kind="certificate" {...{ id, data, typing }} version={typing.version} />
      <MeasureCertificate {...{ data, typing }} away={null} />
    </>
  );
}

const flags = ["accredited", "showDue"];
const none = { ownFields: {}, attachments: [] };

type ViewProps = { data: DraftToMeasure; typing: Typing; away: Away | null };

/** The grid of a certificate, on its page or away from the network. */
export function MeasureCertificate({ data, typing, away }: ViewProps) {
  const { certificate, setup, machine, agreed, whyNotSign } = data;
  const { draft, change, state, restored, isUnkept } = typing;
  const { measured, head, standards } = draft;
  const { ownFields, attachments } = { ...none, ...draft };
  const measuring = useMeasured(setup, measured, (next) =>
    change((before) => ({ ...before, measured: next(before.measured) })),
  );
  const { engine, lines, checks, environment } = measuring;
  const conceded = useMemo(
    () => concededOn(certificate.concessions, data.today),
    [certificate.concessions, data.today],
  );
  const own = useMemo(() => ownProblems(data.fields, ownFields), [data.fields, ownFields]);
  const gates = useMemo(
    () =>
      engine && environment
        ? engine.gatesOf({
            ...{ setup, measured, machine, agreed, whyNotSign, checks, environment },
            ...{ lines, head: gatedHeadOf(head), conceded, own },
          })
        : null,
    [
      engine,
      lines,
      environment,
      checks,
      setup,
      measured,
      machine,
      agreed,
      whyNotSign,
      head,
      conceded,
      own,
    ],
  );
  const errors = state.kind === "refused" ? state.errors : {};
  const isReady = gates?.every(({ ok }) => ok) && state.kind === "saved";
  const page = `/certificate-report/${certificate.id}`;
  return (
    <MeasureContext value={measuring}>
      <PageHead
        title={`${data.item.name}, ${data.model.name}`}
        {...(away
          ? {}
          : {
              crumbs: [
                { label: "Certificate Reports", to: "/certificate-reports" },
                { label: <span className="code">{certificate.name}</span>, to: page },
              ],
            })}
        badges={
          <>
            <CertificateBadge status={certificate.status} />
            <SavingHint {...{ state, isUnkept }} />
          </>
        }
        sticky
        actions={away?.actions ?? <DraftActions id={certificate.id} isReady={isReady === true} />}
      />
      {away?.notes}
      <SavingNotes
        {...{ typing, setup, fields: data.fields }}
        isTold={away !== null}
        address={takingAddress("certificate", certificate.id)}
        draftOf={draftIn}
        name={certificate.name}
      />
      <p className="facts muted measure-facts">
        {data.item.serialNo && (
          <span>
            Serial <span className="code">{data.item.serialNo}</span>
          </span>
        )}
        {data.consumer && <span>{data.consumer.name}</span>}
        <span>
          Procedure <span className="code">{data.procedure.code}</span>{" "}
          {`v${data.procedure.versionNo}`}
        </span>
      </p>
      <MeasureBody
        head={
          <>
            <HeadForm
              id="certificate"
              head={head}
              saved={headOf(certificate)}
              errors={errors}
              flags={flags}
              onChange={(next) => change((before) => ({ ...before, head: next(before.head) }))}
            >
              <HeadPanels
                key={restored ?? 0}
                {...data}
                head={head}
                onPick={(name, picked) =>
                  change((before) => ({ ...before, head: { ...before.head, [name]: picked } }))
                }
              />
            </HeadForm>
            <OwnPanels
              key={restored ?? -1}
              certificateId={certificate.id}
              fields={data.fields}
              stored={certificate.attachments}
              draft={{ ownFields, attachments }}
              onChange={(next) =>
                change((before) => ({ ...before, ...next({ ...none, ...before }) }))
              }
            />
          </>
        }
        sideLabel="Before submitting"
        side={
          <>
            <GatesPanel
              title="Before submitting"
              gates={gates}
              concede={
                !away &&
                data.moves.some(({ move, fits, why }) => move === "concede" && fits && why === null)
                  ? `${page}?do=concede`
                  : null
              }
              isConcedable={head.accredited !== "1"}
            />
            <StandardsPanel
              roles={setup.content.roles}
              chosen={standards}
              used={setup.standards}
              onChange={(chosen) => change((before) => ({ ...before, standards: chosen }))}
            />
          </>
        }
      />
    </MeasureContext>
  );
}

/** What is done with a draft on its page; it is submitted once nothing stands in its way. */
function DraftActions({ id, isReady }: { id: string; isReady: boolean }) {
  return (
    <>
      <FromFile maps={maps} />
      <TakeAlong kind="certificate" id={id} draftOf={draftIn} />
      <a className="btn" href={`/certificate-report/pdf/${id}`} target="_blank" rel="noreferrer">
        Preview
      </a>
      {isReady ? (
        <Link className="btn btn-primary" to={`/certificate-report/${id}?do=submit`}>
          Submit for check
        </Link>
      ) : (
        <button
          className="btn btn-primary"
          type="button"
          disabled
          title="The list says what is missing"
        >
          Submit for check
        </button>
      )}
    </>
  );
}
