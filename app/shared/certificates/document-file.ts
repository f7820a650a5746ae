/** A file that is kept beside a document and known by its hash. */
export type DocumentFile = {
  /** Where it is kept. */
  id: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
};
