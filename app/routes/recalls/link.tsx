import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

/** The way to the notices whose assets are still asked about. */
export const RecallsLink = () => (
  <Link className="btn" to="/recalls" prefetch="intent">
    <Icon name="alert" />
    Recalls
  </Link>
);
