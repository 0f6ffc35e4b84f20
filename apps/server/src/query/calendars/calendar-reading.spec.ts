import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { RateLimits } from '../../http/rate-limits.js';
import { CalendarReading } from './calendar-reading.js';

const order = { timeZone: 'UTC', from: 0, to: 1, limit: 1 };
const oneAtATime = {
  code: 'conflict.one_at_a_time',
  message: 'Another import of a calendar is running. Only one runs at a time.',
};

/** A calendar that is never sent. Its address, and the answers that wait. */
const startSlowCalendar = async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ana.ics`;
  return { address, waiting, server, whenAsked: () => once(server, 'request') };
};

describe('reading a calendar', () => {
  const taken: string[] = [];
  const rates = partOf<RateLimits>({ take: async (_budget: string, key: string) => void taken.push(key) });
  const outgoing = new OutgoingHttp({ allowLoopback: true });
  const reading = new CalendarReading(outgoing, rates);
  afterAll(() => outgoing.close());

  it('happens once at a time for each person, and a slow address of one holds up nobody else', async () => {
    const slow = await startSlowCalendar();
    const asked = slow.whenAsked();
    const first = reading.read({ address: slow.address }, order, 'ana');
    await asked;
    await expect(reading.read({ text: 'nothing' }, order, 'ana')).rejects.toMatchObject(oneAtATime);
    const privateAddress = { code: 'outgoing.private_address' };
    await expect(reading.read({ address: 'http://10.0.0.7/bo.ics' }, order, 'bo')).rejects.toMatchObject(privateAddress);
    slow.waiting[0]!.writeHead(404).end();
    await expect(first).rejects.toMatchObject({ code: 'calendar.unreadable' });
    await expect(reading.read({ address: 'http://10.0.0.7/ana.ics' }, order, 'ana')).rejects.toMatchObject(privateAddress);
    expect(taken).toEqual(['ana', 'bo', 'ana']);
    slow.server.close();
  });
});
