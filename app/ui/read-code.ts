/** Reads the text of a QR code or barcode from a picture; null while there is none to be read. */
type ReadCode = (source: HTMLVideoElement | ImageBitmap) => Promise<string | null>;

type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> };
type Detectors = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

const wanted = ["qr_code", "code_128", "code_39", "data_matrix", "ean_13"];
/** A phone's picture is looked at no finer than this. */
const FINEST = 1280;

async function byBrowser(): Promise<ReadCode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !known.includes("qr_code")) return null;
  const detector = new BarcodeDetector({
    formats: wanted.filter((format) => known.includes(format)),
  });
  return async (source) => (await detector.detect(source))[0]?.rawValue || null;
}

async function byScript(): Promise<ReadCode> {
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  return async (source) => {
    const [width, height] =
      "videoWidth" in source
        ? [source.videoWidth, source.videoHeight]
        : [source.width, source.height];
    if (!pen || !width || !height) return null;
    const scale = Math.min(1, FINEST / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    pen.drawImage(source, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height)) || null;
    } catch {
      return null;
    }
  };
}

/** The browser's own reader where it has one, else one that is fetched. */
export const codeReader = async (): Promise<ReadCode> => (await byBrowser()) ?? byScript();
