import { backtestAct } from '@tocsin/contracts/backtests/backtests.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { WhatIfRun, ImpossibleAct } from '@tocsin/kernel/replay/what-if.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { bo, byBo, fixtureTime, idOf } from '../../configuration.fixture.js';
import { listImpossibleActs } from './acts.js';
import type { Tally } from './tally.js';

const ofRange = idOf('61');
const olderGroup = idOf('62');
const recordedTally = partOf<Tally>({ numberOf: (groupId: string) => (groupId === ofRange ? 7 : null) });
const world = partOf<WhatIfRun['world']>({
  state: (_decider: unknown, id: string) => (id === olderGroup ? { groupId: olderGroup, number: 3 } : { status: 'none' }),
});
const actsOf = (...refusedActs: readonly ImpossibleAct[]) =>
  listImpossibleActs({ imagined: partOf<WhatIfRun>({ world, refused: refusedActs }), was: recordedTally });

const createAct = (type: string, data: object, refusal: Refusal | null): ImpossibleAct => ({
  at: fixtureTime,
  actor: { ...byBo, token: { id: idOf('70'), scopes: [], teamId: null } },
  command: { type, data },
  refused: refusal,
});

describe('the acts that could not be repeated in a backtest', () => {
  it('are listed: one that was refused, and one whose alert group does not exist', () => {
    const by = { kind: 'person', id: bo };
    const listedActs = actsOf(
      createAct('UnacknowledgeAlertGroup', { groupId: ofRange }, new Refusal('alert_group.not_acknowledged')),
      createAct('AddNote', { groupId: olderGroup, text: 'Ana’s disk' }, null),
      createAct('ResolveAlertGroup', { groupId: idOf('63') }, null),
      createAct('JoinPerson', { personId: bo, name: 'Bo' }, new Refusal('person.not_invited', { name: 'Bo' })),
    );
    expect(listedActs).toEqual([
      {
        at: fixtureTime,
        by,
        command: 'UnacknowledgeAlertGroup',
        groupId: ofRange,
        number: 7,
        refused: 'alert_group.not_acknowledged',
      },
      { at: fixtureTime, by, command: 'AddNote', groupId: olderGroup, number: 3, refused: null },
      { at: fixtureTime, by, command: 'ResolveAlertGroup', groupId: idOf('63'), number: null, refused: null },
      { at: fixtureTime, by, command: 'JoinPerson', groupId: null, number: null, refused: 'person.not_invited' },
    ]);
    expect(listedActs.map((one) => backtestAct.parse(one))).toEqual(listedActs);
  });

  it('hold ids, and no text of a command or of a refusal', () => {
    const secret = 'Ana’s disk';
    const listedActs = actsOf(createAct('AddNote', { groupId: ofRange, text: secret }, new Refusal('note.too_long', { text: secret })));
    expect(JSON.stringify(listedActs)).not.toContain('disk');
  });
});
