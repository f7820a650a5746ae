import { expect, test } from "vitest";
import { sizeText } from "#app/shared/size-text.ts";

test.each([
  [0, "0 KB"],
  [1, "1 KB"],
  [219_000, "214 KB"],
  [1024 ** 2, "1 MB"],
  [1.3 * 1024 ** 2, "1.3 MB"],
  [1023 * 1024 ** 2, "1023 MB"],
  [1024 ** 3, "1 GB"],
  [100_000 * 1024 ** 2, "97.7 GB"],
])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
