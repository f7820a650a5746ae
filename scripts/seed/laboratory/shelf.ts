import type { Upload } from "#worker/files/upload.ts";

/** A file as the object store keeps it. */
export type Kept = { key: string; bytes: ArrayBuffer; mime: string };

/** Stands in for the bucket while databases are filled without the application: what is put on it goes into the bucket afterwards. */
export class Shelf {
  readonly kept: Kept[] = [];

  readonly bucket = {
    put: async (
      key: string,
      bytes: ArrayBuffer,
      { httpMetadata }: { httpMetadata: { contentType: string } },
    ) => {
      this.kept.push({ key, bytes, mime: httpMetadata.contentType });
      return { size: bytes.byteLength };
    },
    get: async (key: string) => {
      const found = this.kept.find((one) => one.key === key);
      return (
        found && {
          arrayBuffer: async () => found.bytes,
          httpMetadata: { contentType: found.mime },
        }
      );
    },
  } as unknown as R2Bucket;
}

const AT_ONCE = 16;
/** Puts files where the application looks for them. */
export async function putAway(bucket: R2Bucket, files: readonly Kept[]): Promise<void> {
  for (let first = 0; first < files.length; first += AT_ONCE)
    await Promise.all(
      files
        .slice(first, first + AT_ONCE)
        .map(({ key, bytes, mime }) =>
          bucket.put(key, bytes, { httpMetadata: { contentType: mime } }),
        ),
    );
}

/** A file as a form brings it. */
export const uploadOf = (
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  type: string,
): Upload => ({ file: new File([bytes], fileName, { type }), thumbnails: [] });
