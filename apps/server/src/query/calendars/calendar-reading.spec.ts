import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { CalendarReading } from './calendar-reading.js';

const order = { timeZone: 'UTC', from: 0, to: 1, limit: 1 };

it('a second calendar is told that one is being read; the next one may begin after it', async () => {
  const outgoing = partOf<OutgoingHttp>({ checkAddress: async () => ({ ok: false, code: 'outgoing.private_address' }) });
  const reading = new CalendarReading(outgoing);
  const read = () => reading.read({ address: 'https://calendar.example/ana.ics' }, order);
  const [first, second] = await Promise.allSettled([read(), read()]);
  expect([first, second]).toMatchObject([
    { reason: { code: 'outgoing.private_address' } },
    { reason: { code: 'conflict.one_at_a_time', message: 'Another import of a calendar is running. Only one runs at a time.' } },
  ]);
  await expect(read()).rejects.toMatchObject({ code: 'outgoing.private_address' });
});
