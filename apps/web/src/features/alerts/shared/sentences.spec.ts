import { ids, names } from '../../../data/words/names.fixture.js';
import { answerActs } from '@tocsin/contracts/alert-groups/pages.js';
import { groupSentences } from './sentences.js';
import { pageSentences } from './page-sentences.js';

it('says how far a clock that was set back moved what was scheduled', () => {
  const data = { from: '2026-11-21T03:12:00.000Z', to: '2026-11-21T02:12:00.000Z' };
  expect(groupSentences.AlertGroupFollowedClock({ data } as never, names())).toBe(
    'Scheduled times moved 1 h earlier: the server’s clock was set back.',
  );
});

it('says by which act a page was answered', () => {
  const sentence = (because: string) => pageSentences.PageAnswered({ data: { personId: ids.ana, because } } as never, names());
  expect(answerActs.map(sentence)).toEqual([
    'Ana saw it: their own pages stopped.',
    'Ana acknowledged: their own pages stopped.',
    'Ana snoozed: their own pages stopped.',
    'Ana resolved: their own pages stopped.',
    'Ana escalated: their own pages stopped.',
    'Ana joined: their own pages stopped.',
    'Ana renewed the acknowledgement: their own pages stopped.',
    'Ana took over: their own pages stopped.',
    'Ana passed it on: their own pages stopped.',
  ]);
});
