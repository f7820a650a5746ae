const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
  pdf: "application/pdf",
} as const;
export type FileType = keyof typeof types;

/** A file to keep, which is written while its pieces are asked for. @param name without its ending */
export function download(as: FileType, name: string, chunks: AsyncGenerator<Uint8Array>): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": types[as],
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}.${as}"`,
    },
  });
}
