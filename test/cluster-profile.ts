// before any file of the suite is loaded: its servers keep log and views in EventStoreDB and PostgreSQL
process.env['TOCSIN_TEST_PROFILE'] = 'cluster';
