import type { IntegrationRow } from '@tocsin/contracts/services.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { partly } from '@tocsin/testing/partly.js';
import { Refusals } from './refusals.js';

type Needs = ConstructorParameters<typeof Refusals>[0];

/** A server that refuses signals of one integration, whose alert group is open once it was raised. */
const server = () => {
  const time = { at: '2026-11-21T03:12:30.000Z' };
  const asked: { readonly type: string; readonly refused?: number }[] = [];
  const open = (): readonly OpenGroup[] => (asked.length > 0 ? [partly<OpenGroup>({ groupId: 'g1', status: 'firing' })] : []);
  const parts = partly<Needs>({
    clock: { now: () => time.at },
    folder: { nodeId: 'n1' },
    reads: { groups: { where: () => open() } },
    runner: {
      run: ({ command: { type, data } }: { readonly command: { readonly type: string; readonly data: { readonly refused?: number } } }) => {
        asked.push({ type, ...(data.refused === undefined ? {} : { refused: data.refused }) });
        return Promise.resolve();
      },
    },
    troubles: { note: (_: string, error: unknown) => expect(error).toBeUndefined() },
  });
  return { time, asked, refusals: new Refusals(parts) };
};
const integration = partly<IntegrationRow>({ id: 'i1' });

describe('what is refused of an integration', () => {
  it('is told to its alert group once a minute', async () => {
    const { time, asked, refusals } = server();
    for (let n = 0; n < 3; n += 1) await refusals.note(integration);
    expect(asked).toEqual([{ type: 'RaiseRefusals' }]);
    time.at = '2026-11-21T03:13:30.000Z';
    await refusals.note(integration);
    expect(asked.slice(1)).toEqual([{ type: 'CountRefused', refused: 3 }]);
  });

  it('is told also where the clock was set back by an hour: not only when it is there again', async () => {
    const { time, asked, refusals } = server();
    await refusals.note(integration);
    time.at = '2026-11-21T02:12:30.000Z';
    for (let n = 0; n < 3; n += 1) await refusals.note(integration);
    expect(asked).toEqual([{ type: 'RaiseRefusals' }, { type: 'CountRefused', refused: 1 }]);
  });
});
