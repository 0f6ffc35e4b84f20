/** In the order of the report. Each module exports one function, which answers lines. */
export const rows = {
  ingest: async () => (await import('../../test/bench/ingest.mjs')).ingest,
  doors: async () => (await import('../../test/bench/doors.mjs')).senderDoors,
  storm: async () => (await import('../../test/bench/storm.mjs')).storms,
  ones: async () => (await import('../../test/bench/one-by-one.mjs')).oneByOne,
  collected: async () => (await import('../../test/bench/collected.mjs')).collected,
  ends: async () => (await import('../../test/bench/storm-end.mjs')).stormEnds,
  silences: async () => (await import('../../test/bench/silences.mjs')).silences,
  paging: async () => (await import('../../test/bench/paging.mjs')).paging,
  loop: async () => (await import('../../test/bench/loop.mjs')).loop,
  routes: async () => (await import('../../test/bench/routes.mjs')).routes,
  append: async () => (await import('../../test/bench/append.mjs')).appends,
  live: async () => (await import('../../test/bench/live.mjs')).live,
  memory: async () => (await import('../../test/bench/memory.mjs')).memory,
  starting: async () => (await import('../../test/bench/starting.mjs')).starting,
  rebuild: async () => (await import('../../test/bench/rebuild.mjs')).rebuilds,
  replay: async () => (await import('../../test/bench/replay.mjs')).replays,
  backtest: async () => (await import('../../test/bench/replay.mjs')).backtests,
  year: async () => (await import('../../test/bench/replay.mjs')).years,
  cluster: async () => (await import('../../test/bench/cluster.mjs')).cluster,
  catchups: async () => (await import('../../test/bench/cluster-catch-up.mjs')).catchUps,
  shifts: async () => (await import('../../test/bench/shifts.mjs')).shifts,
  reports: async () => (await import('../../test/bench/reports.mjs')).reports,
  list: async () => (await import('../../test/bench/list.mjs')).list,
  search: async () => (await import('../../test/bench/search.mjs')).search,
  schedule: async () => (await import('../../test/bench/schedule.mjs')).schedule,
  readers: async () => (await import('../../test/bench/readers.mjs')).readers,
  answers: async () => (await import('../../test/bench/schedule-answers.mjs')).scheduleAnswers,
  bundle: async () => (await import('../../test/bench/bundle.mjs')).bundle,
};

/** Rows that need nothing but what was built. */
export const inOneProcess = ['routes', 'append', 'rebuild', 'replay', 'backtest', 'shifts', 'reports', 'search', 'bundle'];
/** Rows that start the built server. */
export const onServers = ['ingest', 'storm', 'ones', 'collected', 'ends', 'silences', 'paging', 'loop', 'live', 'starting', 'answers'];
