import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { MOST_DEVICES } from "#app/shared/rounds.ts";
import { idsMatching } from "#app/ui/chosen-ids.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Chosen } from "#app/ui/list-page.tsx";
import { notify } from "#app/ui/toaster.tsx";

/** The most ids that fit into an address. */
const MOST_NAMED = 150;
const PATH = "/due-service-calendar/work-list";
const takeUrl = (ids: readonly string[]) => `/rounds/take?due=${ids.join(",")}`;

/** The way to take devices along for work without a network: those of what is chosen. */
export function TakeAlong({ chosen: { all, ids, search } }: { chosen: Chosen }) {
  if (all) return <TakeMatching search={search} />;
  if (ids.length > MOST_DEVICES)
    return (
      <button
        className="btn btn-sm"
        type="button"
        disabled
        title={`Choose ${MOST_DEVICES} at most, or take a Location along`}
      >
        Take along
      </button>
    );
  return (
    <Link className="btn btn-sm" to={takeUrl(ids)}>
      <Icon name="dl" />
      Take along
    </Link>
  );
}

/** Looks up all that match, and takes them along where a round holds so many. */
function TakeMatching({ search }: { search: string }) {
  const [isLooking, setLooking] = useState(false);
  const navigate = useNavigate();
  const looking = useRef<AbortController | null>(null);
  useEffect(() => () => looking.current?.abort(), []);
  const take = async () => {
    const control = new AbortController();
    looking.current = control;
    setLooking(true);
    let isMore = false;
    const look = (count: number) => {
      isMore = count > MOST_DEVICES;
      if (isMore) control.abort();
    };
    try {
      const ids = await idsMatching("/moves?of=due-occurrences", search, control.signal, look);
      if (!isMore) return navigate(takeUrl(ids));
    } catch (error) {
      if (!control.signal.aborted) notify.error((error as Error).message);
    }
    setLooking(false);
    if (isMore)
      notify.error(
        `More than ${MOST_DEVICES} planned services match. Filter the list further, or take a Location along.`,
      );
  };
  return (
    <button className="btn btn-sm" type="button" disabled={isLooking} onClick={take}>
      <Icon name={isLooking ? "spin" : "dl"} spin={isLooking} />
      Take along
    </button>
  );
}

/** The work list of what is chosen, to print. */
export function WorkListOf({ chosen: { all, ids, search } }: { chosen: Chosen }) {
  if (!all && ids.length > MOST_NAMED)
    return (
      <button
        className="btn btn-sm"
        type="button"
        disabled
        title={`Choose ${MOST_NAMED} at most, or all that match`}
      >
        Work list
      </button>
    );
  return (
    <Link className="btn btn-sm" to={`${PATH}?${all ? search : `ids=${ids.join(",")}`}`}>
      <Icon name="print" />
      Work list
    </Link>
  );
}
