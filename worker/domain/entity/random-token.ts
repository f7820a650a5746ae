const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 26;

/** A word that nobody guesses, for addresses that are printed: 130 random bits in base 32. */
export const randomToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))]
    .map((byte) => BASE32[byte & (BASE32.length - 1)])
    .join("");

/** Whether a word can be such a token at all. */
export const isRandomToken = (word: string): boolean => /^[a-z2-7]{26}$/.test(word);
