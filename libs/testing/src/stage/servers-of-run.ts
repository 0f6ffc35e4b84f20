/**
 * The servers of this run’s tests whose clock is moved. `started`: as users start them, with all their threads. `light`: the same program on one
 * thread, in a process that has run others before (docs/decisions/tests.md).
 */
export const serversOfRun: 'light' | 'started' = process.env['TOCSIN_TEST_SERVERS'] === 'light' ? 'light' : 'started';
