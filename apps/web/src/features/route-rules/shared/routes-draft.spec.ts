import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { noRoutes, withHold, type RoutesDraft } from './routes-draft.js';

const rule = (ruleId: string, isOn = true): RouteRule => ({ ruleId, rows: [], outcome: { kind: 'record_only' }, isOn });
const node = [{ label: 'alertname', operator: '=' as const, value: 'NodeDown' }];
const holdsIn = ({ rules }: RoutesDraft) =>
  rules.map(({ ruleId, isOn, outcome }) => ('holdMinutes' in outcome ? 'hold' : `${ruleId} ${isOn ? 'on' : 'off'}`));

describe('the offer to hold alerts', () => {
  it('drafts the saved routes with one more rule', () => {
    expect(withHold(noRoutes, node, null)).toMatchObject({ base: { version: 0 }, rules: [{ rows: [node] }] });
    expect(holdsIn(withHold({ version: 2, rules: [rule('a')] }, node, null))).toEqual(['a on', 'hold']);
  });

  it('adds to what is being edited, and takes an edit that was undone for none', () => {
    const base = { version: 1, rules: [rule('a')] };
    const saved = { version: 2, rules: [rule('a'), rule('b')] };
    const edited = withHold(saved, node, { base, rules: [rule('a', false)] });
    expect([edited.base.version, holdsIn(edited)]).toEqual([1, ['a off', 'hold']]);
    const undone = withHold(saved, node, { base, rules: base.rules });
    expect([undone.base.version, holdsIn(undone)]).toEqual([2, ['a on', 'b on', 'hold']]);
  });
});
