import { Link } from "react-router";
import { Note } from "#app/ui/states.tsx";

/** Stands over the lists while sample data is among the company's records. */
export default function SamplesNote({ mayRemove }: { mayRemove: boolean }) {
  return (
    <Note tone="info">
      Sample data is among your records.
      {mayRemove && (
        <>
          {" "}
          <Link to="/dashboard?do=remove-samples">Remove sample data</Link>
        </>
      )}
    </Note>
  );
}
