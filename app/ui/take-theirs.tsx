import { useContext } from "react";
import { Link } from "react-router";
import { FormContext } from "./form-context.ts";
import { giveUpDraft } from "./form-draft.ts";

/** Under a record that someone else saved meanwhile, where the form itself stands below: what saving does, and the way to theirs. */
export function TakeTheirs() {
  const { id } = useContext(FormContext);
  return (
    <p>
      Saving again replaces it with yours below, or{" "}
      <Link to="." reloadDocument onClick={() => giveUpDraft(id)}>
        take theirs
      </Link>
      .
    </p>
  );
}
