/** Limits and sentences of a service report that its form shows and the server answers with. */
export const MAX_PARTS = 100;
export const MAX_CHECKS = 500;

export const ticketRequired = "Service Ticket ID is required";
export const dateRequired = "Service Date is required";
export const typeRequired = "Service Type is required";
export const doneByRequired = "Done By is required";
export const partRequired = "Part is required";
export const qtyRequired = "Quantity is required";
export const lastRowUnnamed = "Please fill in the name for the last row before adding a new one";
