const words = [
  ...(["none", "one", "two", "three", "four", "five", "six"] as const),
  ...(["seven", "eight", "nine", "ten", "eleven", "twelve"] as const),
];

/** A small count as a sentence has it: "six"; figures from thirteen on. */
export const countWord = (count: number): string => words[count] ?? String(count);
/** The same at the beginning of a sentence: "Six". */
export const CountWord = (count: number): string => {
  const word = countWord(count);
  return `${word[0]!.toUpperCase()}${word.slice(1)}`;
};
