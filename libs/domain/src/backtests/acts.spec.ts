import { backtestAct } from '@tocsin/contracts/backtests.js';
import { Refused } from '@tocsin/kernel/decide/refused.js';
import type { Imagining, Impossible } from '@tocsin/kernel/replay/what-if.js';
import { partly } from '@tocsin/testing/partly.js';
import { bo, byBo, fixtureTime, idOf } from '../configuration.fixture.js';
import { impossibleActs } from './acts.js';
import type { Tally } from './tally.js';

const ofRange = idOf('61');
const older = idOf('62');
const was = partly<Tally>({ numberOf: (groupId: string) => (groupId === ofRange ? 7 : null) });
const world = partly<Imagining['world']>({
  state: (_decider: unknown, id: string) => (id === older ? { groupId: older, number: 3 } : { status: 'none' }),
});
const actsOf = (...refused: readonly Impossible[]) => impossibleActs({ imagined: partly<Imagining>({ world, refused }), was });

const act = (type: string, data: object, refused: Refused | null): Impossible => ({
  at: fixtureTime,
  actor: { ...byBo, token: { id: idOf('70'), scopes: [], teamId: null } },
  command: { type, data },
  refused,
});

describe('the acts that could not be repeated in a backtest', () => {
  it('are listed: one that was refused, and one whose alert group does not exist', () => {
    const by = { kind: 'person', id: bo };
    const listed = actsOf(
      act('UnacknowledgeAlertGroup', { groupId: ofRange }, new Refused('alert_group.not_acknowledged')),
      act('AddNote', { groupId: older, text: 'Ana’s disk' }, null),
      act('ResolveAlertGroup', { groupId: idOf('63') }, null),
      act('JoinPerson', { personId: bo, name: 'Bo' }, new Refused('person.not_invited', { name: 'Bo' })),
    );
    expect(listed).toEqual([
      {
        at: fixtureTime,
        by,
        command: 'UnacknowledgeAlertGroup',
        groupId: ofRange,
        number: 7,
        refused: 'alert_group.not_acknowledged',
      },
      { at: fixtureTime, by, command: 'AddNote', groupId: older, number: 3, refused: null },
      { at: fixtureTime, by, command: 'ResolveAlertGroup', groupId: idOf('63'), number: null, refused: null },
      { at: fixtureTime, by, command: 'JoinPerson', groupId: null, number: null, refused: 'person.not_invited' },
    ]);
    expect(listed.map((one) => backtestAct.parse(one))).toEqual(listed);
  });

  it('hold ids, and no text of a command or of a refusal', () => {
    const secret = 'Ana’s disk';
    const listed = actsOf(act('AddNote', { groupId: ofRange, text: secret }, new Refused('note.too_long', { text: secret })));
    expect(JSON.stringify(listed)).not.toContain('disk');
  });
});
