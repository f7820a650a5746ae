import type { Mutant } from "./mutant.ts";

const checks = "worker/files/thumbnails.ts";
const sent = ["tests/api/thumbnails.test.ts"];
const headers = ["tests/laws/headers.test.ts"];

/** The smaller sizes of pictures: what is taken as one, where it counts, who sees it, and when it goes. */
export const thumbnails: Mutant[] = [
  {
    name: "a thumbnail may be as high as it likes",
    file: checks,
    from: "Math.max(picture.width, picture.height) > pixels",
    to: "picture.width > pixels",
    tests: sent,
    only: "pixel too many",
  },
  {
    name: "a thumbnail may be as large as a file",
    file: checks,
    from: "const isShort = sent && sent.size <= kilobytes * KILOBYTE;",
    to: "const isShort = sent;",
    tests: sent,
    only: "byte too many",
  },
  {
    name: "a thumbnail may be of any format that has a size",
    file: checks,
    from: "!mimes.includes(picture.mime) ||",
    to: "",
    tests: sent,
    only: "that is a PNG",
  },
  {
    name: "what is no picture has thumbnails",
    file: checks,
    from: '!mime.startsWith("image/") ||',
    to: "",
    tests: sent,
    only: "of what is no picture",
  },
  {
    name: "one size alone is dropped without a word",
    file: checks,
    from: "thumbnails.every((sent) => sent === null)",
    to: "thumbnails.some((sent) => sent === null)",
    tests: sent,
    only: "that is nothing",
  },
  {
    name: "thumbnails take no room of the plan",
    file: "worker/files/store.ts",
    from: "takingRoom(db, stored.bytes + (stored.thumbnailBytes ?? 0))",
    to: "takingRoom(db, stored.bytes)",
    tests: sent,
    only: "a plan has room",
  },
  {
    name: "a size is known as the file itself",
    file: "worker/files/serve.ts",
    from: '[row.sha256, thumbnail].filter(Boolean).join("-")',
    to: "row.sha256",
    tests: headers,
    only: "known by its size",
  },
  {
    name: "a list shows what only a head may",
    file: "worker/files/serve.ts",
    from: "row.bytes > MOST_SHOWN[size]",
    to: "row.bytes > MOST_SHOWN.medium",
    tests: headers,
    only: "of an image without thumbnails",
  },
  {
    name: "a purge leaves thumbnails behind",
    file: "worker/jobs/clean-up.ts",
    from: "results.flatMap(({ object_key }) => keysOf(object_key))",
    to: "results.map(({ object_key }) => object_key)",
    tests: ["tests/domain/work-queues.test.ts"],
    only: "over as many parts",
  },
  {
    name: "a purge frees the file's room alone",
    file: "worker/jobs/clean-up.ts",
    from: "sum(bytes + coalesce(thumbnail_bytes, 0))",
    to: "sum(bytes)",
    tests: ["tests/domain/clean-up.test.ts"],
    only: "purges replaced files",
  },
  {
    name: "a sweep takes the thumbnails of what is shown",
    file: "worker/jobs/clean-up.ts",
    from: "!named.has(fileKeyOf(key))",
    to: "!named.has(key)",
    tests: ["tests/domain/clean-up.test.ts"],
    only: "purges replaced files",
  },
  {
    name: "a form does not wait for the thumbnails of its picture",
    file: "app/ui/thumbnails.ts",
    from: 'if (state === "made") return;',
    to: "return;",
    tests: ["tests/e2e/thumbnails.test.ts"],
    only: "are waited for",
  },
  {
    name: "a phone decodes a picture for its thumbnails, however large",
    file: "app/ui/thumbnails.ts",
    from: "size.width * size.height > MOST_PIXELS",
    to: "!MOST_PIXELS",
    tests: ["tests/e2e/thumbnails.test.ts"],
    only: "too large for a phone",
  },
];
