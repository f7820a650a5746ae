/** The head of a chain at the end of a day, kept outside of the database, where nothing replaces it. */
export type KeptHead = { day: string; seq: number; hash: string; at: number };

/** Where the head of a company's log, or of the platform's, is kept for a day. No row of media can name it. */
export const auditKey = (companyId: string, day: string) => `c/${companyId}/audit/${day}`;
/** Where the head of a company's ledger of what may have to be proved is kept for a day. */
export const ledgerKey = (companyId: string, day: string) => `c/${companyId}/ledger/${day}`;

/** Keeps the head of a chain, once for a day: what is kept is never replaced. Its figures are the object's metadata too, so that a list tells them. */
export async function keepOnce(
  bucket: R2Bucket,
  key: string,
  owner: string,
  { day, seq, hash, at }: KeptHead,
): Promise<void> {
  await bucket.put(key, JSON.stringify({ company_id: owner, day, seq, hash, at }), {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
    customMetadata: { seq: String(seq), hash, at: String(at) },
  });
}

/** The heads of a company's ledger that were kept in a month, by day: one request to the object store. */
export async function ledgerHeadsOf(
  bucket: R2Bucket,
  companyId: string,
  month: string,
): Promise<KeptHead[]> {
  const prefix = ledgerKey(companyId, "");
  const { objects } = await bucket.list({
    prefix: `${prefix}${month}-`,
    include: ["customMetadata"],
  });
  return objects.map(({ key, customMetadata: { seq, hash = "", at } = {} }) => ({
    ...{ day: key.slice(prefix.length), hash },
    ...{ seq: Number(seq), at: Number(at) },
  }));
}
