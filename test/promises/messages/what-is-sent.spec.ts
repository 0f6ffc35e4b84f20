import { sayInOneTest } from '@tocsin/testing/stage/story.js';
import { aMessageIsSentAgain } from './a-message-is-sent-again.js';
import { startCompany, type Company } from './messages.js';
import { saysWhereTheProblemIs } from './says-where-the-problem-is.js';
import { saysWhoElseIsBeingPaged } from './says-who-else-is-being-paged.js';
import { theMessageLogShowsEveryAttempt } from './the-message-log-shows-every-attempt.js';

let sharedCompany: Company;
beforeAll(async () => void (sharedCompany = await startCompany()));
afterAll(() => sharedCompany.stage.close());

describe('what is sent says where the problem is and who else is being paged, stands in the message log, and is sent again', () => {
  const promises = { ...saysWhereTheProblemIs, ...saysWhoElseIsBeingPaged, ...theMessageLogShowsEveryAttempt, ...aMessageIsSentAgain };
  sayInOneTest(promises, () => sharedCompany);
});
