import { partOf } from '@tocsin/testing/deep-partial.js';
import { stopNumber } from './stop-number.js';

type Parts = Parameters<typeof stopNumber>[0];
const number = '+41791234567';
const before = '2026-11-21T03:00:00.000Z';
const verifiedAt = '2026-11-21T03:10:00.500Z';
let disabled: unknown[];
beforeEach(() => (disabled = []));

const stop = (at?: string) => {
  const method = { contactMethodId: 'm1', kind: 'sms', address: number, verified: true };
  const rows = [
    { id: 'ana', methods: [{ ...method, verifiedAt }] },
    { id: 'bo', methods: [{ ...method, verifiedAt: before }] },
    { id: 'cy', methods: [method] },
  ];
  const parts = partOf<Parts>({
    reads: { contacts: { all: () => rows.values() }, groups: { where: () => [].values() } },
  });
  const send = async (_type: string, data: object) => void disabled.push((data as { readonly personId: string }).personId);
  return stopNumber(parts, { send } as never, { method: 'sms', number, detail: 'The number replied STOP.', ...(at ? { at } : {}) });
};

describe('STOP', () => {
  it('read again from a list does not undo a verification that came after it', async () => {
    await stop('2026-11-21T03:05:00.000Z');
    expect(disabled).toEqual(['bo', 'cy']);
  });

  it('ends the number of everybody when it comes after that, also within the same second, or has just come', async () => {
    await stop('2026-11-21T03:10:00.000Z');
    await stop();
    expect(disabled).toEqual(['ana', 'bo', 'cy', 'ana', 'bo', 'cy']);
  });
});
