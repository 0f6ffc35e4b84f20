import { anAuditOfThePastFindsWhatWasLate } from './an-audit-of-the-past-finds-what-was-late.js';
import { Company } from './audit.js';
import { saysWhichRuleOfThePastDecided } from './says-which-rule-of-the-past-decided.js';
import { theAuditorCountsEveryDueStep } from './the-auditor-counts-every-due-step.js';

let theirs: Company;
beforeAll(async () => void (theirs = await Company.begin()));
afterAll(() => theirs.close());

/** Each goes on where the one before ended. */
describe.each(
  Object.entries({
    'the auditor counts every due step': theAuditorCountsEveryDueStep,
    'an audit of the past finds what was late': anAuditOfThePastFindsWhatWasLate,
    'says which rule of the past decided': saysWhichRuleOfThePastDecided,
  }),
)('%s', (_file, promises) => {
  it.each(Object.entries(promises))('%s', (_says, isKept) => isKept(theirs));
});
