// before any file of the suite is loaded: in the short run servers are light (docs/decisions/tests.md), in the others as users start them
process.env['TOCSIN_TEST_SERVERS'] ??= process.env['TOCSIN_TEST_TIER'] === 'short' ? 'light' : 'started';
