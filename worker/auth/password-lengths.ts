/** Characters of a new password, as JavaScript counts them. */
export const SHORTEST = 12;
export const LONGEST = 128;
