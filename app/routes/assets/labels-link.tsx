import { Link, useLocation } from "react-router";
import type { Chosen } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { MenuLink } from "#app/ui/menu.tsx";

/** The most ids that fit into an address. */
const MOST_NAMED = 150;

/** An entry of a menu: the labels of everything the list matches. */
export function AllLabels() {
  const { search } = useLocation();
  return (
    <MenuLink
      to={listUrl({ pathname: "/asset/labels", search }, { all: "1" })}
      icon="print"
      prefetch="intent"
    >
      Labels
    </MenuLink>
  );
}

/** The labels of what is chosen. */
export function LabelsOf({ chosen, to = "/asset/labels" }: { chosen: Chosen; to?: string }) {
  const { all, ids, search } = chosen;
  if (!all && ids.length > MOST_NAMED)
    return (
      <button
        className="btn btn-sm"
        type="button"
        disabled
        title={`Choose ${MOST_NAMED} at most, or all that match`}
      >
        Labels
      </button>
    );
  return (
    <Link className="btn btn-sm" to={all ? `${to}?${search}&all=1` : `${to}?ids=${ids.join(",")}`}>
      Labels
    </Link>
  );
}
