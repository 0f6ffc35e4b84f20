/** Rules of a team, or of the organisation. */
export const perTeam = 50;
export const matchers = 10;
export const equalLabels = 10;
