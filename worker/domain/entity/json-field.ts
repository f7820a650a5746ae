/** What a field that is sent as JSON says; what is no text, too long or no JSON stays as it is, for its schema to refuse. @param longest in characters */
export const fromJson = (longest: number) => (value: unknown) => {
  if (typeof value !== "string" || value.length > longest) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};
