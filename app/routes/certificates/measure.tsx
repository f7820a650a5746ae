import { useMemo, useState } from "react";
import { Link } from "react-router";
import { concededOn, type GatedHead } from "#app/shared/measuring/gate-types.ts";
import type { Measured } from "#app/shared/measuring/measured.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";
import { FromFile } from "../instruments/from-file.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { GatesPanel } from "./gates-panel.tsx";
import { type Head, HeadPanels } from "./head-panel.tsx";
import { Keypad } from "./keypad.tsx";
import { MeasureContext, type Measuring } from "./measure-context.ts";
import { ParameterPanel } from "./parameter-panel.tsx";
import { RoomPanel } from "./room-panel.tsx";
import { SavingHint, SavingNotes } from "./saving-note.tsx";
import { StandardsPanel } from "./standards-panel.tsx";
import { useEngine, useEvaluated } from "./use-evaluated.ts";
import { useSaving } from "./use-saving.ts";
import { CertificateBadge } from "./words.tsx";
import "../../css/measure.css";

const headNames = [
  ...(["title", "consumerSiteId", "jobNo", "requestNo", "poNo", "schemeNo", "receivedOn"] as const),
  ...(["conditionOnReceipt", "calStartOn", "calEndOn", "performedAt"] as const),
  ...([
    "performedAddress",
    "decisionRuleId",
    "adjustment",
    "asFoundMissing",
    "deviations",
  ] as const),
  ...(["externalProviders", "opinion", "opinionBy", "nextDueOn", "publicLevel"] as const),
] as const;

/** The head of a certificate as its fields have it. */
export function headOf(certificate: DraftToMeasure["certificate"]): Head {
  const texts = headNames.map((name) => [name, certificate[name] ?? ""]);
  const marks = (["accredited", "showDue"] as const).map((name) => [
    name,
    certificate[name] ? "1" : "",
  ]);
  return Object.fromEntries([...texts, ...marks]);
}

/** The head as gates look at it. */
const gatedHeadOf = (head: Head): GatedHead => ({
  accredited: head.accredited === "1",
  schemeNo: head.schemeNo?.trim() || null,
  adjustment: head.adjustment as GatedHead["adjustment"],
  asFoundMissing: head.asFoundMissing?.trim() || null,
  deviations: head.deviations?.trim() || null,
  showDue: head.showDue === "1",
  calStartOn: head.calStartOn ?? "",
  calEndOn: head.calEndOn ?? "",
});

const flags = ["accredited", "showDue"];
/** The head as its form has it; a field that is not shown keeps what it was. */
const headIn = (typed: FormData, before: Head): Head =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => {
      if (flags.includes(name)) return [name, typed.get(name) ? "1" : ""];
      return [name, String(typed.get(name) ?? value)];
    }),
  );

type Props = { data: DraftToMeasure; person: string };

/** The page on which a device is measured: readings, room, checks and standards, reckoned while one types. */
export function Measure({ data, person }: Props) {
  const { certificate, set, setup, machine, agreed, whyNotSign } = data;
  const saving = useSaving(certificate.id, person, certificate.version, {
    ...{ head: headOf(certificate), standards: data.chosen, measured: set.measured },
  });
  const { draft, change, state, restored } = saving;
  const { measured, head, standards } = draft;
  const [open, setOpen] = useState<string | null>(null);
  const engine = useEngine();
  const found = useEvaluated(engine, setup, measured);
  const checks = useMemo(
    () => engine?.evaluatedChecks(setup, measured) ?? [],
    [engine, setup, measured],
  );
  const environment = useMemo(
    () => engine?.evaluatedEnvironment(setup.content, measured) ?? null,
    [engine, setup, measured],
  );
  const conceded = useMemo(
    () => concededOn(certificate.concessions, data.today),
    [certificate.concessions, data.today],
  );
  const gates = useMemo(
    () =>
      engine && found && environment
        ? engine.gatesOf({
            ...{ setup, measured, machine, agreed, whyNotSign, checks, environment },
            ...{ lines: found.lines, head: gatedHeadOf(head), conceded },
          })
        : null,
    [
      engine,
      found,
      environment,
      checks,
      setup,
      measured,
      machine,
      agreed,
      whyNotSign,
      head,
      conceded,
    ],
  );
  const changeMeasured = (next: (before: Measured) => Measured) =>
    change((before) => ({ ...before, measured: next(before.measured) }));
  const measuring: Measuring = {
    ...{ setup, measured, engine, checks, environment, open, setOpen, change: changeMeasured },
    parameters: found?.parameters ?? [],
    lines: found?.lines ?? [],
  };
  const errors = state.kind === "refused" ? state.errors : {};
  const isReady = gates?.every(({ ok }) => ok) && state.kind === "saved";
  const page = `/certificate-report/${certificate.id}`;
  return (
    <MeasureContext value={measuring}>
      <PageHead
        title={`${data.item.name}, ${data.model.name}`}
        crumbs={[
          { label: "Certificate Reports", to: "/certificate-reports" },
          { label: <span className="code">{certificate.name}</span>, to: page },
        ]}
        badges={
          <>
            <CertificateBadge status={certificate.status} />
            <SavingHint state={state} />
          </>
        }
        sticky
        actions={
          <>
            <FromFile />
            <a
              className="btn"
              href={`/certificate-report/pdf/${certificate.id}`}
              target="_blank"
              rel="noreferrer"
            >
              Preview
            </a>
            {isReady ? (
              <Link className="btn btn-primary" to={`${page}?do=submit`}>
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
        }
      />
      <SavingNotes {...{ state, restored }} onGiveUp={saving.giveUp} onSave={saving.saveNow} />
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
      <div className="measure">
        <div className="stack">
          <Keypad />
          <RoomPanel />
          <div className="stack" id="results">
            {measuring.parameters.map((one) => (
              <ParameterPanel key={one.parameter.key} of={one} />
            ))}
            {!engine && (
              <p className="muted">
                <Icon name="clock" /> Loading the engine...
              </p>
            )}
          </div>
          <ChecksPanel />
          <form
            className="stack"
            onSubmit={(event) => event.preventDefault()}
            onChange={({ currentTarget }) => {
              const typed = new FormData(currentTarget);
              change((before) => ({ ...before, head: headIn(typed, before.head) }));
            }}
          >
            <FormContext
              value={{
                ...{ id: "certificate", values: head, saved: headOf(certificate), errors },
                ...{ busy: false, sending: undefined, isDraft: false, touch: () => {} },
              }}
            >
              <HeadPanels
                key={restored ?? 0}
                {...data}
                head={head}
                onPick={(name, picked) =>
                  change((before) => ({ ...before, head: { ...before.head, [name]: picked } }))
                }
              />
            </FormContext>
          </form>
        </div>
        <aside className="stack m-side" aria-label="Before submitting">
          <GatesPanel
            gates={gates}
            concede={
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
        </aside>
      </div>
    </MeasureContext>
  );
}
