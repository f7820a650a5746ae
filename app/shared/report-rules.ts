/** Limits and sentences of a service report that its form shows and the server answers with. */
export const MAX_PARTS = 100;
export const MAX_CHECKS = 500;
/** Files beside the one of "Media file". */
export const MAX_FILES = 8;
/** Bytes of all files that one save sends. */
export const MOST_FILE_BYTES = 25 * 1024 * 1024;
/** The name a further file is posted under. */
export const fileField = (at: number) => `files[${at}]`;

export const ticketRequired = "Service Ticket ID is required";
export const dateRequired = "Service Date is required";
export const typeRequired = "Service Type is required";
export const doneByRequired = "Done By is required";
export const partRequired = "Part is required";
export const qtyRequired = "Quantity is required";
export const lastRowUnnamed = "Please fill in the name for the last row before adding a new one";
export const checkUnnamed = "Checking Process is required";
export const tooManyFiles = `A report can have at most ${MAX_FILES} more files`;
export const qtyNotWhole = "Quantity must be a whole number of at least 1";
export const readingNoNumber = "The reading must be a number";
