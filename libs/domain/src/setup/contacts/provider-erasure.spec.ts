import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ConfigurationContext } from '../../reads.js';
import { ana, bySystem } from '../../configuration.fixture.js';
import { eraseAtProviders, recordProviderErasure } from './provider-erasure.js';
import { providerErasureProcess } from './provider-erasure.process.js';

const row = { id: ana, methods: [], rules: [] };
const contextOf = (state: 'erased' | 'disabled', actor: ConfigurationContext['actor'] = bySystem) =>
  partOf<ConfigurationContext>({ actor, reads: { people: { get: () => ({ state }) } } });
const due = { personId: ana, after: null, copies: [] };
const none = {} as never;
const copies = [{ kind: 'sms' as const, deleted: 20, kept: 1, reason: 'delivery.connection_removed' as const }];

describe('the erasure at providers', () => {
  it('begins once the person is erased here, and never before', () => {
    expect(eraseAtProviders(due, row, contextOf('erased'))).toEqual([{ type: 'ProviderErasureDue', data: due }]);
    expect(eraseAtProviders(due, row, contextOf('disabled'))).toMatchObject({ says: {} });
    expect(providerErasureProcess.on.PersonErased!.then(partOf<RecordedOf<'PersonErased'>>({ data: { personId: ana } }), none)).toEqual([
      { type: 'EraseAtProviders', data: due },
    ]);
  });

  it('is asked for by nobody but Tocsin itself', () => {
    const actor = { kind: 'person' as const, id: ana, roles: ['owner' as const] };
    expect(eraseAtProviders(due, row, contextOf('erased', actor))).toMatchObject({ code: 'permission.denied' });
    expect(recordProviderErasure({ personId: ana, copies, next: null }, row, contextOf('erased', actor))).toMatchObject({
      code: 'permission.denied',
    });
  });

  it('goes on where the part before ended, with what came of it, and ends with the last', () => {
    const after = (next: string | null) =>
      providerErasureProcess.on.ProviderErasureRecorded!.then(
        partOf<RecordedOf<'ProviderErasureRecorded'>>({ data: { personId: ana, copies, next } }),
        none,
      );
    expect(after('page 21')).toEqual([{ type: 'EraseAtProviders', data: { personId: ana, after: 'page 21', copies } }]);
    expect(after(null)).toEqual([]);
  });
});
