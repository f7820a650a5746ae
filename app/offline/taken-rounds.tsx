import { useEffect, useState } from "react";
import { plural } from "#app/shared/plural.ts";
import { DAY_MS } from "#app/shared/rounds.ts";
import { isStale } from "./clock.ts";
import { openStore, storeNames } from "./store.ts";

type Taken = { id: string; title: string; takenAt: number; unsent: number };

/** The rounds on this device, newest first. */
async function takenRounds(): Promise<Taken[]> {
  const rounds: Taken[] = [];
  for (const name of await storeNames()) {
    const store = await openStore(name);
    const entries = await store.getAll("entries");
    for (const { packageId: id, title, takenAt } of await store.getAll("packages"))
      rounds.push({
        ...{ id, title, takenAt },
        unsent: entries.filter(({ packageId, status }) => packageId === id && status !== "sent")
          .length,
      });
    store.close();
  }
  return rounds.sort((one, other) => other.takenAt - one.takenAt);
}

const ageOf = (takenAt: number) => {
  const days = Math.floor((Date.now() - takenAt) / DAY_MS);
  return days < 1 ? "taken along today" : plural(days, "1 day old", "{n} days old");
};

/** The rounds that were taken along on this device, each with its age; nothing where there are none. Load it lazily. */
export default function TakenRounds() {
  const [rounds, setRounds] = useState<readonly Taken[]>([]);
  useEffect(() => {
    takenRounds().then(setRounds, () => {});
  }, []);
  if (rounds.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="taken-rounds">
      <div className="panel-head">
        <h2 id="taken-rounds">Rounds on this device</h2>
      </div>
      <ul className="feed">
        {rounds.map(({ id, title, takenAt, unsent }) => (
          <li key={id}>
            <span className="feed-main">
              <a className="name" href={`/round/${id}`}>
                {title}
              </a>
              <span className="muted">
                {[
                  ageOf(takenAt),
                  isStale(takenAt, Date.now()) && "renew it before work",
                  unsent > 0 && plural(unsent, "1 report not sent", "{n} reports not sent"),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
