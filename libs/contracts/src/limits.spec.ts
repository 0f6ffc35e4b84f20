import { readFileSync } from 'node:fs';
import { duration } from './duration.js';
import { limits } from './limits.js';
import * as policyLimits from './policies/limits.js';
import * as contactLimits from './contacts/limits.js';
import * as integrationLimits from './integrations/limits.js';
import * as alertGroupLimits from './alert-groups/limits.js';
import * as serviceLimits from './services/limits.js';
import * as mailServerLimits from './mail-server/limits.js';
import * as bulkActLimits from './bulk-acts/limits.js';
import * as tokenLimits from './tokens/limits.js';
import * as peopleLimits from './people/limits.js';
import * as reportLimits from './reports/limits.js';
import * as teamLimits from './teams/limits.js';
import * as routingLimits from './routing/limits.js';
import { maxAbandoned } from './reactor/noun.js';

const { second, minute, hour, day } = duration;
const [kibibyte, mebibyte] = [1_024, 1_024 * 1_024];

/** Constants of the product reference: promised value, and value of the program. */
const promisedLimits: Readonly<Record<string, readonly [promised: unknown, is: unknown]>> = {
  'steps per policy': [10, policyLimits.stepsPerPolicy],
  'targets per step': [20, policyLimits.targetsPerStep],
  repeats: [
    [0, 5, 3],
    [0, policyLimits.repeatsMax, policyLimits.repeatsDefault],
  ],
  'step delay': [{ min: 1, max: 9_000, default: 5, presets: [1, 5, 15, 30, 60] }, policyLimits.stepDelayMinutes],
  'restart after exhausted': [30 * minute, policyLimits.restartAfterExhausted],
  'contact methods per person': [10, contactLimits.contactMethodsPerPerson],
  'notification rules per person': [15, contactLimits.notificationRulesPerPerson],
  'integrations per service': [30, integrationLimits.integrationsPerService],
  'calls at once per provider': [20, limits.callsAtOnce],
  summary: [1_024, integrationLimits.summaryCharacters],
  'details shown': [6 * kibibyte, integrationLimits.detailsBytes],
  'dedup key': [512, integrationLimits.dedupKeyCharacters],
  'request body of the API': [1 * mebibyte, limits.apiBodyBytes],
  'request body of a sender': [16 * mebibyte, limits.requestBodyBytes],
  'alerts in a group': [2_000, alertGroupLimits.sizes.alertsPerGroup],
  'acknowledgement timeout': [{ high: 30, low: 0 }, serviceLimits.ackTimeoutMinutes],
  'reopen window': [10 * minute, serviceLimits.reopenWindow],
  'quiet after a hand-resolve': [1 * hour, alertGroupLimits.quietAfterHandResolve],
  'resume grace and undo': [
    [10 * second, 10 * second],
    [alertGroupLimits.resumeGrace, bulkActLimits.undoGrace],
  ],
  'send deadline': [
    [10 * second, 30 * second],
    [alertGroupLimits.sendDeadline, mailServerLimits.smtpDeadline],
  ],
  retries: [
    [3, 15 * second],
    [alertGroupLimits.retries, alertGroupLimits.retryEvery],
  ],
  'push TTL': [5 * minute, contactLimits.pushTtl],
  'page link': [24 * hour, alertGroupLimits.pageLink],
  'ingest soft limit': [{ signals: 300, window: 5 * minute }, integrationLimits.ingestSoft],
  'API reads': [300, limits.readsPerMinute],
  'configuration writes': [1_200, limits.writesPerMinute],
  'page size': [
    [50, 200],
    [limits.pageSize, limits.pageSizeMax],
  ],
  'bulk by id': [200, bulkActLimits.bulk],
  'bulk by filter': [5_000, bulkActLimits.bulkByFilter],
  session: [30 * day, limits.session],
  token: [365, tokenLimits.tokenDays.max],
  'figures of persons': [
    [60 * second, { from: 22, to: 8 }, { from: 9, to: 18 }],
    [alertGroupLimits.interruption, peopleLimits.sleepHours, reportLimits.reportHours],
  ],
};

/** Promised constants of features that are not built yet: add them with these values, then move them up. */
const notBuilt = {
  rotations: 'participants 50, layers 10, restrictions 30, overrides ahead 500',
  heartbeats: '500 per service, 1 min–1 year, grace = interval but 1 min–1 h',
  storm: '50 groups opened on a service in 5 min, over when fewer than 5 joined in 10 min',
  bundle: '60 s, 5 min after one of more than 10 groups, exceptions 2 in 10 min a method',
  'calls at once per destination': '2',
  grouping: 'wait 0 s, window 5 min–24 h',
  snooze: '30 min, 1, 2, 3, 4, 6, 12, 24 h, until; high ≤ 24 h, low ≤ 30 days',
  silence: '≤ 90 days, settling 5 min',
  'throttles per destination': 'voice 3/15 min, 7/h, 15/3 h; SMS 5/15 min, 11/h, 21/3 h',
  'ingest hard limit': 'off',
  auditor: 'late > 10 s → health, > 60 s or never → owners',
  'calendar feed': '−15 to +180 days',
  'cover reminders': '4 w … 12 h',
} as const;

/** Named by no reference, but by the decision on the size of events. */
const decided: typeof promisedLimits = {
  'versions in a policy’s row': [50, policyLimits.policyVersionsKept],
  'members of a team': [1_000, teamLimits.membersPerTeam],
  'text of a group’s alerts': [
    [2_097_152, 200],
    [routingLimits.alertCharactersPerGroup, routingLimits.briefCharacters],
  ],
  'things that were given up': [1_000, maxAbandoned],
  'things tried again': [1_000, maxAbandoned],
};

describe('a constant that is decided', () => {
  const page = readFileSync('docs/decisions/log.md', 'utf8');

  it.each(Object.entries(decided))('is what the program has, and what the decision says: %s', (name, [says, is]) => {
    expect(is).toEqual(says);
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} `));
    for (const value of [says].flat()) expect(row).toContain((value as number).toLocaleString('en'));
  });
});

describe('a constant that the product promises', () => {
  it.each(Object.entries(promisedLimits))('is what the program has: %s', (_name, [says, is]) => {
    expect(is).toEqual(says);
  });

  it('is either there or named as not built', () => {
    expect(Object.keys(notBuilt).filter((name) => name in promisedLimits)).toEqual([]);
  });
});
