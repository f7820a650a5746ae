import wasm from "harfbuzzjs/dist/harfbuzz.wasm";
import type { Part } from "../../files/open-type.ts";

/*
 * HarfBuzz by its C interface (https://harfbuzz.github.io). The package's own JavaScript loads its
 * module from the network, which a Worker may not.
 */

/** An address in the module's memory. */
type Pointer = number;
type HarfBuzz = {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  malloc(bytes: number): Pointer;
  free(at: Pointer): void;
  hb_blob_create(data: Pointer, length: number, mode: number, user: 0, destroy: 0): Pointer;
  hb_face_create(blob: Pointer, index: number): Pointer;
  hb_font_create(face: Pointer): Pointer;
  hb_buffer_create(): Pointer;
  hb_buffer_reset(buffer: Pointer): void;
  hb_buffer_add_utf16(
    buffer: Pointer,
    text: Pointer,
    length: number,
    from: number,
    count: number,
  ): void;
  hb_buffer_set_direction(buffer: Pointer, direction: number): void;
  hb_buffer_guess_segment_properties(buffer: Pointer): void;
  hb_shape(font: Pointer, buffer: Pointer, features: 0, count: 0): void;
  hb_buffer_get_length(buffer: Pointer): number;
  hb_buffer_get_glyph_infos(buffer: Pointer, length: 0): Pointer;
  hb_buffer_get_glyph_positions(buffer: Pointer, length: 0): Pointer;
};

const READ_ONLY = 1;
const TO_THE_RIGHT = 4;
const TO_THE_LEFT = 5;
/** Bytes of hb_glyph_info_t, and of hb_glyph_position_t. */
const RECORD = 20;
const PAGE = 65_536;

/** A letter with its marks, as its glyphs stand beside each other; in units of the face. */
export type Letter = { text: string; advance: number; parts: Part[] };

let started: { hb: HarfBuzz; buffer: Pointer } | undefined;

function harfbuzz() {
  if (started) return started;
  const stopped = () => {
    throw new Error("HarfBuzz stopped");
  };
  const grow = (size: number) => {
    const missing = size - hb.memory.buffer.byteLength;
    if (missing > 0) hb.memory.grow(Math.ceil(missing / PAGE));
    return 1;
  };
  const { exports } = new WebAssembly.Instance(wasm, {
    wasi_snapshot_preview1: { proc_exit: stopped },
    env: {
      _abort_js: stopped,
      _emscripten_runtime_keepalive_clear: () => undefined,
      _setitimer_js: () => 0,
      emscripten_resize_heap: grow,
    },
  });
  const hb = exports as HarfBuzz;
  hb.__wasm_call_ctors();
  started = { hb, buffer: hb.hb_buffer_create() };
  return started;
}

/** Opens a face for as long as the isolate lives. @param file an OpenType file */
export function openFont(file: Uint8Array): Pointer {
  const { hb } = harfbuzz();
  const data = hb.malloc(file.length);
  new Uint8Array(hb.memory.buffer).set(file, data);
  return hb.hb_font_create(
    hb.hb_face_create(hb.hb_blob_create(data, file.length, READ_ONLY, 0, 0), 0),
  );
}

/** The letters of a text of one script and direction, from left to right. */
export function shape(font: Pointer, text: string, isRightToLeft: boolean): Letter[] {
  const { hb, buffer } = harfbuzz();
  const units = hb.malloc(2 * text.length);
  const view = new Uint16Array(hb.memory.buffer, units, text.length);
  for (let at = 0; at < text.length; at++) view[at] = text.charCodeAt(at);
  hb.hb_buffer_reset(buffer);
  hb.hb_buffer_add_utf16(buffer, units, text.length, 0, text.length);
  hb.hb_buffer_set_direction(buffer, isRightToLeft ? TO_THE_LEFT : TO_THE_RIGHT);
  hb.hb_buffer_guess_segment_properties(buffer);
  hb.hb_shape(font, buffer, 0, 0);
  hb.free(units);
  const infos = hb.hb_buffer_get_glyph_infos(buffer, 0);
  const positions = hb.hb_buffer_get_glyph_positions(buffer, 0);
  const data = new DataView(hb.memory.buffer);
  const letters = new Map<number, Letter>();
  for (let nth = 0; nth < hb.hb_buffer_get_length(buffer); nth++) {
    const [info, position] = [infos + RECORD * nth, positions + RECORD * nth];
    const start = data.getUint32(info + 8, true);
    const letter = letters.get(start) ?? { text: "", advance: 0, parts: [] };
    letters.set(start, letter);
    letter.parts.push({
      id: data.getUint32(info, true),
      x: letter.advance + data.getInt32(position + 8, true),
      y: data.getInt32(position + 12, true),
    });
    letter.advance += data.getInt32(position, true);
  }
  const starts = [...letters.keys()].sort((a, b) => a - b);
  for (const [nth, start] of starts.entries())
    letters.get(start)!.text = text.slice(start, starts[nth + 1]);
  return [...letters.values()];
}
