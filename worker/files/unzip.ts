import { unzipSync } from "fflate";

/** The entries of a whole archive, by their names. @throws where it is none, or is cut */
export const unzipped = (archive: Uint8Array): Record<string, Uint8Array> => unzipSync(archive);
