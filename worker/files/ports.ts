import type { Visit } from "../env.ts";

/** What commands need besides the company's database: the shared catalogue and the object store. */
export const portsOf = (visit: Visit) => ({ control: visit.control, bucket: visit.env.MEDIA });
