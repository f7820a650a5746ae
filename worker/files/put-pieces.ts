/** Pieces are put into the store in parts of this size; all but the last must be as long, and 5 MB at least. */
const PART = 8 * 1024 * 1024;

/** Bytes of a known length that are filled piece by piece. */
class Filling {
  #bytes = new Uint8Array(PART);
  #length = 0;

  /** Takes what fits. @returns the rest */
  take(piece: Uint8Array): Uint8Array {
    const fits = piece.subarray(0, PART - this.#length);
    this.#bytes.set(fits, this.#length);
    this.#length += fits.length;
    return piece.subarray(fits.length);
  }
  get isFull() {
    return this.#length === PART;
  }
  get isEmpty() {
    return this.#length === 0;
  }
  /** What was taken; it begins anew. */
  empty(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

/** Puts a file into the store while it is written: no more than a part of it is held. @returns its length in bytes */
export async function putPieces(
  bucket: R2Bucket,
  key: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const filling = new Filling();
  const parts: R2UploadedPart[] = [];
  let upload: R2MultipartUpload | null = null;
  let bytes = 0;
  const send = async () => {
    upload ??= await bucket.createMultipartUpload(key);
    const part = filling.empty();
    bytes += part.length;
    parts.push(await upload.uploadPart(parts.length + 1, part));
  };
  try {
    for await (const piece of pieces)
      for (let rest = filling.take(piece); filling.isFull; rest = filling.take(rest)) await send();
    if (!upload) {
      const whole = filling.empty();
      await bucket.put(key, whole);
      return whole.length;
    }
    if (!filling.isEmpty) await send();
    await (upload as R2MultipartUpload).complete(parts);
    return bytes;
  } catch (error) {
    await (upload as R2MultipartUpload | null)?.abort().catch((lost) => console.error(lost));
    throw error;
  }
}
