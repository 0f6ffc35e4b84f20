import { bySystem } from '../../configuration.fixture.js';
import { ana, pages, Scenario } from '../alert-groups/groups.fixture.js';
import { effects } from './effects.js';

const later = ['SilenceEndAnnounced', 'MaintenanceAnnounced', 'MaintenanceEnded', 'NightPageCounted', 'SmsPartsExceeded'];

it('what an older release sent without an outcome is not sent again: it counts from the first start of one that records it', () => {
  const { world } = new Scenario({ steps: [pages([ana])], repeats: 0 });
  const starts = (tracks: object) => world.run({ type: 'StartReactor', data: { awayFrom: null, ...tracks } }, { actor: bySystem });
  const since = (type: string): number => effects.pendingSince(world.memory, type);
  starts({});
  const first = since('NoticeGiven');
  starts({});
  expect(later.map(since)).toEqual(later.map(() => Number.MAX_SAFE_INTEGER));
  starts({ tracksNotices: true });
  starts({ tracksNotices: true });
  expect(since('NoticeGiven')).toBe(first);
  expect(later.map(since)).toEqual(later.map(() => first + 2));
});
