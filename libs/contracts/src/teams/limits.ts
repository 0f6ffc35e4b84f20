/** Alert groups, policies or services in one event about a leaving person or a move; more follow. */
export const movedTogether = 200;
export const membersPerTeam = 1_000;
