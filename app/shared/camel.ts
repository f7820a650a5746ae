/** "interval_unit" as "intervalUnit". */
export const camel = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
