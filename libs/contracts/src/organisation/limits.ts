/** Days after which an inactive alert group is closed; 0: never. */
export const closeAfterDays = { min: 0, max: 365, default: 7 } as const;
