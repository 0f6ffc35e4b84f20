import { aMessageIsSentAgain } from './a-message-is-sent-again.js';
import { company, type Company } from './messages.js';
import { saysWhereTheProblemIs } from './says-where-the-problem-is.js';
import { saysWhoElseIsBeingPaged } from './says-who-else-is-being-paged.js';
import { theMessageLogShowsEveryAttempt } from './the-message-log-shows-every-attempt.js';

let theirs: Company;
beforeAll(async () => void (theirs = await company()));
afterAll(() => theirs.stage.close());

/** Each goes on where the one before ended. */
describe.each(
  Object.entries({
    'says where the problem is': saysWhereTheProblemIs,
    'says who else is being paged': saysWhoElseIsBeingPaged,
    'the message log shows every attempt': theMessageLogShowsEveryAttempt,
    'a message is sent again': aMessageIsSentAgain,
  }),
)('%s', (_file, promises) => {
  it.each(Object.entries(promises))('%s', (_says, isKept) => isKept(theirs));
});
