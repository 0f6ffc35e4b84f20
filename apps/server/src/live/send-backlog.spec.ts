import { isFarBehind } from './send-backlog.js';

const line = (packets: number, bytes?: number) => ({
  writeBuffer: { length: packets },
  transport: bytes === undefined ? {} : { socket: { bufferedAmount: bytes } },
});

it.each([
  [0, 0, false],
  [2_000, 1_000_000, false],
  [2_001, 0, true],
  [10, 17 * 1024 * 1024, true],
  // with polling only packets are counted
  [2_001, undefined, true],
  [1, undefined, false],
])('a line with %s packets and %s bytes that wait: far behind %s', (packets, bytes, isFar) => {
  expect(isFarBehind(line(packets, bytes))).toBe(isFar);
});
