/** What a route exports as its `handle` when its page is a document without React: read, sent and followed as plain HTML. */
export const plainPage = { isPlain: true } as const;

/** Whether a page is one. @param handles of the page's routes */
export const isPlainPage = (handles: readonly unknown[]): boolean =>
  handles.some((handle) => (handle as Partial<typeof plainPage> | undefined)?.isPlain === true);
