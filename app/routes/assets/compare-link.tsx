import { Link } from "react-router";
import { CHOOSE, FEWEST, MOST } from "#app/shared/comparison.ts";
import type { Chosen } from "#app/ui/list-page.tsx";

/** Puts what is chosen side by side. */
export function CompareLink({ chosen: { all, ids } }: { chosen: Chosen }) {
  if (all || ids.length < FEWEST || ids.length > MOST)
    return (
      <button className="btn btn-sm" type="button" disabled title={CHOOSE}>
        Compare
      </button>
    );
  return (
    <Link className="btn btn-sm" to={`/asset-comparison/compare?assets=${ids.join(",")}`}>
      Compare
    </Link>
  );
}
