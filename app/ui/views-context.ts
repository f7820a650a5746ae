import { createContext } from "react";

/** False where nobody keeps views: on the platform's own lists. */
export const ViewsContext = createContext(true);
