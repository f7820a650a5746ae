import { type ReactNode, useEffect, useState } from "react";
import type { Store } from "#app/offline/store.ts";
import {
  type DraftPackage,
  draftNamed,
  measuringPage,
  recordPage,
  type TakenDraft,
} from "#app/shared/drafts.ts";
import { FormatContext } from "#app/ui/format.ts";
import { ScanContext } from "#app/ui/scanner.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { ageText, timeText } from "#app/ui/time.tsx";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";
import type { InhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import * as ofCertificate from "../certificates/draft.ts";
import { MeasureCertificate } from "../certificates/measure.tsx";
import * as inhouse from "../inhouse/measure.tsx";
import { LeftRound } from "../rounds/left-round.tsx";
import { NewerBuild } from "../rounds/newer-build.tsx";
import { RoundTools } from "../rounds/round-tools.tsx";
import { type Away, dataOf } from "./take-along.tsx";
import { type OfKind, type TakenOutbox, useTakenDraft } from "./use-taken-draft.ts";
import { useTakenTyping } from "./use-taken-typing.ts";

const ofKinds: Readonly<Record<DraftPackage["kind"], OfKind>> = {
  certificate: { placeOf: ofCertificate.placeOf, draftOf: ofCertificate.draftIn },
  inhouse: { placeOf: inhouse.placeOf, draftOf: dataOf(inhouse.draftOf) },
};

/** Pickers scan nothing without the server. */
const noScan = null;

/** A draft as it is on this device, measured without a network. Load it lazily. */
export default function DraftApp({ packageId }: { packageId: string }) {
  const { kind, id } = draftNamed(packageId)!;
  const outbox = useTakenDraft(packageId, ofKinds[kind]);
  const { state, taken, store, left } = outbox;
  useEffect(() => {
    if (taken) document.title = `Measure ${taken.code} - Plumbline`;
  }, [taken]);
  if (left) return <LeftRound of="draft" left={left} />;
  if (state === "loading") return <p className="muted">Opening the draft</p>;
  if (!taken || !store)
    return (
      <EmptyState
        title="This draft is not on this device"
        text="Without a network only a draft that was taken along opens. Open it where there is one, and take it along there."
        action={
          <a className="btn btn-primary" href={measuringPage(kind, id)}>
            Open it with the network
          </a>
        }
      />
    );
  return (
    <FormatContext value={taken.format}>
      <ScanContext value={noScan}>
        <Opened key={taken.takenAt} {...{ taken, store, outbox }} />
      </ScanContext>
    </FormatContext>
  );
}

type OpenedProps = { taken: TakenDraft; store: Store; outbox: TakenOutbox };

const isOfCertificate = (taken: TakenDraft): taken is TakenDraft<DraftToMeasure> =>
  taken.kind === "certificate";
const isInhouse = (taken: TakenDraft): taken is TakenDraft<InhouseToMeasure> =>
  taken.kind === "inhouse";

function Opened({ taken, store, outbox }: OpenedProps) {
  const { entry, renew, isOld, isOnline } = outbox;
  const typing = useTakenTyping({ taken, store, outbox });
  const [problem, setProblem] = useState("");
  const notes = <AwayNotes {...{ taken, outbox }} isUnkept={typing.isUnkept} />;
  const away: Away = {
    // What is on this page alone goes with it: nothing here leads away until it is kept.
    actions: !typing.isUnkept && (
      <>
        <RoundTools
          {...{ store, renew, packageId: taken.packageId }}
          of="draft"
          unsent={entry ? 1 : 0}
          back="/dashboard"
        />
        {isOnline && !entry && (
          <a className="btn btn-primary" href={measuringPage(taken.kind, taken.id)}>
            Go on with the network
          </a>
        )}
      </>
    ),
    notes,
  };
  if (isOld)
    return (
      <div className="stack">
        {notes}
        <EmptyState
          title="Renew this draft before further work"
          text={problem || "It was taken along more than 7 days ago. What waits is sent as it is."}
          action={
            <>
              <button
                className="btn btn-primary"
                type="button"
                onClick={async () => setProblem((await renew()) ?? "")}
              >
                Renew
              </button>
              {away.actions}
            </>
          }
        />
      </div>
    );
  if (isOfCertificate(taken)) return <MeasureCertificate data={taken.data} {...{ typing, away }} />;
  if (isInhouse(taken))
    return <inhouse.MeasureInhouseDraft data={taken.data} {...{ typing, away }} />;
  return null;
}

type NotesProps = { taken: TakenDraft; outbox: TakenOutbox; isUnkept: boolean };
/** How old the draft on this device is, whether there is a network, and what to do about a refusal. */
function AwayNotes({ taken, outbox, isUnkept }: NotesProps) {
  const { kind, id, takenAt, format } = taken;
  const { isOnline, sent, entry } = outbox;
  const at = timeText(takenAt, format.timeZone, format.dateFormat);
  const age = ageText(takenAt, Date.now());
  const status = entry?.problem?.status;
  const tell = (text: ReactNode) => (
    <div className="stack">
      {!isUnkept && <NewerBuild />}
      {text}
      {status === 403 || status === 404 || status === 409 ? (
        <p>
          <a href={recordPage(kind, id)}>See how it stands on the server</a>
        </p>
      ) : null}
    </div>
  );
  if (!isOnline && isUnkept)
    return tell(
      <Note tone="amber" icon="wifi">
        <b>Offline.</b> Taken along {age} ago, {at}. Limits and uncertainties are as they were then.
      </Note>,
    );
  if (!isOnline)
    return tell(
      <Note tone="amber" icon="wifi">
        <b>Offline.</b> What you type is kept on this device and sent by itself when the network is
        back. Taken along {age} ago, {at}. Limits and uncertainties are as they were then.
      </Note>,
    );
  if (sent === "expired" || sent === "none")
    return tell(
      <Note tone="amber">
        Your session has ended. Everything is kept on this device.{" "}
        <a href={`/login?to=${encodeURIComponent(location.pathname)}`}>Sign in</a> and it goes on.
      </Note>,
    );
  return tell(
    <Note tone="info">
      {entry || isUnkept
        ? `Taken along ${age} ago, ${at}. What you typed is not all with the server yet.`
        : `Taken along ${age} ago, ${at}. Everything you typed is with the server.`}
    </Note>,
  );
}
