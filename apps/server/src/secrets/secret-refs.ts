/** Where the offer of a second step lies in the vault until it is taken, or over. */
export const offerRef = (personId: string): string => `two-factor-offer:${personId}`;
