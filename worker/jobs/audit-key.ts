/** Where the head of a company's log, or of the platform's, is kept for a day. No row of media can name it. */
export const auditKey = (companyId: string, day: string) => `c/${companyId}/audit/${day}`;
