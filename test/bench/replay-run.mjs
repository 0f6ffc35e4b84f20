// node replay-run.mjs FOLDER reenact|what-if UPTO: replays a log of history.mjs from its file, and prints what that took.
import { join } from 'node:path';
import { built } from './built.mjs';
import { codec, domain } from './history.mjs';

const { eventContract } = await built('libs/contracts/src/catalogue.js');
const { SqliteEventLog } = await built('libs/platform/src/event-log/sqlite-event-log.js');
const { logSource } = await built('libs/platform/src/replay/log-source.js');
const { diskShelf } = await built('libs/platform/src/replay/shelf.js');
const { reenact } = await built('libs/kernel/src/replay/reenact.js');
const { whatIf } = await built('libs/kernel/src/replay/what-if.js');
const { imaginedGroups } = await built('libs/domain/src/alert-groups/shared/what-if.js');

const [folder, what, upTo] = process.argv.slice(2);
const source = logSource(SqliteEventLog.openReadOnly(join(folder, 'log')), (stored) => codec.decode(stored));
const options = {
  upTo: Number(upTo),
  streams: { shelf: diskShelf(), most: 2_000 },
  written: (type, data) => ({ v: eventContract(type).v, data }),
};
const counted = {
  // the last events of a log that is cut may have reactions that were decided after the cut
  reenact: () => {
    const { checked, differences, missing } = reenact(domain, source, { ...options, pendingOk: 50 });
    return { checked, found: `${differences.length} differences, ${missing.length} missing` };
  },
  'what-if': () => {
    const { divergences } = whatIf(domain, source, { ...options, ...imaginedGroups, keeps: 10_000 });
    return { checked: Number(upTo), found: `${divergences.length} groups differ` };
  },
};
const begun = performance.now();
const result = counted[what]();
const seconds = (performance.now() - begun) / 1_000;
console.log(JSON.stringify({ ...result, seconds, bytes: process.resourceUsage().maxRSS * 1024 }));
process.exit(0);
