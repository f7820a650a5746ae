/** Messages of a refused form, by field. */
export type FieldErrors = Record<string, string[]>;
/** What a refusal says through either door. */
export type Problem = { success: false; message: string; errors?: FieldErrors; data?: unknown };
