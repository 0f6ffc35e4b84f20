import { group } from '../../features/alerts/shared/alert-group.fixture.js';
import { ids } from '../words/names.fixture.js';
import { verdictOn, type QueuedAcknowledge } from './queued-verdict.js';

const at = Date.parse('2026-11-21T03:12:00.000Z');
const queued: QueuedAcknowledge = { key: 'k', personId: ids.ana, groupId: ids.group, number: 12, opening: 1, at };
const minutes = (n: number) => at + n * 60_000;
const by = (personId: string) => group({ status: 'acknowledged', holder: { kind: 'person', personId } });

describe('an acknowledge that waited for the network', () => {
  it('is sent while the group fires as it did', () => {
    expect(verdictOn(queued, group(), minutes(90))).toBe('send');
  });

  it('is not sent after a day', () => {
    expect(verdictOn(queued, group(), minutes(24 * 60))).toBe('send');
    expect(verdictOn(queued, group(), minutes(24 * 60 + 1))).toBe('too old');
  });

  it('does not silence what began after it was pressed', () => {
    expect(verdictOn(queued, group({ opening: 2 }), minutes(5))).toBe('fired again');
  });

  it('gives way to whoever took it meanwhile, and to its end', () => {
    expect([verdictOn(queued, by(ids.bo), minutes(5)), verdictOn(queued, by(ids.ana), minutes(5))]).toEqual(['taken', 'mine']);
    expect(verdictOn(queued, group({ status: 'acknowledged', holder: { kind: 'sender', integrationId: ids.prometheus } }), at)).toBe(
      'taken',
    );
    expect([verdictOn(queued, group({ status: 'resolved' }), at), verdictOn(queued, null, at)]).toEqual(['over', 'gone']);
  });
});
