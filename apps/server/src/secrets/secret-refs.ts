/** The vault’s reference for an offered second factor, until it is confirmed or expires. */
export const offerRef = (personId: string): string => `two-factor-offer:${personId}`;
