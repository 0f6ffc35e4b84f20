export const serviceTokens = 200;
export const tokensEndedTogether = 200;
export const tokenDays = { max: 365, default: 90 } as const;
/** Days of which reads by programs are shown. */
export const readDays = 7;
export const tokensPerPerson = 20;
