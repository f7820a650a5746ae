import { Note } from "#app/ui/states.tsx";

/** Why people limited to Locations see no row. */
export const OfAllNote = () => (
  <Note tone="info">
    It is counted over all Locations of the company, also over those that you do not see. It is open
    to people who are not limited to Locations.
  </Note>
);
