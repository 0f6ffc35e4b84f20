export const serviceTokens = 200;
export const tokensEndedTogether = 200;
export const tokenDays = { max: 365, default: 90 } as const;
export const tokensPerPerson = 20;
