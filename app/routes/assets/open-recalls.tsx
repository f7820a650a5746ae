import { Link } from "react-router";
import { Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";

type Recalls = NonNullable<AssetDetail["shown"]["overview"]>["recalls"];

/** A line for each recall that still asks about the device. */
export const OpenRecalls = ({ recalls }: { recalls: Recalls }) =>
  recalls.map(({ recallId, source, number, name, status, dueOn }) => (
    <Note key={recallId} tone={status === "affected" ? "overdue" : "amber"}>
      {status === "affected" ? "Affected by recall " : "To be decided: recall "}
      <Link to={`/recall/${recallId}`} prefetch="intent">
        {source} {number}
      </Link>
      , {name}
      {dueOn && (
        <>
          , due <DateText on={dueOn} />
        </>
      )}
    </Note>
  ));
