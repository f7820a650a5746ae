import { mustStore, type StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import type { Session } from "../../session.ts";

/**
 * Stores the picture that came with a form about a call, for somebody who may write about calls at all.
 * @param field what the form calls it
 * @throws Response 403; 413, 422 for what is no picture; 503
 */
export async function storedPicture(
  session: Session,
  bucket: R2Bucket,
  upload: Upload | null,
  field: string,
): Promise<StoredFile[]> {
  if (!upload) return [];
  session.authorizeAny("edit-breakdown", "create-breakdown");
  return [await mustStore("file", bucket, session.company.id, upload, "photo", field)];
}
