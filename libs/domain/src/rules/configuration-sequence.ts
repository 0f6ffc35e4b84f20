/**
 * The sequence of all decisions on configuration. They check one another’s streams (a policy names only people who are active, a team
 * that a policy pages is not removed, a name is taken once), so each is decided when the one before is in memory: of two that were sent
 * together and exclude each other, the second is refused. One server at a time decides, so a sequence of the process is enough.
 */
export const configurationSequence = 'configuration';
