import { useCallback, useEffect, useState } from "react";
import { plural } from "#app/shared/plural.ts";
import { DAY_MS } from "#app/shared/rounds.ts";
import { Dialog } from "#app/ui/modal.tsx";
import { isStale } from "./clock.ts";
import { openStore, removePackage, storeNames, storeOf } from "./store.ts";

type Taken = { id: string; title: string; takenAt: number; isDraft: boolean; unsent: number };

/** The rounds and drafts on this device, newest first. */
async function takenHere(): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const name of await storeNames()) {
    const store = await openStore(name);
    const entries = await store.getAll("entries");
    const unsentOf = (id: string) =>
      entries.filter(({ packageId, status }) => packageId === id && status !== "sent").length;
    for (const { packageId: id, title, takenAt } of await store.getAll("packages"))
      taken.push({ ...{ id, title, takenAt }, isDraft: false, unsent: unsentOf(id) });
    for (const { packageId: id, code, title, takenAt } of await store.getAll("drafts"))
      taken.push({
        ...{ id, title: `${code}: ${title}`, takenAt },
        ...{ isDraft: true, unsent: unsentOf(id) },
      });
    store.close();
  }
  return taken.sort((one, other) => other.takenAt - one.takenAt);
}

const ageOf = (takenAt: number) => {
  const days = Math.floor((Date.now() - takenAt) / DAY_MS);
  return days < 1 ? "taken along today" : plural(days, "1 day old", "{n} days old");
};

/** How a round or a draft stands, each part with a comma between. */
const standingOf = ({ takenAt, isDraft, unsent }: Taken) =>
  [
    ageOf(takenAt),
    isStale(takenAt, Date.now()) && "renew it before work",
    unsent > 0 &&
      (isDraft ? "not sent yet" : plural(unsent, "1 report not sent", "{n} reports not sent")),
  ]
    .filter(Boolean)
    .join(", ");

/** The rounds and drafts that were taken along on this device, each with its age; nothing where there are none. Load it lazily. */
export default function TakenRounds() {
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [asked, setAsked] = useState<Taken | null>(null);
  const look = useCallback(() => void takenHere().then(setTaken, () => {}), []);
  useEffect(look, [look]);
  const remove = async ({ id }: Taken) => {
    const found = await storeOf(id);
    if (found) await removePackage(found.store, id);
    setAsked(null);
    look();
  };
  if (taken.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="taken-rounds">
      <div className="panel-head">
        <h2 id="taken-rounds">Taken along on this device</h2>
      </div>
      <ul className="feed">
        {taken.map((one) => (
          <li key={one.id}>
            <span className="feed-main">
              <a className="name" href={`/round/${one.id}`}>
                {one.title}
              </a>
              <span className="muted">{standingOf(one)}</span>
            </span>
            <button
              className="btn btn-sm"
              type="button"
              aria-label={`Remove ${one.title} from this device`}
              onClick={() => setAsked(one)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog
          open
          title={`Remove ${asked.title}`}
          onClose={() => setAsked(null)}
          footer={
            <>
              <button className="btn" type="button" onClick={() => setAsked(null)}>
                Keep it
              </button>
              <button className="btn btn-danger" type="button" onClick={() => remove(asked)}>
                Remove for good
              </button>
            </>
          }
        >
          <p>
            {asked.unsent > 0
              ? "What of it is not sent goes with it."
              : "Its data leaves this device. What you sent stays with the server."}
          </p>
        </Dialog>
      )}
    </section>
  );
}
