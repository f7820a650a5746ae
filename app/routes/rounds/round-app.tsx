import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import type { Entry } from "#app/offline/store.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { FormatContext } from "#app/ui/format.ts";
import { ScanContext } from "#app/ui/scanner.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { timeText } from "#app/ui/time.tsx";
import { DevicePanel } from "./device-panel.tsx";
import { LeftRound } from "./left-round.tsx";
import { NewerBuild } from "./newer-build.tsx";
import { RoundList } from "./round-list.tsx";
import { RoundTools } from "./round-tools.tsx";
import { ScanRound } from "./scan-round.tsx";
import { nextOf, placesOf, stopsOf } from "./stops.ts";
import { type Round, useRound } from "./use-round.ts";

/** A round as it is on this device. */
export function RoundApp({ packageId }: { packageId: string }) {
  const round = useRound(packageId);
  const { state, taken, left } = round;
  useEffect(() => {
    if (taken) document.title = `${taken.title} - Plumbline`;
  }, [taken]);
  if (left) return <LeftRound of="round" left={left} />;
  if (state === "loading") return <p className="muted">Opening the round</p>;
  if (state === "missing" || !taken)
    return (
      <EmptyState
        title="This round is not on this device"
        text="It was removed, or taken along on another device. Take it along again where there is a network."
        action={
          <a className="btn btn-primary" href="/rounds/take">
            Take a round along
          </a>
        }
      />
    );
  return (
    <FormatContext value={taken.format}>
      <ScanContext value={noScan}>
        <Opened round={round} taken={taken} />
      </ScanContext>
    </FormatContext>
  );
}

/** The hash of the list, where no device is open. */
const ALL = "all";

/** The picker of parts scans nothing without the server. */
const noScan = null;

function Opened({ round, taken }: { round: Round; taken: NonNullable<Round["taken"]> }) {
  const { store, entries, isOnline, isOld, sent, reload, send, notes } = round;
  const open = useLocation().hash.slice(1);
  const stops = useMemo(() => stopsOf(taken.devices, entries), [taken, entries]);
  const places = useMemo(() => placesOf(stops), [stops]);
  const stop = stops.find(({ device }) => device.id === open);
  const today = dayIn(taken.format.timeZone);
  const takenAt = timeText(taken.takenAt, taken.format.timeZone, taken.format.dateFormat);
  // Without a hash, the way back to this address would be a navigation, which asks the server.
  useEffect(() => {
    if (!location.hash) location.replace(`#${ALL}`);
  }, []);
  // Another device is another screen on a phone.
  useEffect(() => {
    if (!open || open === ALL) return;
    document.getElementById("round-device")?.focus({ preventScroll: true });
    if (matchMedia("(max-width: 991.98px)").matches) scrollTo({ top: 0 });
  }, [open]);

  const finish = async (entry: Entry) => {
    await reload();
    const { occurrence } = entry;
    const hasMore = occurrence !== null && stop?.left.some(({ id }) => id !== occurrence.id);
    const next = nextOf(places, entry.deviceId);
    // What else is planned for the device is done while the person stands before it.
    if (hasMore) document.getElementById("round-device")?.focus();
    else location.hash = next && next !== entry.deviceId ? next : ALL;
    void send();
  };
  if (!store) return null;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{taken.title}</h1>
        </div>
        <div className="end">
          <ScanRound taken={taken} store={store} onNoted={reload} />
          <RoundTools
            {...{ store, renew: round.renew, packageId: taken.packageId }}
            of="round"
            unsent={entries.filter(({ status }) => status !== "sent").length}
            back="/rounds/take"
          />
        </div>
      </div>
      <div className="stack">
        <NewerBuild />
        {!isOnline ? (
          <Note tone="amber" icon="wifi">
            <b>Offline.</b> Everything is kept on this device and sent by itself when the network is
            back. Taken along {takenAt}.
          </Note>
        ) : sent === "expired" || sent === "none" ? (
          <Note tone="amber">
            Your session has ended. Everything is kept on this device.{" "}
            <a href={`/login?to=${encodeURIComponent(location.pathname)}`}>Sign in</a> and it goes
            on.
          </Note>
        ) : (
          <Note tone="info">
            {isOld
              ? `Taken along ${takenAt}: older than 7 days. What waits is sent; renew it before further work.`
              : `Taken along ${takenAt}. Finished reports are sent by themselves.`}
          </Note>
        )}
        <div className={stop ? "round has-open" : "round"}>
          <RoundList stops={stops} places={places} open={stop?.device.id ?? null} />
          {stop ? (
            <DevicePanel
              key={stop.device.id}
              {...{ taken, stop, store, today, isOld }}
              onChanged={reload}
              onSend={send}
              onFinish={finish}
            />
          ) : (
            <p className="panel panel-body quiet round-none">Choose a device, or scan its label.</p>
          )}
        </div>
        {notes.length > 0 && (
          <section className="panel" aria-labelledby="round-notes">
            <div className="panel-head">
              <h2 id="round-notes">Not in this round</h2>
            </div>
            <ul className="feed">
              {notes.map(({ id, code, text }) => (
                <li key={id}>
                  <span className="feed-main">
                    <span className="code">{code}</span> {text}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}
