import { Link } from "react-router";

/** Under a record that someone else saved meanwhile, where the form itself stands below: what saving does, and the way to theirs. */
export const TakeTheirs = () => (
  <p>
    Saving again replaces it with yours below, or{" "}
    <Link to="." reloadDocument>
      take theirs
    </Link>
    .
  </p>
);
