/** The job that draws issued certificates. */
export const CERTIFICATES = "certificates";
