import { eq } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { breakdowns } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { counted } from "../entity/counters.ts";
import { chosenOf } from "../lists/chosen.ts";
import { joinedRows, sieveOf, sourceOf } from "../lists/document-rows.ts";
import { askedDocuments, askerOf, type Documents } from "../lists/documents.ts";
import { callCounter } from "./counts.ts";
import { callList, type ReadCall, type ShownCall, shownCall } from "./list.ts";

type Status = (typeof breakdowns.status.enumValues)[number];
const A_LANE = 10;
/** So many calls of a state are looked through for those that filters keep. */
const MOST = 300;
/** So many calls that words find, those of all lanes among them, are looked through for each. */
const MOST_FOUND = 500;

/** Columns of the board: the states that lie in each, the move that brings a call there, and the tab that lists them all. */
const laneStates: Record<string, readonly Status[]> = {
  new: ["new", "acknowledged"],
  assigned: ["assigned"],
  in_progress: ["in_progress"],
  on_hold: ["on_hold"],
  resolved: ["resolved"],
};

/** What a list can show and a ticket does not is left out. */
const {
  coverKind: _cover,
  vendorName: _vendor,
  reportedByName: _reporter,
  source: _source,
  isRepeat: _repeat,
  causeCode: _cause,
  assetId: _asset,
  ...onBoard
} = callList.columns;

const laneList = {
  ...callList,
  tabs: Object.fromEntries(
    Object.entries(laneStates).map(([key, states]) => [
      key,
      {
        label: key,
        each: () => states.map((status) => eq(breakdowns.status, status)),
        counters: () => states.map(callCounter.status),
      },
    ]),
  ),
} as unknown as Documents;

export type Lane = {
  key: string;
  rows: ShownCall[];
  /** How many there are in all; null where only a count would tell. */
  total: number | null;
  hasMore: boolean;
};

/** The board of service calls: of each state the newest that match, those whose time ends first on top. One round trip. @throws Response 403 */
export async function callBoard(session: Session, params: URLSearchParams) {
  const asker = askerOf(session, callList);
  const keys = Object.keys(laneStates);
  const asked = new URLSearchParams(params);
  asked.delete("sort");
  const lanes = keys.map((key) => {
    asked.set("tab", key);
    const query = { ...askedDocuments(laneList, asked), sort: "newest", dir: "desc" as const };
    const source = sourceOf(laneList, asker, query, null, MOST_FOUND);
    const sieve = sieveOf(laneList, asker, query, source);
    const slice = { where: undefined, rising: false, limit: A_LANE + 1 };
    const most = sieve ? MOST : slice.limit;
    const isWhole = sieve === undefined && query.q === "";
    return { query, isWhole, page: { source, slice, most, sieve } };
  });
  const names = Object.values(laneStates).flat().map(callCounter.status);
  const chosen = chosenOf(asker.db, callList.records, lanes[0]!.query.filters);
  const [counts, found, ...named] = (await asker.db.read(
    counted(asker.db, ...(asker.db.scope ? [] : names)),
    joinedRows(
      callList,
      asker,
      onBoard,
      lanes.map(({ page }) => page),
    ),
    ...chosen.statements,
  )) as unknown as [{ name: string; value: number }[], ReadCall[], ...Choice[][]];
  const values = new Map(counts.map(({ name, value }) => [name, value]));
  const shown = shownCall(session, asker.now);
  return {
    now: asker.now,
    query: lanes[0]!.query,
    chosen: chosen.of(named),
    lanes: keys.map((key, at): Lane => {
      const states = laneStates[key]!;
      const rows = found.filter(({ status }) => states.includes(status));
      const total = states.reduce(
        (sum, one) => sum + (values.get(callCounter.status(one)) ?? 0),
        0,
      );
      return {
        key,
        rows: rows
          .slice(0, A_LANE)
          .sort((one, other) => (one.clockBy ?? 0) - (other.clockBy ?? 0))
          .map(shown),
        total: lanes[at]!.isWhole && !asker.db.scope ? total : null,
        hasMore: rows.length > A_LANE,
      };
    }),
  };
}
export type CallBoard = Awaited<ReturnType<typeof callBoard>>;
