/** Memory in MB of the thread that reads another system. */
export const memory = 768;
/** Differences of a schedule, and things below a rule, that a report lists. */
export const listed = 50;
/** Characters of a table of accounts. */
export const accountCharacters = 1_000_000;
/** Invitations that go out in a minute. */
export const invitationsAMinute = 60;
/** People whose phone numbers are offered by one request. */
export const peopleOffered = 500;
