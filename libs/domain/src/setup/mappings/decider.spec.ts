import type { MappingFact, MappingFields } from '@tocsin/contracts/mappings/noun.js';
import { foldRows, given } from '@tocsin/kernel/decide/given.js';
import { byBo, byOwner, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { integrationCreated, integrationId } from '../integrations/facts.fixture.js';
import { policyCreated } from '../policies/facts.fixture.js';
import { serviceCreated } from '../services/facts.fixture.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import { mappingsDecider } from './decider.js';
import { mappingsView } from './views.js';

const generic = { ...integrationCreated, data: { ...integrationCreated.data, kind: 'generic' } } as typeof integrationCreated;
const setUp = [teamCreated, policyCreated, serviceCreated] as const;
const owner = { actor: byOwner, reads: readsAfter(...setUp, generic) };
const changed = (version: number, fields: MappingFields): MappingFact => ({
  type: 'MappingChanged',
  data: { teamId, integrationId, version, fields },
});
const change = (version: number, fields: MappingFields) => ({ type: 'ChangeMapping', data: { teamId, integrationId, version, fields } });
const fields = { summary: 'title', key: '$string(id)' };
const mapped = given(mappingsDecider, [changed(1, fields)]);

describe('a mapping', () => {
  it('is saved as a version, by a manager of the team', () => {
    const reads = readsAfter(...setUp, generic, boManages);
    expect(given(mappingsDecider).when(change(0, fields), owner).facts()).toEqual([changed(1, fields)]);
    expect(mapped.when(change(1, {}), { actor: byBo, reads }).facts()).toEqual([changed(2, {})]);
    expect(mapped.when(change(1, {}), { ...owner, actor: byBo }).refusal()).toBe('permission.denied');
  });

  it('is saved once, and not over a version that was not seen', () => {
    expect(mapped.when(change(0, fields), owner).nothing()).toBe(true);
    expect(mapped.when(change(0, { summary: 'name' }), owner).refusal()).toBe('conflict.revision');
  });

  it('is of a generic integration alone', () => {
    const reads = readsAfter(...setUp, integrationCreated);
    expect(
      given(mappingsDecider)
        .when(change(0, fields), { ...owner, reads })
        .refusal(),
    ).toBe('mapping.other_kind');
    expect(
      given(mappingsDecider)
        .when(change(0, fields), { ...owner, reads: readsAfter(...setUp) })
        .refusal(),
    ).toBe('integration.not_found');
  });

  it.each(['title &', '$now()', '$random()', '$map(a, $eval)', '$millis()', '$shuffle(a)', '/(?=a)/', '/(a)\\1/', '"'])(
    'is refused with the expression %s',
    (summary) => expect(given(mappingsDecider).when(change(0, { summary }), owner).refusal()).toBe('mapping.expression_invalid'),
  );

  it('shows its newest version', () =>
    expect(foldRows(mappingsView, recordedFacts([changed(1, fields), changed(2, { summary: 'name' })])).get(integrationId)).toMatchObject({
      version: 2,
      fields: { summary: 'name' },
    }));
});
