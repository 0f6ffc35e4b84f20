import { names } from '../names.fixture.js';
import { groupSentences } from './alert-groups.js';

it('says how far a clock that was set back moved what was scheduled', () => {
  const data = { from: '2026-11-21T03:12:00.000Z', to: '2026-11-21T02:12:00.000Z' };
  expect(groupSentences.AlertGroupFollowedClock({ data } as never, names())).toBe(
    'Scheduled times moved 1 h earlier: the server’s clock was set back.',
  );
});
