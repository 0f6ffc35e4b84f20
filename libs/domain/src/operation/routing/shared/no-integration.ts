/** What a drill’s signal comes from: no routes lead it elsewhere. */
export const noIntegration = '00000000-0000-7000-8000-000000000000';
