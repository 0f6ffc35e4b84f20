import { given } from '@tocsin/kernel/decide/given.js';
import { bySystem } from '../../configuration.fixture.js';
import { inputs, sealsDecider } from './decider.js';

const key = { keyId: '0000000a', publicKey: 'a'.repeat(64), algorithm: 'ed25519' as const };
const sealOver = (size: number) => ({ note: `tocsin/log\n${size}\nroot\n\n— tocsin/log signature\n` });
const introduced = { type: 'SealingKeyIntroduced' as const, data: { ...key, replaces: null } };
const sealed = { type: 'LogSealed' as const, data: sealOver(7) };
const context = { actor: bySystem };

describe('the seals of a log', () => {
  it('are recorded when they cover more than the last one', () => {
    const after = given(sealsDecider, [introduced, sealed]);
    expect(after.when({ type: 'SealLog', data: sealOver(8) }, context).facts()).toEqual([{ type: 'LogSealed', data: sealOver(8) }]);
    for (const size of [7, 6]) expect(after.when({ type: 'SealLog', data: sealOver(size) }, context).facts()).toEqual([]);
  });

  it('are anchored once, and never one that an anchored one covers', () => {
    const anchor = (size: number) => ({ size, root: 'b'.repeat(64), kind: 'webhook' as const, host: 'keeper.example' });
    const after = given(sealsDecider, [sealed, { type: 'LogAnchored', data: anchor(7) }]);
    for (const size of [7, 6]) expect(after.when({ type: 'AnchorLog', data: anchor(size) }, context).facts()).toEqual([]);
    expect(after.when({ type: 'AnchorLog', data: anchor(8) }, context).facts()).toEqual([{ type: 'LogAnchored', data: anchor(8) }]);
    const stamped = { ...anchor(7), kind: 'time_stamp' as const, token: 'MIIB' };
    expect(after.when({ type: 'AnchorLog', data: stamped }, context).facts()).toEqual([{ type: 'LogAnchored', data: stamped }]);
    expect(inputs['LogAnchored']!(anchor(7) as never, [], context.actor)).toEqual({ type: 'AnchorLog', data: anchor(7) });
  });

  it('are by a key that is introduced once, and names the one before', () => {
    expect(given(sealsDecider).when({ type: 'IntroduceSealingKey', data: key }, context).facts()).toEqual([introduced]);
    const after = given(sealsDecider, [introduced]);
    expect(after.when({ type: 'IntroduceSealingKey', data: key }, context).facts()).toEqual([]);
    const next = { ...key, keyId: '0000000b' };
    expect(after.when({ type: 'IntroduceSealingKey', data: next }, context).facts()).toEqual([
      { type: 'SealingKeyIntroduced', data: { ...next, replaces: key.keyId } },
    ]);
  });

  it('are inputs, which re-enactment repeats', () => {
    expect(inputs['SealingKeyIntroduced']!(introduced.data as never, [], context.actor)).toEqual({
      type: 'IntroduceSealingKey',
      data: key,
    });
    expect(inputs['LogSealed']!(sealed.data as never, [], context.actor)).toEqual({ type: 'SealLog', data: sealed.data });
  });
});
