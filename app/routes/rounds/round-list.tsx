import { wordsOf } from "#app/offline/refusal-words.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import { countsOf, isFinished, type Place, type Stop, shownStand } from "./stops.ts";

type Props = { stops: readonly Stop[]; places: readonly Place[]; open: string | null };

/** The devices of a round by place, each with how it stands. */
export function RoundList({ stops, places, open }: Props) {
  const { all, done, sent, waiting, needs, todo } = countsOf(stops);
  const needYou = plural(needs, "1 needs you", "{n} need you");
  const told = [waiting > 0 && plural(waiting, "1 waits", "{n} wait"), needs > 0 && needYou].filter(
    Boolean,
  );
  const share = (count: number) => `${((count * 100) / Math.max(1, all)).toFixed(1)}%`;
  return (
    <section className="panel round-list" aria-label="Devices of this round">
      <div className="panel-head">
        <h2>
          {done} of {all} done
        </h2>
        <span className="end muted" role="status">
          {told.join(", ")}
        </span>
      </div>
      <div className="panel-body">
        <svg
          className="round-bar"
          role="img"
          aria-label={`${sent} sent, ${waiting} waiting to send, ${needYou}, ${todo} to do`}
        >
          <rect className="t" width="100%" height="6" rx="3" />
          <rect className="a" width={share(sent)} height="6" rx="3" />
          <rect className="b" x={share(sent)} width={share(waiting)} height="6" />
          <rect className="c" x={share(sent + waiting)} width={share(needs)} height="6" />
        </svg>
      </div>
      {places.map((place) => (
        <div key={place.path}>
          <h3 className="place">
            {place.name}
            <span>
              {place.done} of {place.stops.length} done
            </span>
          </h3>
          <ol>
            {place.stops.map((stop) => (
              <StopRow key={stop.device.id} stop={stop} isOpen={stop.device.id === open} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function StopRow({ stop, isOpen }: { stop: Stop; isOpen: boolean }) {
  const { device, entry, stand, left } = stop;
  const { look, icon, word } = shownStand(stop);
  return (
    <li className={isOpen ? `stop ${look} is-open` : `stop ${look}`}>
      <Icon name={icon} />
      <div>
        <a className="name" href={`#${device.id}`} aria-current={isOpen ? "true" : undefined}>
          {device.name}
        </a>
        <span className="line-2">
          <span className="code">{device.code}</span>
          {device.room && `, ${device.room}`}
          {isFinished(stop) &&
            left.length > 0 &&
            `, ${plural(left.length, "1 planned service more", "{n} planned services more")}`}
        </span>
      </div>
      <span className="st">{isOpen && stand === "todo" ? "Open" : word}</span>
      {stand === "needs" && entry?.problem && (
        <p className="stop-why">{wordsOf(entry.problem, entry)}</p>
      )}
    </li>
  );
}
