import type { Visit } from "../env.ts";

/** What commands need besides their session: the object store. */
export const portsOf = (visit: Visit) => ({ bucket: visit.env.MEDIA });
