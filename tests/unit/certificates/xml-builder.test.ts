import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { element, fitting, leaf, xmlFile } from "#worker/files/xml-builder.ts";
import { xmlTree } from "#worker/files/xml-tree.ts";

/** A text as a file of it is read. */
const readBack = (text: string) => xmlTree(xmlFile(leaf("a", text, { b: text })));

describe("an XML file", () => {
  test("gives back every text that XML can hold, as text and as attribute", () => {
    const all = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("]]>", "<![CDATA[", "&amp;", "\r\n", "\t", "'\"", "<!--", "🩺", "मापन"),
    );
    fc.assert(
      fc.property(fc.array(all), (pieces) => {
        const text = fitting(pieces.join(""));
        const { text: read, attributes } = readBack(text);
        expect([read, attributes.b]).toEqual([text, text]);
      }),
    );
  });

  test("shows what XML cannot hold by the replacement character", () => {
    const unfit = ["\u0000", "\u0008", "\u000b", "\u001f", "\ud800", "\udfff", "\ufffe", "\uffff"];
    for (const letter of unfit) expect(readBack(`a${letter}b`).text).toBe("a\ufffdb");
    expect(readBack("a\ud83e\ude7ab\udc00\ud800").text).toBe("a🩺b\ufffd\ufffd");
  });

  test("has its elements in their order, without those that are none", () => {
    const root = element("a", [leaf("b", "1"), null, false, undefined, element("c", [])], {
      ...{ x: "1", y: undefined },
    });
    expect(xmlFile(root)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="1">\n  <b>1</b>\n  <c/>\n</a>\n',
    );
  });
});
