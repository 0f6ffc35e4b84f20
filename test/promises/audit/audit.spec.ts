import { sayInOneTest } from '@tocsin/testing/stage/story.js';
import { anAuditOfThePastFindsWhatWasLate } from './an-audit-of-the-past-finds-what-was-late.js';
import { Company } from './audit.js';
import { saysWhichRuleOfThePastDecided } from './says-which-rule-of-the-past-decided.js';
import { theAuditorCountsEveryDueStep } from './the-auditor-counts-every-due-step.js';

let sharedCompany: Company;
beforeAll(async () => void (sharedCompany = await Company.begin()));
afterAll(() => sharedCompany.close());

describe('the auditor counts every due step, an audit of the past finds what was late, and says which rule of the past decided', () => {
  const promises = { ...theAuditorCountsEveryDueStep, ...anAuditOfThePastFindsWhatWasLate, ...saysWhichRuleOfThePastDecided };
  sayInOneTest(promises, () => sharedCompany);
});
